/** `toolyard mcp`: the tools as an MCP server on standard input and output. */
import { version } from '../kernel/index.ts'
import { serveStdio } from '../serve/index.ts'
import type { CommandRun } from './command.ts'
import { noteProblems } from './ls.ts'
import { openYard } from './open-yard.ts'

export const mcp: CommandRun<object> = async (_options, context) => {
  const { terminal, flags, signal } = context
  const { yard } = await openYard(context, { watch: true })
  await using _ = yard
  // A client would be told only when it asks for the tools, and its person not at all.
  if (flags.agent !== undefined && yard.store.durable) await yard.agents.find(flags.agent)
  noteProblems(yard, terminal)
  if (process.stdin.isTTY)
    terminal.note('Serving MCP on standard input and output, for an MCP client to start. Ctrl-C ends it.')
  await serveStdio(yard, { version, agent: flags.agent, signal, output: terminal.output })
  return 0
}
