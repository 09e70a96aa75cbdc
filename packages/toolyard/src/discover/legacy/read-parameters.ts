/**
 * The parameters of a legacy tool as JSON Schema: `[parameters_schema]`, or `[parameters]` in the forms in which it is found.
 *
 * @module
 */
import { isPlainObject } from '../../kernel/index.ts'
import type { Table } from './table.ts'

type LegacySchema = Readonly<Record<string, unknown>>

const schemaWords: readonly string[] = [
  'type',
  'properties',
  'required',
  '$schema',
  '$ref',
  '$defs',
  'allOf',
  'anyOf',
  'oneOf',
  'additionalProperties',
]

/** Undefined if the file says nothing of parameters. */
export function readParameters(table: Table): LegacySchema | undefined {
  const key = table.value('parameters_schema') === undefined ? 'parameters' : 'parameters_schema'
  const written = table.table(key)
  if (!written) return undefined
  const schema = Object.fromEntries(written.keys.map((name) => [name, written.value(name)]))
  if (key === 'parameters' && !isSchema(schema)) return fromNames(schema, written)
  return withObject(hoisted(schema, key, written))
}

/** A parameter may be called `type` or `required` too: then it is a table with a schema of its own. */
function isSchema(schema: LegacySchema): boolean {
  return (
    schemaWords.some(
      (word) => word in schema && !(isPlainObject(schema[word]) && word !== 'properties' && word !== '$defs'),
    ) || isPlainObject(schema['properties'])
  )
}

/**
 * Behind `[parameters_schema.properties]` TOML takes `required = …` and `parameters_schema.required = …` for properties, and
 * so they stand in nearly every file. No property is a list, and none is a table of these words alone.
 */
function hoisted(schema: LegacySchema, key: string, table: Table): LegacySchema {
  const { properties } = schema
  if (!isPlainObject(properties)) return schema
  const { [key]: nested, ...others } = properties
  const moved: Record<string, unknown> = {}
  const isMisplaced = isPlainObject(nested) && !('type' in nested) && Object.keys(nested).every(isFree)
  if (isMisplaced) Object.assign(moved, nested)
  const kept: Record<string, unknown> = isMisplaced ? others : { ...properties }
  if (Array.isArray(kept['required'])) {
    moved['required'] = kept['required']
    delete kept['required']
  }
  if (Object.keys(moved).length === 0) return schema
  table.table('properties')?.note(isMisplaced ? key : 'required', {
    reason: `${Object.keys(moved).join(', ')} stands below [${key}.properties], where TOML takes it for a parameter; it is read as part of [${key}]`,
    hint: `Write it before [${key}.properties].`,
  })
  return { ...schema, ...moved, properties: kept }
}

function isFree(word: string): boolean {
  return word === 'required' || word === 'additionalProperties'
}

/**
 * `[parameters]` without a schema's words: a table for each parameter (`[parameters.city]`, perhaps with `required = true`), or
 * a value for each, which is its default.
 */
function fromNames(written: LegacySchema, table: Table): LegacySchema {
  const required: string[] = []
  const properties = Object.entries(written).map(([name, value]) => {
    if (!isPlainObject(value)) {
      table.note(name, {
        reason: `parameters.${name} is a value, not a schema: it is read as a parameter with this default`,
        hint: `Write [parameters.properties.${name}] with type, description and default.`,
      })
      return [name, { type: typeOf(value), default: value }] as const
    }
    const { required: isRequired, ...schema } = value
    if (isRequired === true) required.push(name)
    return [name, typeof isRequired === 'boolean' ? schema : value] as const
  })
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
  }
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}

function withObject(schema: LegacySchema): LegacySchema {
  const isOther = schemaWords.slice(4, 9).some((word) => word in schema)
  return 'type' in schema || isOther ? schema : { type: 'object', ...schema }
}
