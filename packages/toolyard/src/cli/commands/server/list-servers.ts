/** `toolyard servers`: the MCP servers that are configured, how they stand, and the consent of people to use them. */
import type { McpServerState } from '../../../define/index.ts'
import { didYouMean, ToolyardError, visibleText } from '../../../kernel/index.ts'
import type { ToolService } from '../../../runtime/index.ts'
import type { CommandContext, CommandRun } from '../../command.ts'
import { shellWord } from '../../terminal/call-words.ts'
import { framed } from '../../terminal/framed-text.ts'
import { count, firstSentence, inOneLine } from '../../terminal/layout.ts'
import { type Column, factTable, table } from '../../terminal/table.ts'
import type { ExitCode, Terminal } from '../../terminal/terminal.ts'
import { openYard } from '../../yard/open-yard.ts'
import { requirePerson } from '../../yard/person.ts'
import { noteProblems } from '../../yard/problems.ts'
import { openBrowser } from './open-browser.ts'
import type { LoginOptions, ServersOptions } from './servers.ts'

const shape: readonly Column[] = [{ least: 16 }, {}, {}, {}, { least: 24 }]

export const listServers: CommandRun<ServersOptions> = async ({ refresh = false, name }, context) => {
  const { terminal, flags } = context
  const waited = name === undefined ? undefined : [name]
  const { yard } = await openYard(context, { database: 'known', ...(waited && { servers: waited }) })
  await using _ = yard
  if (refresh) await yard.servers.settled({ refresh })
  const all = yard.servers.access?.servers() ?? []
  if (name !== undefined) return await showServer(requireServer(all, name), yard, context)
  if (flags.jsonOutput) {
    terminal.printJson({ servers: all, problems: yard.problems })
    return 0
  }
  if (all.length === 0)
    terminal.print(
      'No MCP server is configured. Write mcp.json:\n  { "mcpServers": { "NAME": { "command": "…", "args": [] } } }',
    )
  else {
    terminal.print(
      table(
        all.map((server) => row(server, terminal)),
        shape,
        terminal,
      ),
    )
    const failed = all.find(({ state }) => state === 'failed')
    if (failed)
      terminal.print(
        terminal.style('dim', `\nSee what one said: toolyard servers ${shellWord(visibleText(failed.name))}`),
      )
  }
  // The table tells of the servers.
  const problems = yard.problems.filter(({ reason }) => all.every(({ error }) => error !== reason))
  noteProblems({ problems, servers: yard.servers }, terminal)
  return 0
}

function requireServer(all: readonly McpServerState[], name: string): McpServerState {
  const found = all.find((server) => server.name === name)
  if (found) return found
  const names = all.map((server) => server.name)
  throw new ToolyardError('not_found', `there is no MCP server named "${name}".${didYouMean(name, names)}`, {
    hint: names.length === 0 ? 'None is configured.' : 'Run "toolyard servers" to see all of them.',
  })
}

/** How it stands, why it failed with what it said last, and its tools. */
async function showServer(
  server: McpServerState,
  yard: ToolService,
  { terminal, flags }: CommandContext,
): Promise<ExitCode> {
  const { name, transport, protocolVersion, error } = server
  const tools = error === undefined ? ((await yard.servers.access?.tools(name)) ?? []) : []
  const hint = yard.problems.find(({ reason }) => reason === error)?.hint
  if (flags.jsonOutput) {
    terminal.printJson({ server, tools, ...(hint !== undefined && { hint }) })
    return 0
  }
  const { print, style } = terminal
  print(`${style('bold', visibleText(name))}  ${stateText(server, style)}`)
  const facts = [
    ['transport', transport],
    ...(protocolVersion === undefined ? [] : [['protocol', visibleText(protocolVersion)] as const]),
    ['tools', String(tools.length)],
  ] as const
  print(factTable(facts, terminal))
  if (error !== undefined) {
    const [why = '', ...said] = error.split('. It said: ')
    print(`\n${style('bold', 'why it failed')}`)
    print(framed(why, { columns: terminal.tableColumns }).rows.join('\n'))
    if (said.length > 0) {
      print(style('bold', 'what it said last'))
      print(framed(said.join('. It said: '), { columns: terminal.tableColumns }).rows.join('\n'))
    }
    if (hint !== undefined) print(`\n${visibleText(hint)}`)
  }
  if (tools.length > 0) {
    const rows = tools.map((tool) => [
      `  ${style('cyan', visibleText(tool.name))}`,
      firstSentence(tool.description),
    ])
    print(`\n${table(rows, [{ least: 32, wraps: true }, { least: 24 }], terminal)}`)
  }
  return 0
}

export const logIn: CommandRun<LoginOptions> = async ({ server }, context) => {
  requirePerson()
  const { terminal, flags, signal } = context
  const { yard } = await openYard(context, { database: 'never', servers: 'come' })
  await using _ = yard
  await yard.servers.authorise(server, {
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

function row(server: McpServerState, terminal: Terminal): string[] {
  const { name, transport, tools, protocolVersion, error } = server
  return [
    terminal.style('cyan', inOneLine(name)),
    stateText(server, terminal.style),
    transport,
    count(tools, 'tool'),
    error === undefined
      ? visibleText(protocolVersion ?? '')
      : withoutName(firstSentence(error, 400), visibleText(name)),
  ]
}

function stateText({ state }: McpServerState, style: Terminal['style']): string {
  const colour = state === 'ready' ? 'green' : state === 'idle' || state === 'connecting' ? 'dim' : 'red'
  return style(colour, state.replaceAll('_', ' '))
}

/** What the row says already. */
function withoutName(message: string, name: string): string {
  const lead = `the MCP server "${name}"`
  return message.startsWith(lead) ? message.slice(lead.length).replace(/^:? /, '') : message
}
