/**
 * One call through `toolyard mcp`, with its journal in a database and with none that is kept, beside the same tool on the bare
 * SDK, in both eras of the protocol.
 *
 * @module
 */
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { callLines, compareCalls, type Contestant } from '../mcp-server/compare-calls.ts'
import { childFile, type Command, startServer, toolyard } from '../mcp-server/server-process.ts'
import { callOverStdio, type Era } from '../mcp-server/stdio-caller.ts'
import type { Line } from '../report.ts'
import type { Scenario } from '../scenario.ts'
import { inFolder } from '../store/in-folder.ts'

const config = `import { defineConfig, defineTool } from 'toolyard'
import { z } from 'zod'

const echo = defineTool({
  name: 'echo',
  description: 'Says it again.',
  permission: 'read',
  effects: 'none',
  inputSchema: z.object({ text: z.string() }),
  execute: ({ text }) => ({ content: [{ type: 'text', text }] }),
})
export default defineConfig({ tools: [echo] })
`

export const mcpServerCalls: Scenario = {
  name: 'mcp-server-calls',
  title: 'MCP server over stdio: one call',
  run: ({ quick }) =>
    inFolder(async (folder) => {
      await symlink(
        fileURLToPath(new URL('../../../node_modules', import.meta.url)),
        join(folder, 'node_modules'),
      )
      await mkdir(join(folder, 'home'))
      await writeFile(join(folder, 'toolyard.config.mjs'), config)
      const lines: Line[] = []
      for (const era of ['legacy', 'modern'] as const) lines.push(...(await linesOf(folder, era, quick)))
      return lines
    }),
}

async function linesOf(folder: string, era: Era, quick: boolean): Promise<Line[]> {
  const ours = (database: string): Command => ({
    args: [toolyard, '--config', 'toolyard.config.mjs', 'mcp'],
    cwd: folder,
    env: { HOME: join(folder, 'home'), TOOLYARD_DATABASE: database },
  })
  const commands: Readonly<Record<string, Command>> = {
    'bare SDK': { args: [childFile('bare-mcp-stdio.mjs')] },
    kept: ours('sqlite:bench.db'),
    memory: ours('memory:'),
  }
  const contestants: Contestant[] = []
  for (const [name, command] of Object.entries(commands)) {
    const server = startServer(command)
    contestants.push({ name, server, caller: await callOverStdio(server, era) })
  }
  const compared = await compareCalls(contestants, quick)
  const told = era === 'legacy' ? 'era of sessions' : 'era without sessions'
  return [
    ...callLines(compared, {
      what: `${told}, journal in SQLite`,
      ours: 'kept',
      reference: 'bare SDK',
      times: 1.25,
    }),
    ...callLines(compared, {
      what: `${told}, journal in memory`,
      ours: 'memory',
      reference: 'bare SDK',
      times: 1.25,
    }),
  ]
}
