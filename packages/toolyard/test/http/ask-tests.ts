/** Asks the routes of tests: on a tool that comes from a file of the workspace. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ToolResult } from 'toolyard'
import type { Prober } from './prober.ts'
import { folderFor } from './support.ts'
import type { TestContext } from 'node:test'

const double = `export default {
  name: 'double',
  description: 'Doubles a number.',
  inputSchema: { number: Number },
  permission: 'read',
  effects: 'none',
  execute: ({ number }) => ({ doubled: 2 * number }),
}
`

/** A workspace with the tool, as options of a site. */
export async function withDouble(test: TestContext): Promise<{ workspace: string; toolFolders: string[] }> {
  const workspace = await folderFor(test)
  const folder = join(workspace, 'tools')
  await mkdir(folder)
  await writeFile(join(folder, 'double.mjs'), double)
  return { workspace, toolFolders: [folder] }
}

export async function askTests(prober: Prober): Promise<void> {
  const path = '/api/tools/double'
  const made = await prober.ask('POST', '/api/tools/:name/call', {
    path: `${path}/call`,
    body: { input: { number: 4 } },
  })
  const body = { call: (made as ToolResult).callId, as: 'test', title: 'Four' }
  const { test } = (await prober.ask('POST', '/api/tools/:id/tests', { path: `${path}/tests`, body })) as {
    test: { id: string }
  }
  await prober.ask('GET', '/api/tools/:id/tests', { path: `${path}/tests` })
  const one = `${path}/tests/${test.id}`
  await prober.ask('POST', '/api/tools/:id/tests/:test/run', { path: `${one}/run`, body: {} })
  await prober.ask('DELETE', '/api/tools/:id/tests/:test', { path: one })
}
