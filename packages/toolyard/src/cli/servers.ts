/** `toolyard servers`: the MCP servers that are configured, how they stand, and the consent of people to use them. */
import type { McpServerState } from '../define/index.ts'
import { visibleText } from '../kernel/index.ts'
import type { CommandRun } from './command.ts'
import { count, table } from './layout.ts'
import { noteProblems } from './ls.ts'
import { openBrowser } from './open-browser.ts'
import { openYard } from './open-yard.ts'
import { requirePerson } from './person.ts'
import type { Terminal } from './terminal.ts'

export const servers: CommandRun<{ readonly refresh?: boolean }> = async ({ refresh = false }, context) => {
  const { terminal, flags } = context
  const { yard } = await openYard(context, { database: 'known' })
  await using _ = yard
  if (refresh) await yard.settled({ refresh })
  const all = yard.mcp?.servers() ?? []
  if (flags.jsonOutput) {
    terminal.printJson({ servers: all, problems: yard.problems })
    return 0
  }
  if (all.length === 0)
    terminal.print(
      'No MCP server is configured. Write mcp.json: { "mcpServers": { "NAME": { "command": "…", "args": [] } } }',
    )
  else terminal.print(table(all.map((server) => row(server, terminal))))
  noteProblems(yard, terminal)
  return 0
}

export const login: CommandRun<{ readonly server: string }> = async ({ server }, context) => {
  requirePerson()
  const { terminal, flags, signal } = context
  const { yard } = await openYard(context, { database: 'never', servers: 'come' })
  await using _ = yard
  await yard.authorise(server, {
    signal,
    open(url) {
      terminal.note(`Open this address to agree, unless your browser has opened it already:\n  ${url}`)
      if (terminal.interactive) openBrowser(url, context)
    },
  })
  if (flags.jsonOutput) terminal.printJson({ server, authorised: true })
  else terminal.print(`"${visibleText(server)}" may be used from now on.`)
  return 0
}

function row(
  { name, state, transport, tools, protocolVersion, error }: McpServerState,
  terminal: Terminal,
): string[] {
  const colour = state === 'ready' ? 'green' : state === 'idle' || state === 'connecting' ? 'dim' : 'red'
  return [
    terminal.style('cyan', visibleText(name)),
    terminal.style(colour, state.replaceAll('_', ' ')),
    transport,
    count(tools, 'tool'),
    error === undefined ? (protocolVersion ?? '') : visibleText(error),
  ]
}
