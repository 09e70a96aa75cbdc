/** `toolyard ls`: the tools that are there, and the files that could not be loaded. */
import type { ToolManifest } from '../../../define/index.ts'
import { visibleText } from '../../../kernel/index.ts'
import type { ToolService } from '../../../runtime/index.ts'
import type { CommandRun } from '../../command.ts'
import { count, firstSentence, inOneLine, wrapped } from '../../terminal/layout.ts'
import { type Column, tableLines } from '../../terminal/table.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { openYard } from '../../yard/open-yard.ts'
import { noteProblems } from '../../yard/problems.ts'
import type { LsOptions } from './ls.ts'

/** A name is never cut: it is what one calls. */
const shape: readonly Column[] = [{ least: 32, wraps: true }, { least: 12, wraps: true }, { least: 24 }]
/** More of a description than any list shows. */
const mostDescription = 200

export const listTools: CommandRun<LsOptions> = async ({ words, category }, context) => {
  const { terminal, flags } = context
  const { yard, configFile } = await openYard(context, {
    database: flags.agent === undefined ? 'known' : 'always',
  })
  await using _ = yard
  const query = words.join(' ')
  const { tools: all, note } =
    query === '' ? { tools: ownFirst(yard.registry.listAll()) } : await yard.search(query, 50)
  const found = all.filter(await boundTo(yard, flags.agent))
  const tools = category === undefined ? found : found.filter((manifest) => manifest.category === category)
  const states = await troubles(yard)
  if (flags.jsonOutput) {
    terminal.printJson({
      tools: tools.map((tool) => ({
        ...summary(tool),
        origin: yard.registry.snapshot().get(tool.name)?.file,
        state: states.get(tool.name) ?? 'active',
      })),
      problems: yard.problems,
    })
    return 0
  }
  if (tools.length > 0) printTools(tools, { states, byCategory: query === '' }, terminal)
  const last = lastLine(tools, { query, category, configFile, terminal })
  terminal.print(wrapped(last, terminal.tableColumns))
  if (note !== undefined) terminal.note(visibleText(note))
  noteProblems(yard, terminal)
  return 0
}

/** By category, and first those in which the project has tools of its own; there its own come first, too. */
function ownFirst(tools: readonly ToolManifest[]): readonly ToolManifest[] {
  const own = new Set(tools.filter((tool) => !isBuiltin(tool)).map(({ category }) => category))
  return tools.toSorted(
    (left, right) =>
      Number(own.has(right.category)) - Number(own.has(left.category)) ||
      left.category.localeCompare(right.category) ||
      Number(isBuiltin(left)) - Number(isBuiltin(right)),
  )
}

function isBuiltin({ source }: ToolManifest): boolean {
  return source === 'builtin'
}

/** Tools that can't be called now, and why: `held`, `off`. */
async function troubles({ catalogue }: ToolService): Promise<Map<string, string>> {
  const { tools } = await catalogue.overview()
  return new Map(
    tools.flatMap(({ name, state, enabled }) => {
      const trouble = !enabled ? 'off' : state === 'held' ? 'held' : undefined
      return trouble === undefined ? [] : [[name, trouble] as const]
    }),
  )
}

/** Whether an agent has a tool; every tool if no agent is named. */
async function boundTo(
  { agents }: ToolService,
  agent: string | undefined,
): Promise<(manifest: ToolManifest) => boolean> {
  if (agent === undefined) return () => true
  const { tools } = await agents.find(agent)
  const names = new Set(tools.map(({ name }) => name))
  return ({ name }) => names.has(name)
}

interface Listing {
  readonly states: ReadonlyMap<string, string>
  readonly byCategory: boolean
}

function printTools(
  tools: readonly ToolManifest[],
  { states, byCategory }: Listing,
  terminal: Terminal,
): void {
  const { style, print } = terminal
  const rows = tools.map((tool) => [
    `  ${style('cyan', visibleText(tool.name))}`,
    markedAs(states.get(tool.name), tool, terminal),
    firstSentence(tool.description, mostDescription),
  ])
  // One table for all, so that the columns of every category stand below each other.
  const lines = tableLines(rows, shape, terminal)
  if (!byCategory) return print(lines.join('\n'))
  for (const category of new Set(tools.map((tool) => tool.category))) {
    print(style('bold', inOneLine(category)))
    print(lines.filter((_, index) => tools[index]?.category === category).join('\n'))
  }
}

function markedAs(trouble: string | undefined, tool: ToolManifest, { style }: Terminal): string {
  return trouble === undefined ? style('dim', marks(tool)) : style('red', `${trouble}, ${marks(tool)}`)
}

function marks({ permission, type, streaming, confirm }: ToolManifest): string {
  return [
    permission,
    type === 'STATELESS' ? '' : type.toLowerCase(),
    streaming ? 'streams' : '',
    confirm ? 'asks' : '',
  ]
    .filter(Boolean)
    .join(', ')
}

function summary(manifest: ToolManifest): object {
  const { inputSchema: _input, outputSchema: _output, examples: _examples, ...facts } = manifest
  return facts
}

interface LastLine {
  readonly query: string
  readonly category: string | undefined
  readonly configFile: string | undefined
  readonly terminal: Terminal
}

/** What to do next: that depends on what is there. */
function lastLine(
  tools: readonly ToolManifest[],
  { query, category, configFile, terminal }: LastLine,
): string {
  const place = category === undefined ? '' : ` in category "${category}"`
  const filter = query === '' ? place : ` for "${query}"${place}, best match first`
  if (filter !== '' && tools.length > 0)
    return terminal.style('dim', `\n${count(tools.length, 'tool')}${filter}.`)
  if (filter !== '')
    return `No tool${query === '' ? ' is' : ` matches "${query}"`}${place}. Run "toolyard ls" to see all of them.`
  if (tools.some(({ source }) => source !== 'builtin'))
    return terminal.style(
      'dim',
      `\n${count(tools.length, 'tool')}. Look at one with "toolyard show NAME", run it with "toolyard call NAME key=value".`,
    )
  return configFile === undefined
    ? '\nNo toolyard.config.ts here or above. Make a project with "toolyard init", or name a configuration with --config FILE.'
    : '\nNo tools of your own yet. Make the first one with "toolyard new tool get_weather".'
}
