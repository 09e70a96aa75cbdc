/**
 * From the start of a process to the first answer to `tools/list`: `toolyard mcp` with all built-in tools and a database,
 * beside one tool on the bare SDK.
 *
 * @module
 */
import { median, ratioOf } from '../harness.ts'
import { childFile, cpuOfProcess, endServer, startServer, toolyard } from '../mcp-server/server-process.ts'
import { callOverStdio } from '../mcp-server/stdio-caller.ts'
import { atMost, type Line } from '../report.ts'
import type { Scenario } from '../scenario.ts'
import { inFolder } from '../store/in-folder.ts'

interface Start {
  readonly wall: number
  readonly cpu: number
}

const names = ['bare SDK', 'toolyard', 'toolyard, nothing compiled before'] as const
type Name = (typeof names)[number]

export const mcpServerStart: Scenario = {
  name: 'mcp-server-start',
  title: 'MCP server over stdio: start to the first tools/list (one process each)',
  run: ({ quick }) =>
    inFolder(async (folder) => {
      const runs: Record<Name, Start[]> = {
        'bare SDK': [],
        toolyard: [],
        'toolyard, nothing compiled before': [],
      }
      if (!quick) for (const name of names) await start(name, folder)
      for (let round = 0; round < (quick ? 1 : 25); round++)
        for (const name of names) runs[name].push(await start(name, folder))
      return names.slice(1).flatMap((name) => linesOf(name, runs))
    }),
}

async function start(name: Name, folder: string): Promise<Start> {
  const args = name === 'bare SDK' ? [childFile('bare-mcp-stdio.mjs')] : [toolyard, 'mcp']
  const isCold = name === 'toolyard, nothing compiled before'
  const began = performance.now()
  const server = startServer({
    args,
    cwd: folder,
    env: { HOME: folder, ...(isCold && { NODE_DISABLE_COMPILE_CACHE: '1' }) },
  })
  const caller = await callOverStdio(server, 'legacy')
  const list = await caller.request('tools/list')
  const wall = performance.now() - began
  const cpu = cpuOfProcess(server) / 1000
  if (!list.includes(name === 'bare SDK' ? '"echo"' : '"bash"'))
    throw new Error(`${name} listed ${list.slice(0, 200)}`)
  await endServer(server)
  return { wall, cpu }
}

function linesOf(name: Name, runs: Readonly<Record<Name, readonly Start[]>>): Line[] {
  return (['wall', 'cpu'] as const).map((kind) => {
    const figures = new Map(names.map((each) => [each, runs[each].map((run) => run[kind])]))
    return {
      what: `${name}, ${kind === 'cpu' ? 'CPU' : 'wall time'}`,
      ours: median(figures.get(name) ?? []),
      unit: 'ms',
      reference: { name: 'bare SDK', value: median(figures.get('bare SDK') ?? []) },
      ratio: ratioOf(figures, name, 'bare SDK'),
      ...(name === 'toolyard' && { bar: atMost(1.2) }),
    }
  })
}
