/**
 * From one tool file, in either shape, to one definition: plain data, and no tool yet.
 *
 * @module
 */
import { basename } from 'node:path'
import type { ToolExample } from '../../define/index.ts'
import { didYouMean, isPlainObject, toolNamePattern, toSnakeCase } from '../../kernel/index.ts'
import { toolNameOf } from '../../kinds/mcp/definition/index.ts'
import type { LegacyDefinition, LegacyFacts, LegacyWay } from './legacy-registry.ts'
import { findFunction } from './read-function.ts'
import { type LegacyServers, readMcp } from './read-mcp.ts'
import { readParameters } from './read-parameters.ts'
import { readRest } from './read-rest.ts'
import type { TableContext } from './table.ts'
import { milliseconds, seconds } from './times.ts'
import { kindNames, type LegacyType, typeOfKind } from './tool-keys.ts'
import { tablesOf, type ToolTables } from './tool-tables.ts'

export interface ToolFileContext extends TableContext {
  readonly project: string
  /** The kind in whose table of the registry the file stands. */
  readonly kind: string | undefined
  readonly servers: LegacyServers
}

export interface ReadTool {
  /** As callers know it. */
  readonly name: string
  /** What tool sets may call it: its name, its id, its name in the file, the name of its file. */
  readonly names: readonly string[]
  readonly type: LegacyType | undefined
  readonly isEnabled: boolean
  /** Undefined if the file can't be used; the findings say why. */
  readonly definition: LegacyDefinition | undefined
}

export async function readDefinition(context: ToolFileContext): Promise<ReadTool> {
  const { toml, findings } = context
  const tables = tablesOf(context)
  const type = readType(tables, context.kind)
  const naming = readName(tables, toml.file)
  const { isEnabled } = tables
  const names = [naming.name, ...naming.others, basename(toml.file).replace(/\.toml$/, '')]
  const read = { name: naming.name, names, type, isEnabled, definition: undefined }
  if (type === undefined) return read
  tables.checkKeys(type)
  const facts = readFacts(tables, naming, type)
  const way = await readWay(tables, { type, facts, context })
  if (findings.isBroken || way === undefined) return read
  const ratePerMinute = tables.of('rate_limit').table('rate_limit')?.number('requests_per_minute')
  const definition = {
    file: toml.file,
    type,
    facts,
    way,
    ...(ratePerMinute !== undefined && { ratePerMinute }),
  }
  if (way.kind !== 'mcp' || !way.isDynamic) return { ...read, definition }
  return { ...read, name: toolNameOf(way.mcp.server, way.mcp.name), definition }
}

function readType(tables: ToolTables, kind: string | undefined): LegacyType | undefined {
  const flat = tables.of('tool_type')
  const [table, key] =
    flat.value('tool_type') === undefined ? [tables.of('type'), 'type'] : [flat, 'tool_type']
  const written = table.filled(key)
  const type = typeOfKind[(written ?? kind ?? '').toLowerCase()]
  if (type !== undefined) return type
  return table.refuse(key, {
    reason:
      written === undefined
        ? 'the kind of the tool is missing'
        : `${key} "${written}" is not known.${didYouMean(written.toLowerCase(), kindNames)}`,
    hint: 'Write tool_type = "builtin", "native", "rest" or "mcp".',
  })
}

interface ToolNaming {
  readonly name: string
  readonly title: string | undefined
  readonly others: readonly string[]
}

const callable = /^[a-z_][a-zA-Z0-9_-]{0,63}$/

/**
 * `name` if a model can write it, else `id`: files of the nested shape often have a name for people there (`计算器`), which
 * becomes the title.
 */
function readName(tables: ToolTables, file: string): ToolNaming {
  const written = tables.of('name').filled('name')?.trim()
  const id = tables.of('id').filled('id')?.trim()
  const given = [written, id].flatMap((one) => one || [])
  const name = given.find((one) => callable.test(one)) ?? given.find((one) => toolNamePattern.test(one))
  if (name !== undefined)
    return {
      name,
      title: written === name ? undefined : written,
      others: given.filter((one) => one !== name),
    }
  const suggestion = toSnakeCase(written ?? basename(file).replace(/\.toml$/, '')) || 'my_tool'
  tables.of('name').refuse('name', {
    reason:
      given.length === 0 ? 'name is missing' : `name "${given[0] ?? ''}" is not one that a model can call`,
    hint: `Use 1-64 letters, digits, "_" or "-", starting with a letter, as in name = "${suggestion}".`,
  })
  return { name: written ?? id ?? basename(file), title: undefined, others: [] }
}

