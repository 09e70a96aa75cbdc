/** `toolyard mcp`: the tools as an MCP server on standard input and output. */
import { messageOf, version } from '../../../kernel/index.ts'
import type { ToolService } from '../../../runtime/index.ts'
import { serveStdio } from '../../../serve/index.ts'
import type { CommandRun } from '../../command.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { openYard } from '../../yard/open-yard.ts'
import { noteProblems } from '../../yard/problems.ts'

/** The catalogue is brought up to date so long after the client was given its list, or after so long without one. */
const syncSoonMs = 100
const syncAfterMs = 2000

export const serveMcp: CommandRun<object> = async (_options, context) => {
  const { terminal, flags, signal } = context
  const { yard } = await openYard(context, { watch: true, works: true, sync: false, servers: 'come' })
  await using _ = yard
  // A client would be told only when it asks for the tools, and its person not at all.
  if (flags.agent !== undefined && yard.store.durable) await yard.agents.find(flags.agent)
  noteProblems(yard, terminal)
  if (process.stdin.isTTY)
    terminal.note('Serving MCP on standard input and output, for an MCP client to start. Ctrl-C ends it.')
  const sync = syncOnce(yard, terminal)
  const late = setTimeout(sync, syncAfterMs)
  try {
    await serveStdio(yard, {
      version,
      agent: flags.agent,
      signal,
      input: process.stdin,
      output: terminal.output,
      onListed: () => setTimeout(sync, syncSoonMs),
    })
  } finally {
    clearTimeout(late)
  }
  return 0
}

/** What is held, switched off or bound is known without it: a client need not wait for what only others read. */
function syncOnce(yard: ToolService, { note }: Terminal): () => void {
  let isSynced = !yard.store.durable
  return () => {
    if (isSynced) return
    isSynced = true
    yard.catalogue
      .sync()
      .catch((error: unknown) => note(`The catalogue is not up to date: ${messageOf(error)}`))
  }
}
