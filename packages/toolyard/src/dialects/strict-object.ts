/**
 * Strict forms of objects: closed, every property listed; records as lists of `{ key, value }`.
 *
 * An object that names properties and says nothing of others is closed here, as it is when its arguments are validated.
 *
 * @module
 */
import { type JsonSchema, prototypeKeys } from '../kernel/index.ts'
import { type FieldDecoder, objectDecoder, recordDecoder } from './codec.ts'
import { withNamedKeys } from './named-keys.ts'
import { type AnySchema, follow, isNever, isSchema } from './schema-walk.ts'
import { acceptsNull, nullable } from './strict-nullable.ts'
import {
  block,
  inside,
  keepOrTell,
  pick,
  type StrictPlace,
  type StrictNode,
  type StrictPass,
} from './strict-pass.ts'
import { placeOf, plainProperty } from './strict-plain.ts'
import { describe, wordsFor } from './words.ts'

export function strictObject(schema: JsonSchema, pass: StrictPass, place: StrictPlace): StrictNode {
  const named = withNamedKeys(schema)
  if (isRecord(named)) return strictRecord(named, pass, place)
  if (isOpen(named)) return block(pass, place, 'an object with named properties takes others besides')
  return strictFields(named, pass, place)
}

/** Whether an object is a map from any key to values of one kind. */
function isRecord(schema: JsonSchema): boolean {
  const { properties = {}, additionalProperties } = withNamedKeys(schema)
  if (Object.keys(properties).length > 0) return false
  return additionalProperties === undefined ? schema.properties === undefined : additionalProperties !== false
}

function isOpen({ additionalProperties }: JsonSchema): boolean {
  return additionalProperties !== undefined && additionalProperties !== false
}

function strictRecord(schema: JsonSchema, pass: StrictPass, place: StrictPlace): StrictNode {
  const { additionalProperties = true, propertyNames, required } = schema
  const value = pass.convert(additionalProperties, inside(place, 'additionalProperties'))
  const names = isSchema(propertyNames) ? { ...propertyNames, type: 'string' } : { type: 'string' }
  const key = pass.convert(names, inside(place, 'propertyNames'))
  const limits = { minItems: schema['minProperties'], maxItems: schema['maxProperties'] }
  const { kept, sentences } = keepOrTell(limits, pass, place)
  const must = required?.length ? [wordsFor('required', required) ?? ''] : []
  const told = ['A list of { key, value }; no key twice.', ...must, ...sentences]
  pass.notes.add('adapted', place.path, 'a record becomes a list of { key, value }')
  const items = {
    type: 'object',
    properties: { key: key.schema, value: value.schema },
    required: ['key', 'value'],
    additionalProperties: false,
  }
  return {
    schema: { type: 'array', items, ...kept, ...describe({}, told) },
    decode: recordDecoder(value.decode),
  }
}

/** Lists up to here are searched as they are. */
const few = 16

interface StrictField {
  readonly schema: AnySchema
  readonly required: boolean
}

function strictFields(schema: JsonSchema, pass: StrictPass, place: StrictPlace): StrictNode {
  const { properties = {}, required = [] } = schema
  const missing = required.find((name) => !Object.hasOwn(properties, name))
  if (missing !== undefined) return block(pass, place, `"${missing}" is required and not described`)
  let decoders: Map<string, FieldDecoder> | undefined
  const wire: Record<string, JsonSchema> = {}
  const must = required.length > few ? new Set(required) : undefined
  for (const name of Object.keys(properties)) {
    if (prototypeKeys.has(name)) return block(pass, place, `"${name}" is not accepted as a key`)
    const child = properties[name] as AnySchema
    const isRequired = must ? must.has(name) : required.includes(name)
    if (!isRequired && isNever(child)) continue
    const node =
      (isRequired ? plainProperty(child, pass, { object: place, name }) : undefined) ??
      strictField({ schema: child, required: isRequired }, pass, placeOf({ object: place, name }))
    const dropNull = pass.rules.optional === 'nullable' && !isRequired
    if (node.decode !== undefined || dropNull)
      (decoders ??= new Map()).set(name, { decode: node.decode, dropNull })
    wire[name] = node.schema
  }
  const limits = pick(schema, ['minProperties', 'maxProperties', 'propertyNames'])
  const { sentences } = keepOrTell(limits, pass, place)
  const names = pass.rules.optional === 'nullable' ? Object.keys(wire) : [...required]
  return {
    schema: {
      type: 'object',
      properties: wire,
      required: names,
      additionalProperties: false,
      ...describe({}, sentences),
    },
    decode: decoders && objectDecoder(decoders),
  }
}

function strictField(field: StrictField, pass: StrictPass, place: StrictPlace): StrictNode {
  const node = pass.convert(field.schema, place)
  if (field.required || pass.rules.optional === 'kept') return node
  const byDefault = isSchema(field.schema) ? field.schema['default'] : undefined
  if (byDefault !== null && acceptsNull(field.schema, pass.root))
    pass.notes.add('lossy', place.path, 'null is read as "not given": the model cannot send null here')
  else pass.notes.add('adapted', place.path, 'an optional property becomes required and nullable')
  return nullable(node, pass.rules)
}

/** Whether a value may come as a record, and whether as a list: sent as lists, the two could not be told apart. */
export function listKinds(
  schema: AnySchema,
  root: JsonSchema,
  seen = new Set<unknown>(),
): { readonly record: boolean; readonly list: boolean } {
  const target = follow(schema, root)
  if (!isSchema(target) || seen.has(target)) return { record: false, list: false }
  seen.add(target)
  const inner = [...(target.anyOf ?? []), ...(target.oneOf ?? []), ...(target.allOf ?? [])]
  const kinds = inner.map((branch) => listKinds(branch, root, seen))
  const is = (type: string): boolean => target.type === type || (target.type?.includes(type) ?? false)
  return {
    record: (is('object') && inner.length === 0 && isRecord(target)) || kinds.some(({ record }) => record),
    list: is('array') || kinds.some(({ list }) => list),
  }
}