function readFacts(tables: ToolTables, { name, title }: ToolNaming, type: LegacyType): LegacyFacts {
  const description = tables.of('description').filled('description')?.trim()
  if (!description && typeof (tables.of('description').value('description') ?? '') === 'string')
    tables.of('description').refuse('description', {
      reason: `"${name}" has no description`,
      hint: 'Say in one sentence what the tool does, then when to use it.',
    })
  const category = (either(tables, 'category') ?? tables.metadata).filled('category')
  const version = readVersion(tables)
  const tags = (either(tables, 'tags') ?? tables.metadata).texts('tags') ?? []
  const inputSchema = readParameters(tables.of(parameterKey(tables)))
  const timeoutMs = type === 'REST' ? undefined : readTimeout(tables, type)
  const examples = readExamples(tables)
  if (type === 'STATEFUL') noteState(tables)
  return {
    name,
    ...(title !== undefined && { title }),
    description: description ?? '',
    ...(category !== undefined && { category }),
    ...(version !== undefined && { version }),
    tags: [...new Set(tags)],
    ...(inputSchema && { inputSchema }),
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(examples.length > 0 && { examples }),
  }
}

function either(tables: ToolTables, key: string): ReturnType<ToolTables['of']> | undefined {
  const table = tables.of(key)
  return table.value(key) === undefined ? undefined : table
}

function parameterKey(tables: ToolTables): string {
  return either(tables, 'parameters_schema') ? 'parameters_schema' : 'parameters'
}

/** `version = 2` is as good as `version = "2"`. */
function readVersion(tables: ToolTables): string | undefined {
  const table = either(tables, 'version') ?? tables.metadata
  const value = table.value('version')
  return typeof value === 'number' ? String(value) : table.filled('version')
}

function readExamples(tables: ToolTables): ToolExample[] {
  const table = tables.of('examples')
  const written = table.value('examples')
  if (written === undefined) return []
  if (!Array.isArray(written) || !written.every(isPlainObject)) {
    table.warn('examples', {
      reason: 'examples must be a list of calls',
      hint: 'Write [[examples]] with description and [examples.parameters].',
    })
    return []
  }
  return written.flatMap(({ description, parameters, input = parameters }) =>
    isPlainObject(input) ? [{ ...(typeof description === 'string' && { title: description }), input }] : [],
  )
}

function readTimeout(tables: ToolTables, type: LegacyType): number | undefined {
  const own = type === 'MCP' ? milliseconds(tables.setting('timeout'), 'timeout') : undefined
  return own ?? seconds(tables.of('timeout'), 'timeout')
}

function noteState(tables: ToolTables): void {
  const table = either(tables, 'state_config')
  table?.note('state_config', {
    reason: 'state_config is not read: an instance lives as long as its thread',
    hint: 'Set calls.threadIdleMs in the configuration to end threads that are idle.',
  })
}

interface DefinitionSource {
  readonly type: LegacyType
  readonly facts: LegacyFacts
  readonly context: ToolFileContext
}

async function readWay(
  tables: ToolTables,
  { type, facts, context }: DefinitionSource,
): Promise<LegacyWay | undefined> {
  if (type === 'REST') {
    const read = readRest(tables, facts.inputSchema)
    return read && { kind: 'rest', ...read }
  }
  if (type === 'MCP') {
    const read = readMcp(
      tables,
      { name: facts.name, hasSchema: facts.inputSchema !== undefined },
      context.servers,
    )
    return read && { kind: 'mcp', mcp: read.mcp, isDynamic: read.isDynamic }
  }
  return readFunction(tables, context)
}

async function readFunction(tables: ToolTables, context: ToolFileContext): Promise<LegacyWay | undefined> {
  const places = [
    [tables.of('function_path'), 'function_path'],
    [tables.setting('functionPath'), 'functionPath'],
    [tables.setting('executor'), 'executor'],
    [tables.metadata, 'executor'],
  ] as const
  const [table, key] = places.find(([place, name]) => place.value(name) !== undefined) ?? places[0]
  const path = table.filled(key)
  if (path === undefined) {
    if (table.value(key) === undefined)
      table.refuse(key, {
        reason: 'function_path is missing: nothing says which function to run',
        hint: 'Write function_path = "src/tools/sum.ts:sum", or register the tool in code and remove this file.',
      })
    return undefined
  }
  const found = await findFunction(path, { file: context.toml.file, project: context.project })
  return 'reason' in found ? table.refuse(key, found) : { kind: 'function', ...found }
}
