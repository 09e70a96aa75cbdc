/** `toolyard sync`: brings the catalogue in step with the tools that are there, and says what that changed. */
import { visibleText } from '../../../kernel/index.ts'
import { renderChanges, type SyncReport, type ToolChange } from '../../../registry/index.ts'
import type { CommandRun } from '../../command.ts'
import { indent, type Terminal } from '../../terminal/terminal.ts'
import { openYard } from '../../yard/open-yard.ts'
import type { SyncOptions } from './sync.ts'

const kinds = ['created', 'updated', 'unchanged', 'removed', 'invalid', 'held'] as const
/** Names on one line, if a person reads; a machine gets all of them. */
const mostNames = 30

export const syncCatalogue: CommandRun<SyncOptions> = async ({ dryRun = false }, context) => {
  const { terminal, flags } = context
  const { yard } = await openYard(context, { sync: false, servers: 'patient' })
  await using _ = yard
  const report = await yard.catalogue.sync({ dryRun })
  const exitCode = report.invalid.length > 0 ? 1 : 0
  if (flags.jsonOutput) {
    terminal.printJson({ ...report, dryRun, database: yard.store.location })
    return exitCode
  }
  printLists(report, terminal)
  for (const change of report.changes) printChange(change, terminal)
  if (dryRun) terminal.print(terminal.style('dim', '\nNothing was written (--dry-run).'))
  return exitCode
}

/** The first three always, the others if there are any. */
function printLists(report: SyncReport, { print, style, columns }: Terminal): void {
  for (const [index, kind] of kinds.entries()) {
    const names = report[kind]
    if (index > 2 && names.length === 0) continue
    const shown = columns === undefined ? names : names.slice(0, mostNames)
    const more = names.length - shown.length
    const list = [
      ...shown.map((name) => `'${visibleText(name)}'`),
      ...(more > 0 ? [`… ${more} more`] : []),
    ].join(', ')
    print(`${style('bold', `${kind[0]?.toUpperCase()}${kind.slice(1)}:`)} [${list}]`)
  }
}

function printChange(
  { tool, kind, version, comparison, error, agents }: ToolChange,
  terminal: Terminal,
): void {
  const isWorthTelling = kind !== 'created' && (comparison || error !== undefined || agents.length > 0)
  if (!isWorthTelling) return
  const { print, style } = terminal
  const verdict = comparison
    ? style(comparison.verdict === 'breaking' ? 'red' : 'green', `, ${comparison.verdict}`)
    : ''
  print(
    `\n${style('cyan', visibleText(tool))} ${kind}${version > 0 ? ` (version ${version})` : ''}${verdict}`,
  )
  if (error !== undefined) print(indent(visibleText(error)))
  if (comparison) print(indent(renderChanges(comparison)))
  if (agents.length > 0) print(indent(`affects ${agents.map((name) => visibleText(name)).join(', ')}`))
  if (kind === 'held') print(indent(style('dim', `accept it with: toolyard accept ${tool}`)))
}
