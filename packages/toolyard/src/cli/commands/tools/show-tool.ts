/** `toolyard show NAME`: one tool, as people read it or as a provider gets it. */
import type { ToolManifest } from '../../../define/index.ts'
import {
  compileDefinition,
  type CompiledDefinition,
  type DialectName,
  dialectNames,
} from '../../../dialects/index.ts'
import { didYouMean, type JsonSchema, ToolyardError, visibleText } from '../../../kernel/index.ts'
import type { ToolService } from '../../../runtime/index.ts'
import type { CommandContext, CommandRun } from '../../command.ts'
import { framed } from '../../terminal/framed-text.ts'
import { cut, inOneLine, wrapped } from '../../terminal/layout.ts'
import { nearPath } from '../../terminal/near-path.ts'
import { factTable } from '../../terminal/table.ts'
import { type ExitCode, indent, type Terminal } from '../../terminal/terminal.ts'
import { openYard } from '../../yard/open-yard.ts'
import { requireTool } from '../../yard/require-tool.ts'
import { readSavedExamples } from '../../../testing/examples/index.ts'
import { fieldTable, kindOf } from './show-fields.ts'
import type { ShowOptions } from './show.ts'

export const showTool: CommandRun<ShowOptions> = async ({ name, dialect }, context) => {
  const known = dialect === undefined ? undefined : requireDialect(dialect)
  const { yard, config } = await openYard(context, { database: 'never', servers: [name] })
  await using _ = yard
  const own = requireTool(yard, name)
  if (known !== undefined)
    return showDialect(
      compileDefinition(own, known, { explanation: config.explanation ?? 'optional' }),
      context,
    )
  const manifest = await withSaved(yard, own)
  const origin = yard.registry.snapshot().get(name)?.file
  if (context.flags.jsonOutput) context.terminal.printJson(manifest)
  else printManifest(manifest, origin, context.terminal)
  return 0
}

/** With the examples that were saved from calls; what is wrong with those is told by `check`. */
async function withSaved({ registry }: ToolService, manifest: ToolManifest): Promise<ToolManifest> {
  const entry = registry.snapshot().get(manifest.name)
  const saved = (await readSavedExamples(entry ? [entry] : [])).of(manifest.name)
  return saved.length === 0 ? manifest : { ...manifest, examples: [...(manifest.examples ?? []), ...saved] }
}

function requireDialect(dialect: string): DialectName {
  const found = dialectNames.find((known) => known === dialect)
  if (found) return found
  throw new ToolyardError(
    'invalid_arguments',
    `"${dialect}" is not a dialect.${didYouMean(dialect, dialectNames)}`,
    { hint: `Dialects: ${dialectNames.join(', ')}.` },
  )
}

function showDialect(
  { definition, report }: CompiledDefinition,
  { terminal, flags }: CommandContext,
): ExitCode {
  const exitCode = definition ? 0 : 1
  if (flags.jsonOutput) {
    terminal.printJson({ definition: definition ?? null, report })
    return exitCode
  }
  if (definition) terminal.printJson(definition)
  terminal.note(`\n${terminal.noteStyle('bold', report.fidelity)}${report.strict ? ', strict' : ''}`)
  for (const note of report.notes) terminal.note(`- ${note}`)
  return exitCode
}

function printManifest(manifest: ToolManifest, origin: string | undefined, terminal: Terminal): void {
  const { style, print } = terminal
  print(`${style('bold', manifest.name)}${manifest.title ? `  ${inOneLine(manifest.title)}` : ''}`)
  const isOurs = manifest.source === 'builtin' || manifest.source === 'app'
  const description = isOurs
    ? wrapped(visibleText(manifest.description), terminal.tableColumns)
    : framed(manifest.description, { columns: terminal.tableColumns }).rows.join('\n')
  print(`${description}\n`)
  const asks = manifest.confirm ? ', asks before every call' : ''
  const facts: (readonly [string, string])[] = [
    ['category', inOneLine(manifest.category)],
    ['type', `${manifest.type} (${manifest.source})${manifest.streaming ? ', streams' : ''}`],
    ...(origin === undefined ? [] : [['comes from', inOneLine(nearPath(origin))] as const]),
    ...(manifest.via ? [['reached as', inOneLine(manifest.via.text)] as const] : []),
    ['permission', `${manifest.permission}, effects ${manifest.effects}${asks}`],
    ...(manifest.idempotent ? [['idempotent', 'yes'] as const] : []),
    ...(manifest.timeoutMs === undefined ? [] : [['time limit', `${manifest.timeoutMs} ms`] as const]),
    ...(manifest.tags.length === 0 ? [] : [['tags', inOneLine(manifest.tags.join(', '))] as const]),
    ['version', `${inOneLine(manifest.version)}, fingerprint ${manifest.fingerprint.slice(0, 12)}`],
  ]
  print(factTable(facts, terminal))
  printFields('parameters', { schema: manifest.inputSchema, none: 'none' }, terminal)
  const { outputSchema: schema } = manifest
  if (schema) printFields('output', { schema, none: kindOf(schema, schema) }, terminal)
  for (const { title = 'example', input, output } of manifest.examples ?? []) {
    print(`\n${style('dim', inOneLine(title))}\n  ${visibleText(JSON.stringify(input))}`)
    if (output !== undefined)
      print(`  → ${cut(visibleText(JSON.stringify(output)), terminal.tableColumns - 4)}`)
  }
}

/** All that a model would be shown, to the last word: for those who decide about it. */
export function printDefinition(manifest: ToolManifest, { print }: Terminal): void {
  const { title, description, via, inputSchema, outputSchema } = manifest
  const whole = { title, description, via: via?.text, inputSchema, outputSchema }
  print(indent(visibleText(JSON.stringify(whole, undefined, 2))))
}

function printFields(
  title: string,
  { schema, none }: { readonly schema: JsonSchema; readonly none: string },
  terminal: Terminal,
): void {
  const fields = fieldTable(schema, terminal)
  terminal.print(
    `\n${terminal.style('bold', title)}${fields === '' ? `: ${inOneLine(none)}` : `\n${fields}`}`,
  )
}
