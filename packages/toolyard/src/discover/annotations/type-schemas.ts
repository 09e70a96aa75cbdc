/**
 * JSON Schemas put together as TypeScript puts types together: unions, intersections, `Partial`, `Pick` and the like.
 *
 * @module
 */
import { isDeepStrictEqual } from 'node:util'
import type { JsonSchema } from '../../kernel/index.ts'
import { Unreadable } from './type-tokens.ts'

/** A type as a schema, and whether the value may be left out: `undefined` is one of its members. */
export interface ReadType {
  readonly schema: JsonSchema
  readonly isOptional: boolean
}

/** The schema of a type that says nothing. */
export const anything: JsonSchema = Object.freeze({})
/** The schema of `never`: no value fits. */
export const nothing: JsonSchema = Object.freeze({ not: anything })

export function literal(value: string | number | boolean): JsonSchema {
  return { type: typeof value, enum: [value] }
}

/** Literals become one list of values; everything else, and `null`, stands side by side. */
export function unionOf(members: readonly JsonSchema[]): JsonSchema {
  const [first = nothing] = members
  if (members.length <= 1) return first
  if (members.includes(anything)) return anything
  const values = members.flatMap(({ enum: some }) => some ?? [])
  const types = [...new Set(members.flatMap(({ enum: some, type }) => (some ? [type] : [])))]
  const list =
    values.length === 0 ? [] : [types.length === 1 ? { type: types[0], enum: values } : { enum: values }]
  const all = [...(list as JsonSchema[]), ...members.filter((member) => member.enum === undefined)]
  return all.length === 1 ? (all[0] ?? first) : { anyOf: all }
}

export function intersectionOf(parts: readonly JsonSchema[]): JsonSchema {
  const [first = anything, ...others] = parts
  return others.reduce((whole, part) => {
    requireObject(whole)
    requireObject(part)
    requireSame(whole, part)
    const required = [...new Set([...(whole.required ?? []), ...(part.required ?? [])])]
    return objectOf({
      ...whole,
      ...part,
      properties: { ...whole.properties, ...part.properties },
      required,
    })
  }, first)
}

/** An object with the members of its parents, unless it says more about them itself. */
export function extendedBy([parent]: readonly JsonSchema[], own: JsonSchema): JsonSchema {
  if (!parent) return own
  requireObject(parent)
  const names = Object.keys(own.properties ?? {})
  const inherited = Object.entries(parent.properties ?? {}).filter(([name]) => !names.includes(name))
  const required = (parent.required ?? []).filter((name) => !names.includes(name))
  return intersectionOf([{ ...parent, properties: Object.fromEntries(inherited), required }, own])
}

/** What both say of one name has to be the same: a value must fit both. */
function requireSame(left: JsonSchema, right: JsonSchema): void {
  const known = new Map(Object.entries(left.properties ?? {}))
  for (const [name, schema] of Object.entries(right.properties ?? {})) {
    const other = known.get(name)
    if (other !== undefined && !isDeepStrictEqual(typeOnly(other), typeOnly(schema)))
      throw new Unreadable(`says different things about "${name}"`)
  }
}

function typeOnly(schema: JsonSchema | boolean): unknown {
  if (typeof schema === 'boolean') return schema
  const { description: _, ...type } = schema
  return type
}

/** Without an empty list of what is required. */
export function objectOf({ required = [], ...rest }: JsonSchema): JsonSchema {
  return required.length > 0 ? { ...rest, required } : rest
}

/** `Partial<T>`, `Pick<T, 'a'>` … Undefined if the name is none of them. */
export function utilityOf(name: string, types: readonly JsonSchema[]): JsonSchema | undefined {
  const [type = anything, names] = types
  const count = name === 'Record' || name === 'Pick' || name === 'Omit' ? 2 : 1
  if (types.length !== count) return undefined
  if (name === 'Array' || name === 'ReadonlyArray') return { type: 'array', items: type }
  if (name === 'Readonly') return type
  if (name === 'Record') return recordOf(type, names ?? anything)
  if (!['Partial', 'Required', 'Pick', 'Omit'].includes(name)) return undefined
  requireObject(type)
  const { properties = {}, required = [] } = type
  if (name === 'Partial') return objectOf({ ...type, required: [] })
  if (name === 'Required') return objectOf({ ...type, required: Object.keys(properties) })
  if (!names?.enum) throw new Unreadable(`uses ${name} with names that are not listed`)
  const isKept = (key: string): boolean => (names.enum ?? []).includes(key) === (name === 'Pick')
  return objectOf({
    ...type,
    properties: Object.fromEntries(Object.entries(properties).filter(([key]) => isKept(key))),
    required: required.filter(isKept),
  })
}

function recordOf(keys: JsonSchema, values: JsonSchema): JsonSchema {
  if (keys.enum) {
    const properties = Object.fromEntries(keys.enum.map((key) => [String(key), values]))
    return { type: 'object', properties, required: Object.keys(properties) }
  }
  if (keys.type !== 'string') throw new Unreadable('is a Record whose keys are not text')
  return { type: 'object', additionalProperties: values === nothing ? false : values }
}

function requireObject({ type, anyOf }: JsonSchema): void {
  if (type !== 'object' || anyOf) throw new Unreadable('joins types that are no plain objects')
}
