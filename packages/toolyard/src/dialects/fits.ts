/**
 * Which branch of a union a value was written for: a structural check in the small language of strict schemas.
 *
 * It looks at types, literals, keys and items, never at bounds or patterns, and compiles nothing.
 *
 * @module
 */
import { canonicalJson, isPlainObject, type JsonSchema, resolveRef } from '../kernel/index.ts'
import type { Decoder } from './codec.ts'
import { isSchema, typeOfValue, typesOf } from './schema-walk.ts'

const maxDepth = 64
/** How many comparisons one value may take: nested unions would otherwise double at every level. */
const maxSteps = 10_000

export interface FitsAt {
  /** Where references lead; asked late, because definitions are still being made when a union is. */
  readonly root: () => JsonSchema
  /** Literals are compared without regard to case. */
  readonly loose?: boolean
  readonly depth?: number
  readonly steps?: { left: number }
}

export function fits(schema: unknown, value: unknown, at: FitsAt): boolean {
  const { depth = 0, steps = { left: maxSteps } } = at
  if (typeof schema === 'boolean') return schema
  if (!isSchema(schema) || depth > maxDepth || steps.left-- <= 0) return false
  const deeper = { ...at, depth: depth + 1, steps }
  if (schema.$ref !== undefined) return fits(resolveRef(at.root(), schema.$ref), value, deeper)
  if (schema.anyOf !== undefined) return schema.anyOf.some((branch) => fits(branch, value, deeper))
  if ('const' in schema) return same(schema['const'], value, at)
  if (schema.enum !== undefined) return schema.enum.some((literal) => same(literal, value, at))
  if (!fitsType(schema, value)) return false
  if (Array.isArray(value)) {
    const { items } = schema
    return !isSchema(items) || value.every((item) => fits(items, item, deeper))
  }
  return !isPlainObject(value) || fitsObject(schema, value, deeper)
}

interface UnionBranch {
  readonly schema: JsonSchema
  readonly decode: Decoder | undefined
}

/** Decodes by the first branch that a value fits. */
export function unionDecoder(branches: readonly UnionBranch[], root: () => JsonSchema): Decoder | undefined {
  if (branches.every(({ decode }) => decode === undefined)) return undefined
  return (value, depth) => {
    const branch =
      branches.find(({ schema }) => fits(schema, value, { root })) ??
      branches.find(({ schema }) => fits(schema, value, { root, loose: true }))
    return branch?.decode ? branch.decode(value, depth) : value
  }
}

function fitsType(schema: JsonSchema, value: unknown): boolean {
  const types = typesOf(schema)
  if (types.length === 0 || types.includes(typeOfValue(value))) return true
  return types.includes('integer') && Number.isInteger(value)
}

function fitsObject(schema: JsonSchema, value: Record<string, unknown>, at: FitsAt): boolean {
  const { properties = {}, required = [], additionalProperties } = schema
  if (!required.every((name) => Object.hasOwn(value, name))) return false
  const propertyOf = (name: string): unknown =>
    (Object.hasOwn(properties, name) ? properties[name] : additionalProperties) ?? true
  const names = Object.keys(value)
  const literal = names.filter((name) => isLiteral(propertyOf(name)))
  return [...literal, ...names].every((name) => fits(propertyOf(name), value[name], at))
}

/** Literals are looked at first: they tell branches apart at once. */
function isLiteral(schema: unknown): boolean {
  return isSchema(schema) && ('const' in schema || 'enum' in schema)
}

function same(literal: unknown, value: unknown, at: FitsAt): boolean {
  if (typeof literal === 'string' && typeof value === 'string')
    return literal === value || (at.loose === true && literal.toLowerCase() === value.toLowerCase())
  return typeOfValue(literal) === typeOfValue(value) && canonicalJson(literal) === canonicalJson(value)
}
