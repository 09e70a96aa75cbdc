/**
 * Strict forms of scalars, literals and lists.
 *
 * @module
 */
import { canonicalJson, type JsonSchema } from '../kernel/index.ts'
import { listDecoder, looseLiteralDecoder } from './codec.ts'
import { isSchema, literalsOf, typeOfValue, typesOf } from './schema-walk.ts'
import {
  block,
  inside,
  keepOrTell,
  pick,
  type StrictPlace,
  type StrictNode,
  type StrictPass,
} from './strict-pass.ts'
import { describe } from './words.ts'

export const scalarKeywords: Readonly<Record<string, readonly string[]>> = {
  string: ['pattern', 'format', 'minLength', 'maxLength', 'contentEncoding', 'contentMediaType'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  integer: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
}

export function strictScalar(schema: JsonSchema, pass: StrictPass, place: StrictPlace): StrictNode {
  const type = typesOf(schema)[0] ?? 'null'
  const { kept, sentences } = keepOrTell(pick(schema, scalarKeywords[type] ?? []), pass, place)
  return { schema: { type, ...kept, ...describe({}, sentences) }, decode: undefined }
}

export function strictLiteral(schema: JsonSchema, pass: StrictPass, place: StrictPlace): StrictNode {
  const declared = typesOf(schema)
  const values = literalsOf(schema)
  if (values.length === 0) return block(pass, place, 'no literal fits here')
  if (values.some((value) => typeof value === 'object' && value !== null))
    return block(pass, place, 'a literal is an object or a list')
  const types = [...new Set(values.map((value) => literalType(value, declared)))]
  if (types.length > 1 && types.includes('null') && types.length === 2 && !pass.rules.typeLists) {
    const rest = strictLiteral({ enum: values.filter((value) => value !== null) }, pass, place)
    return { ...rest, schema: { anyOf: [rest.schema, { type: 'null' }] } }
  }
  const type = types.length === 1 ? { type: types[0] as string } : pass.rules.typeLists ? { type: types } : {}
  const literal = 'const' in schema && values[0] !== null ? { const: values[0] } : { enum: values }
  const decode = pass.rules.looseLiterals ? looseLiteralDecoder(values) : undefined
  return values.every((value) => value === null)
    ? { schema: { type: 'null' }, decode: undefined }
    : { schema: { ...type, ...literal }, decode }
}

function literalType(value: unknown, declared: readonly string[]): string {
  const type = typeOfValue(value)
  return type === 'number' && declared.includes('integer') && !declared.includes('number') ? 'integer' : type
}

export function strictList(schema: JsonSchema, pass: StrictPass, place: StrictPlace): StrictNode {
  if ('prefixItems' in schema) return strictTuple(schema, pass, place)
  const { items } = schema
  if (!isSchema(items)) return block(pass, place, 'a list must say what its items are')
  const item = pass.convert(items, inside(place, 'items'))
  const limits = pick(schema, ['minItems', 'maxItems', 'uniqueItems'])
  const { kept, sentences } = keepOrTell(limits, pass, place)
  return {
    schema: { type: 'array', items: item.schema, ...kept, ...describe({}, sentences) },
    decode: listDecoder(item.decode),
  }
}

/** A tuple of equal items is a list of known length; any other has no strict form. */
function strictTuple(schema: JsonSchema, pass: StrictPass, place: StrictPlace): StrictNode {
  const tuple = schema['prefixItems']
  const [first, ...others] = Array.isArray(tuple) ? tuple : []
  const shape = canonicalJson(first ?? null)
  const { maxItems } = schema as { maxItems?: number }
  const rest = schema.items ?? true
  const closed = rest === false || (maxItems !== undefined && maxItems <= others.length + 1)
  const equal = others.every((item) => canonicalJson(item) === shape)
  if (!isSchema(first) || !equal || !(closed || canonicalJson(rest) === shape))
    return block(pass, place, 'a tuple of different items has no strict form')
  const { prefixItems: _, ...plain } = schema
  const length = rest === false ? { maxItems: Math.min(maxItems ?? Infinity, others.length + 1) } : {}
  return strictList({ ...plain, items: first, ...length }, pass, place)
}
