/** `toolyard show NAME`: one tool, as people read it or as a provider gets it. */
import type { ToolManifest } from '../define/index.ts'
import { compileDefinition, type DialectName, dialectNames } from '../dialects/index.ts'
import { didYouMean, type JsonSchema, ToolyardError, visibleText } from '../kernel/index.ts'
import type { ToolService } from '../runtime/index.ts'
import type { CommandContext, CommandRun } from './command.ts'
import { openYard } from './open-yard.ts'
import { table } from './terminal.ts'

export interface ShowOptions {
  readonly name: string
  readonly dialect?: string
}

export const show: CommandRun<ShowOptions> = async ({ name, dialect }, context) => {
  const { yard } = await openYard(context.flags)
  await using _ = yard
  const manifest = requireTool(yard, name)
  if (dialect !== undefined) return showDialect(manifest, requireDialect(dialect), context)
  if (context.flags.jsonOutput) context.terminal.print(JSON.stringify(manifest, null, 2))
  else printManifest(manifest, context)
  return 0
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
  manifest: ToolManifest,
  dialect: DialectName,
  { terminal, flags }: CommandContext,
): 0 | 1 {
  const { definition, report } = compileDefinition(manifest, dialect, { explanation: 'optional' })
  if (flags.jsonOutput) {
    terminal.print(JSON.stringify({ definition: definition ?? null, report }, null, 2))
    return definition ? 0 : 1
  }
  terminal.print(JSON.stringify(definition ?? null, null, 2))
  terminal.note(`\n${terminal.style('bold', report.fidelity)}${report.strict ? ', strict' : ''}`)
  for (const note of report.notes) terminal.note(`- ${note}`)
  return definition ? 0 : 1
}

function printManifest(manifest: ToolManifest, { terminal }: CommandContext): void {
  const { style, print } = terminal
  print(`${style('bold', manifest.name)}${manifest.title ? `  ${manifest.title}` : ''}`)
  print(`${visibleText(manifest.description)}\n`)
  const facts = [
    ['category', manifest.category],
    ['type', `${manifest.type} (${manifest.source})`],
    [
      'permission',
      `${manifest.permission}, effects ${manifest.effects}${manifest.confirm ? ', asks before every call' : ''}`,
    ],
    ['streaming', manifest.streaming ? 'yes' : 'no'],
    ...(manifest.timeoutMs === undefined ? [] : [['time limit', `${manifest.timeoutMs} ms`]]),
    ...(manifest.tags.length === 0 ? [] : [['tags', manifest.tags.join(', ')]]),
    ['version', `${manifest.version}, fingerprint ${manifest.fingerprint.slice(0, 12)}`],
  ]
  print(table(facts.map(([name = '', value = '']) => [style('dim', name), value])))
  printParameters(manifest.inputSchema, terminal)
  for (const example of manifest.examples ?? [])
    print(`\n${style('dim', example.title ?? 'example')}\n  ${JSON.stringify(example.input)}`)
}

function printParameters(schema: JsonSchema, { style, print }: CommandContext['terminal']): void {
  const entries = Object.entries(schema.properties ?? {})
  if (entries.length === 0) return print(`\n${style('dim', 'takes no parameters')}`)
  print(`\n${style('bold', 'parameters')}`)
  const rows = entries.map(([name, child]) => {
    const known = typeof child === 'object' ? child : {}
    const required = schema.required?.includes(name)
      ? 'required'
      : known['default'] === undefined
        ? 'optional'
        : `default ${JSON.stringify(known['default'])}`
    return [
      `  ${style('cyan', name)}`,
      kindOf(known),
      style('dim', required),
      visibleText(known.description ?? ''),
    ]
  })
  print(table(rows))
}

function kindOf(schema: JsonSchema): string {
  if (schema.enum)
    return schema.enum
      .map((value) => JSON.stringify(value))
      .join('|')
      .slice(0, 40)
  if (typeof schema.type === 'string') return schema.type
  return Array.isArray(schema.type)
    ? schema.type.join('|')
    : schema.anyOf || schema.oneOf
      ? 'one of several'
      : 'any'
}
