/** `toolyard ls`: the tools that are there, and the files that could not be loaded. */
import type { ToolManifest } from '../define/index.ts'
import type { CommandContext, CommandRun } from './command.ts'
import { openYard } from './open-yard.ts'
import { firstSentence, table } from './terminal.ts'

export interface LsOptions {
  readonly query?: string | undefined
  readonly category?: string
}

export const ls: CommandRun<LsOptions> = async ({ query, category }, context) => {
  const { terminal, flags } = context
  const { yard, configFile } = await openYard(flags)
  await using _ = yard
  const found =
    query === undefined
      ? yard.registry.listAll()
      : yard.registry.search(query, 50).map(({ manifest }) => manifest)
  const tools = category === undefined ? found : found.filter((manifest) => manifest.category === category)
  if (flags.jsonOutput) {
    terminal.print(JSON.stringify({ tools: tools.map(summary), problems: yard.problems }, null, 2))
    return 0
  }
  if (tools.length > 0) printTools(tools, context)
  else terminal.print(nothing(query ?? category, configFile))
  for (const { file, reason, hint } of yard.problems)
    terminal.note(`${terminal.style('red', 'not loaded')} ${file}: ${reason}${hint ? ` (${hint})` : ''}`)
  return 0
}

function printTools(tools: readonly ToolManifest[], { terminal }: CommandContext): void {
  const { style } = terminal
  const categories = [...new Set(tools.map(({ category }) => category))].toSorted((left, right) =>
    left.localeCompare(right),
  )
  for (const category of categories) {
    terminal.print(style('bold', category))
    const rows = tools
      .filter((tool) => tool.category === category)
      .map((tool) => [
        `  ${style('cyan', tool.name)}`,
        style('dim', marks(tool)),
        firstSentence(tool.description),
      ])
    terminal.print(table(rows))
  }
  terminal.print(
    style(
      'dim',
      `\n${tools.length} tool${tools.length === 1 ? '' : 's'}. Look at one with "show NAME", run it with "call NAME key=value".`,
    ),
  )
}

function marks({ permission, type, streaming, confirm }: ToolManifest): string {
  return [
    permission,
    type === 'STATELESS' ? '' : type.toLowerCase(),
    streaming ? 'streams' : '',
    confirm ? 'asks' : '',
  ]
    .filter(Boolean)
    .join(',')
}

function summary({
  name,
  description,
  category,
  type,
  source,
  permission,
  effects,
  streaming,
  confirm,
  tags,
  version,
  fingerprint,
}: ToolManifest): object {
  return {
    name,
    description,
    category,
    type,
    source,
    permission,
    effects,
    streaming,
    confirm,
    tags,
    version,
    fingerprint,
  }
}

function nothing(filter: string | undefined, configFile: string | undefined): string {
  if (filter !== undefined) return `No tool matches "${filter}". Run "toolyard ls" to see all of them.`
  if (configFile !== undefined) return 'No tools yet. Make the first one with "toolyard new tool hello".'
  return 'No toolyard.config.ts here. Make the first tool with "toolyard new tool hello", or name a configuration with --config FILE.'
}
