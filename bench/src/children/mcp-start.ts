/**
 * Starts a yard with many MCP servers configured: none, with servers that never answer, and with servers whose tools are
 * known from before. Prints how long `createToolyard` took for each.
 *
 * @module
 */
import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createToolyard } from 'toolyard'
import { inTemporaryFolder } from '../tools/temporary-folder.ts'

export interface McpStart extends Readonly<Record<string, number>> {
  /** Milliseconds. */
  readonly without: number
  readonly mute: number
  readonly known: number
  readonly tools: number
}

const [servers = '', toolsEach = ''] = process.argv.slice(2)

/** Lists tools when it is asked, and never says another word. */
const answers = `const tools = Array.from({ length: ${toolsEach} }, (_, i) => ({ name: 'tool_' + i, description: 'Does number ' + i + ' of many things.', inputSchema: { type: 'object', properties: { path: { type: 'string', description: 'Where' }, limit: { type: 'integer', minimum: 1 } }, required: ['path'] } }))
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line)
  const result = method === 'initialize' ? { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } } : { tools }
  if (id !== undefined) console.log(JSON.stringify(method === 'server/discover' ? { jsonrpc: '2.0', id, error: { code: -32601, message: 'no' } } : { jsonrpc: '2.0', id, result }))
}).on('close', () => process.exit(0))`
const silence = 'process.stdin.resume().on("close", () => process.exit(0))'

const many = (code: string) =>
  Object.fromEntries(
    Array.from({ length: Number(servers) }, (_, index) => [
      `server${index}`,
      { command: process.execPath, args: ['-e', code, String(index)] },
    ]),
  )

/** What is remembered goes with the folder. */
const environmentIn = (folder: string) => ({ ...process.env, XDG_STATE_HOME: folder })

async function start(
  workspace: string,
  mcpServers?: ReturnType<typeof many>,
): Promise<{ ms: number; tools: number }> {
  const environment = environmentIn(dirname(workspace))
  const from = performance.now()
  const yard = await createToolyard({ workspace, environment, ...(mcpServers && { mcpServers }) })
  const ms = performance.now() - from
  const tools = yard.registry.toolNames.length
  await yard.close()
  return { ms, tools }
}

const figures = await inTemporaryFolder(async (folder) => {
  const [workspace, other] = [join(folder, 'work'), join(folder, 'other')]
  for (const place of [workspace, other]) mkdirSync(place)
  const environment = environmentIn(folder)
  const yard = await createToolyard({ workspace, environment, mcpServers: many(answers) })
  await yard.settled()
  await yard.close()
  if (!existsSync(join(folder, 'toolyard/workspaces'))) throw new Error('nothing was remembered')
  await start(workspace)
  const without = await start(workspace)
  const known = await start(workspace, many(answers))
  const mute = await start(other, many(silence))
  return { without: without.ms, mute: mute.ms, known: known.ms, tools: known.tools }
})
console.log(JSON.stringify(figures))
process.exit(0)
