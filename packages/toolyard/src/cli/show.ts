/** `toolyard show NAME`: one tool, as people read it or as a provider gets it. */
import type { ToolManifest } from '../define/index.ts'
import {
  compileDefinition,
  type CompiledDefinition,
  type DialectName,
  dialectNames,
} from '../dialects/index.ts'
import { didYouMean, type JsonSchema, ToolyardError, visibleText } from '../kernel/index.ts'
import type { ToolService } from '../runtime/index.ts'
import type { CommandContext, CommandRun } from './command.ts'
import { framed } from './framed-text.ts'
import { cut, inOneLine, table, widthOf } from './layout.ts'
import { nearPath } from './ls.ts'
import { openYard } from './open-yard.ts'
import { readSavedExamples } from './saved-examples.ts'
import { type ExitCode, indent, type Terminal } from './terminal.ts'

export interface ShowOptions {
  readonly name: string
  readonly dialect?: string
}

/** Objects inside objects are shown so deep. */
const deepest = 3
/** Of what is no terminal: nothing breaks its lines. */
const unboundedColumns = 1_000_000

export const show: CommandRun<ShowOptions> = async ({ name, dialect }, context) => {
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
  const origin = yard.registry.registrations.get(name)?.file
  if (context.flags.jsonOutput) context.terminal.printJson(manifest)
  else printManifest(manifest, origin, context.terminal)
  return 0
}

/** With the examples that were saved from calls; what is wrong with those is told by `check`. */
async function withSaved({ registry }: ToolService, manifest: ToolManifest): Promise<ToolManifest> {
  const entry = registry.registrations.get(manifest.name)
  const saved = (await readSavedExamples(entry ? [entry] : [])).of(manifest.name)
  return saved.length === 0 ? manifest : { ...manifest, examples: [...(manifest.examples ?? []), ...saved] }
}

/** The tool's manifest, or a mistake with the nearest names. */
export function requireTool(yard: ToolService, name: string): ToolManifest {
  const manifest = yard.registry.registrations.get(name)?.manifest
  if (manifest) return manifest
  const names = yard.registry.toolNames
  throw new ToolyardError('tool_not_found', `there is no tool named "${name}".${didYouMean(name, names)}`, {
    hint: 'Run "toolyard ls" to see all of them.',
  })
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
  print(`${isOurs ? visibleText(manifest.description) : inFrame(manifest.description, terminal)}\n`)
  const asks = manifest.confirm ? ', asks before every call' : ''
  const facts = [
    ['category', inOneLine(manifest.category)],
    ['type', `${manifest.type} (${manifest.source})${manifest.streaming ? ', streams' : ''}`],
    ...(origin === undefined ? [] : [['comes from', inOneLine(nearPath(origin))]]),
    ...(manifest.via ? [['reached as', inOneLine(manifest.via.text)]] : []),
    ['permission', `${manifest.permission}, effects ${manifest.effects}${asks}`],
    ...(manifest.idempotent ? [['idempotent', 'yes']] : []),
    ...(manifest.timeoutMs === undefined ? [] : [['time limit', `${manifest.timeoutMs} ms`]]),
    ...(manifest.tags.length === 0 ? [] : [['tags', inOneLine(manifest.tags.join(', '))]]),
    ['version', `${inOneLine(manifest.version)}, fingerprint ${manifest.fingerprint.slice(0, 12)}`],
  ]
  print(table(facts.map(([name = '', value = '']) => [style('dim', name), value])))
  printFields(manifest.inputSchema, 'parameters', terminal)
  if (manifest.outputSchema?.properties) printFields(manifest.outputSchema, 'output', terminal)
  for (const { title = 'example', input, output } of manifest.examples ?? []) {
    print(`\n${style('dim', inOneLine(title))}\n  ${visibleText(JSON.stringify(input))}`)
    if (output !== undefined) print(`  → ${cut(visibleText(JSON.stringify(output)), 120)}`)
  }
}

/** All that a model would be shown, to the last word: for those who decide about it. */
export function printDefinition(manifest: ToolManifest, { print }: Terminal): void {
  const { title, description, via, inputSchema, outputSchema } = manifest
  const whole = { title, description, via: via?.text, inputSchema, outputSchema }
  print(indent(visibleText(JSON.stringify(whole, undefined, 2))))
}

function printFields(schema: JsonSchema, title: string, terminal: Terminal): void {
  const { style, print } = terminal
  const fields = [...fieldsOf(schema, '')]
  const heads = fields.map(({ path, child, isRequired }) => {
    const optional =
      child['default'] === undefined ? 'optional' : `default ${JSON.stringify(child['default'])}`
    return [
      `  ${style('cyan', inOneLine(path))}`,
      inOneLine(kindOf(child)),
      style('dim', isRequired ? 'required' : inOneLine(optional)),
    ]
  })
  const rows = table(heads.map((head) => [...head, '|']))
    .split('\n')
    .map((row, index) => withWords(row.slice(0, -1), fields[index]?.child.description ?? '', terminal))
  print(`\n${style('bold', title)}${fields.length === 0 ? ': none' : `\n${rows.join('\n')}`}`)
}

/** A description in the line of its field where it fits there, or below it in a frame. */
function withWords(row: string, description: string, terminal: Terminal): string {
  if (description === '') return row.trimEnd()
  const line = `${row}${inOneLine(description)}`
  const fits = terminal.columns === undefined || widthOf(line) <= terminal.columns
  return fits ? line : `${row.trimEnd()}\n${inFrame(description, terminal)}`
}

/** Words of others, which no row of ours can be taken for. */
function inFrame(text: string, { columns = unboundedColumns }: Pick<Terminal, 'columns'>): string {
  return framed(text, { columns }).rows.join('\n')
}

interface Field {
  /** As `call` takes it: `user.name` reaches inside. */
  readonly path: string
  readonly child: JsonSchema
  readonly isRequired: boolean
}

function* fieldsOf(schema: JsonSchema, prefix: string): Generator<Field> {
  for (const [name, given] of Object.entries(schema.properties ?? {})) {
    const child = typeof given === 'object' ? given : {}
    const path = `${prefix}${name}`
    yield { path, child, isRequired: schema.required?.includes(name) ?? false }
    if (path.split('.').length < deepest) yield* fieldsOf(child, `${path}.`)
  }
}

function kindOf(schema: JsonSchema): string {
  if ('const' in schema) return JSON.stringify(schema['const'])
  if (schema.enum) return cut(schema.enum.map((value) => JSON.stringify(value)).join(' | '), 60)
  const branches = schema.anyOf ?? schema.oneOf
  if (branches)
    return cut(
      [...new Set(branches.map((branch) => kindOf(typeof branch === 'object' ? branch : {})))].join(' | '),
      60,
    )
  if (schema.type === 'array' && typeof schema.items === 'object' && !Array.isArray(schema.items))
    return `list of ${kindOf(schema.items as JsonSchema)}`
  return [schema.type ?? 'any'].flat().join(' | ')
}
