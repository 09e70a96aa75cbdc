/**
 * `{ path: String, limit: Number }`: the shortest way to write a schema.
 *
 * @module
 */
import { type JsonSchema, tellValue } from '../kernel/index.ts'
import { SchemaError } from './schema-error.ts'

const shortTypes = new Map<unknown, string>([
  [String, 'string'],
  [Number, 'number'],
  [Boolean, 'boolean'],
  [Array, 'array'],
  [Object, 'object'],
  [BigInt, 'integer'],
])

/** Keys of JSON Schema whose values are words. */
const wordKeys = /^(?:\$.*|type|title|description|const|format|pattern|contentMediaType|contentEncoding)$/

/** No other form has functions in it; words for types, such as `{ path: 'string' }`, are a mistake in this one. */
export function isShortForm(schema: unknown): schema is Record<string, unknown> {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return false
  const fields = Object.entries(schema)
  return (
    fields.some(([, value]) => typeof value === 'function') ||
    (fields.length > 0 && fields.every(([name, value]) => typeof value === 'string' && !wordKeys.test(name)))
  )
}

export function fromShortForm(form: Record<string, unknown>): JsonSchema {
  const properties: Record<string, JsonSchema> = {}
  for (const [name, constructor] of Object.entries(form)) {
    const type = shortTypes.get(constructor)
    if (!type)
      throw new SchemaError(
        `field "${name}" must be String, Number, Boolean, Array, Object or BigInt (a whole number), not ${tellType(constructor)}`,
      )
    properties[name] = { type }
  }
  return { type: 'object', properties, required: Object.keys(form) }
}

function tellType(given: unknown): string {
  return typeof given === 'function' && given.name !== '' ? given.name : tellValue(given)
}
