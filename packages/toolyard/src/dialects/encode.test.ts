/**
 * Arguments as a model would send them for a definition: the other way round than `decode`, for tests.
 *
 * @module
 */
import assert from 'node:assert/strict'
import { compileSchema, isPlainObject, type JsonSchema } from '../kernel/index.ts'
import { mergeAllOf } from './merge-all-of.ts'
import { modernise } from './modernise.ts'
import { type AnySchema, follow, isNever, isSchema } from './schema-walk.ts'

export interface ModelSide {
  readonly root: JsonSchema
  /** What a model sends for an optional property that it does not give. */
  readonly absent: 'null' | 'nothing'
}

/** A value as a strict model would write it: absent → null, record → list of { key, value }. */
export function encode(schema: AnySchema, value: unknown, side: ModelSide): unknown {
  const target = flat(schema, side.root)
  if (!isSchema(target) || value === null) return value
  const branches = target.anyOf ?? target.oneOf
  if (branches) {
    const { anyOf: _, oneOf: __, ...beside } = target
    const whole = branches.map((branch): JsonSchema => ({ ...beside, allOf: [branch] }))
    const branch = whole.find((one) => compileSchema({ ...one, $defs: side.root.$defs ?? {} }).check(value))
    assert.ok(branch, 'no branch fits')
    return encode(branch, value, side)
  }
  const { items, prefixItems } = target as { items?: AnySchema; prefixItems?: readonly AnySchema[] }
  if (Array.isArray(value)) return value.map((item) => encode(prefixItems?.[0] ?? items ?? true, item, side))
  return isPlainObject(value) ? encodeObject(target, value, side) : value
}

function encodeObject(target: JsonSchema, value: Record<string, unknown>, side: ModelSide): unknown {
  const { additionalProperties, propertyNames } = target
  const known = isSchema(propertyNames) ? propertyNames.enum : undefined
  if (isSchema(additionalProperties) && !target.properties && !known)
    return Object.entries(value).map(([key, one]) => ({
      key,
      value: encode(additionalProperties, one, side),
    }))
  const properties = known
    ? Object.fromEntries(known.map((name) => [String(name), additionalProperties ?? true]))
    : (target.properties ?? {})
  const sent = Object.entries(properties).filter(
    ([name, child]) => name in value || (side.absent === 'null' && !isNever(child)),
  )
  return Object.fromEntries(
    sent.map(([name, child]) => [name, name in value ? encode(child, value[name], side) : null]),
  )
}

function flat(schema: AnySchema, root: JsonSchema): AnySchema {
  const target = follow(schema, root)
  assert.ok(target !== undefined)
  return isSchema(target) && target.allOf ? (mergeAllOf(target, root) ?? target) : target
}

export function modern(schema: JsonSchema): JsonSchema {
  const result = modernise(schema)
  assert.ok(result.problem === undefined)
  return result.schema
}

/** The names that parameters have on the wire; their order is the same. */
export function renamed(value: unknown, root: JsonSchema, wire: JsonSchema): unknown {
  const names = Object.keys(root.properties ?? {})
  const wireNames = Object.keys(wire.properties ?? {})
  if (!isPlainObject(value) || names.length !== wireNames.length) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [wireNames[names.indexOf(name)] ?? name, one]),
  )
}

/** What is left of a value if null can only mean "not given". */
export function withoutNulls(value: unknown): unknown {
  return isPlainObject(value)
    ? Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null))
    : value
}
