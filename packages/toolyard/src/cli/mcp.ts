/** `toolyard mcp`: the tools as an MCP server on standard input and output. */
import { version } from '../kernel/index.ts'
import { serveStdio } from '../serve/index.ts'
import type { CommandRun } from './command.ts'
import { openYard } from './open-yard.ts'

export const mcp: CommandRun<object> = async (_options, { terminal, flags, signal }) => {
  const { yard } = await openYard(flags)
  await using _ = yard
  for (const { file, reason } of yard.problems) terminal.note(`not loaded: ${file}: ${reason}`)
  await serveStdio(yard, { version, agent: flags.agent, signal })
  return 0
}
