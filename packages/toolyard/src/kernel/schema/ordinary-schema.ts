/**
 * Most schemas of tools at a glance: objects of scalars, literals and lists, a few levels deep.
 *
 * `true` means that `checkSchema` has nothing to say, told without a path, a set or a closure for any place. `false`
 * means nothing: whatever is not simple and plainly right is for `checkSchema` to look at. Names that every object has without
 * saying so (`toString`) are not ordinary: the compiler would take them for given.
 *
 * @module
 */
import type { JsonObject } from '../json.ts'

const maxDepth = 12
/** Each becomes code: the compiler can't take lists of any length. */
const maxWords = 500
const limits = { nodes: 2000, text: 100_000 }

interface SchemaBudget {
  nodes: number
  text: number
  /** Where a schema is only checked: names of definitions that it refers to, as they are found. */
  readonly refs?: Set<string>
}

export function isOrdinarySchema(schema: unknown): boolean {
  return isOrdinary(schema, maxDepth, { ...limits })
}

/** What counts towards the limits of a schema, and the definitions that it refers to. */
export interface SchemaWeight {
  readonly nodes: number
  readonly text: number
  readonly refs: ReadonlySet<string>
}

/** The same for a schema that may refer to definitions: right if all of them are there. Nothing if it is not simple. */
export function ordinaryWeight(schema: unknown): SchemaWeight | undefined {
  const refs = new Set<string>()
  const left: SchemaBudget = { ...limits, refs }
  if (!isOrdinary(schema, maxDepth, left)) return undefined
  return { nodes: limits.nodes - left.nodes, text: limits.text - left.text, refs }
}

const definitionsPointer = '#/$defs/'

/** The name in `#/$defs/name`, if it is written plainly. */
export function definitionIn(ref: unknown): string | undefined {
  if (typeof ref !== 'string' || !ref.startsWith(definitionsPointer)) return undefined
  const name = ref.slice(definitionsPointer.length)
  return /[/~%]/.test(name) ? undefined : name
}

function isOrdinary(schema: unknown, depth: number, left: SchemaBudget): boolean {
  if (!isMembers(schema) || depth === 0 || --left.nodes < 0) return false
  for (const keyword in schema) {
    const value = schema[keyword]
    left.text -= keyword.length
    if (typeof value === 'string') left.text -= value.length
    if (!isOrdinaryKeyword(keyword, value, left) && !isOrdinaryInside(schema, keyword, { depth, left }))
      return false
  }
  return left.text > 0
}

/** Keywords that hold no schema. */
function isOrdinaryKeyword(keyword: string, value: unknown, left: SchemaBudget): boolean {
  switch (keyword) {
    case 'type':
      return typeof value === 'string' ? isTypeName(value) : left.refs !== undefined && areTypeNames(value)
    case 'title':
    case 'description':
    case 'format':
    case '$schema':
      return typeof value === 'string'
    case 'default':
      return typeof value !== 'object' || value === null
    case 'required':
      return Array.isArray(value) && areWords(value, left) && !value.some(isInherited)
    case 'enum':
      return Array.isArray(value) && value.length > 0 && areWords(value, left)
    case 'minimum':
    case 'maximum':
    case 'minLength':
    case 'maxLength':
    case 'minItems':
    case 'maxItems':
      return Number.isFinite(value)
    case 'additionalProperties':
      return typeof value === 'boolean'
    default:
      return left.refs !== undefined && isPlainlyRight(keyword, value)
  }
}

/** Keywords that are as easily seen to be right, but not to be compiled. */
function isPlainlyRight(keyword: string, value: unknown): boolean {
  switch (keyword) {
    case 'minProperties':
    case 'maxProperties':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
    case 'multipleOf':
      return Number.isFinite(value)
    case 'uniqueItems':
      return typeof value === 'boolean'
    default:
      return false
  }
}

function isOrdinaryInside(
  schema: JsonObject,
  keyword: string,
  at: { depth: number; left: SchemaBudget },
): boolean {
  const value = schema[keyword]
  if (keyword === '$ref') return isOrdinaryReference(value, at.left)
  if (keyword === 'anyOf' || keyword === 'allOf') return at.left.refs !== undefined && areOrdinary(value, at)
  if (keyword === 'items' || keyword === 'additionalProperties')
    return isOrdinary(value, at.depth - 1, at.left)
  if (keyword !== 'properties' || !isMembers(value) || Object.hasOwn(value, '__proto__')) return false
  for (const name in value)
    if (isInherited(name) || !isOrdinary(value[name], at.depth - 1, at.left)) return false
  return true
}

function areOrdinary(schemas: unknown, { depth, left }: { depth: number; left: SchemaBudget }): boolean {
  if (!Array.isArray(schemas) || schemas.length === 0) return false
  for (const schema of schemas) if (!isOrdinary(schema, depth - 1, left)) return false
  return true
}

function isOrdinaryReference(ref: unknown, { refs }: SchemaBudget): boolean {
  const name = refs && definitionIn(ref)
  if (name === undefined) return false
  refs?.add(name)
  return true
}

function areWords(values: readonly unknown[], left: SchemaBudget): boolean {
  if (values.length > maxWords) return false
  for (const value of values) {
    if (typeof value !== 'string') return false
    left.text -= value.length
  }
  return true
}

function areTypeNames(names: unknown): boolean {
  return (
    Array.isArray(names) &&
    names.length > 0 &&
    names.every((name) => typeof name === 'string' && isTypeName(name))
  )
}

function isInherited(name: string): boolean {
  return name in Object.prototype
}

function isTypeName(name: string): boolean {
  switch (name) {
    case 'string':
    case 'number':
    case 'integer':
    case 'boolean':
    case 'object':
    case 'array':
    case 'null':
      return true
    default:
      return false
  }
}

function isMembers(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
