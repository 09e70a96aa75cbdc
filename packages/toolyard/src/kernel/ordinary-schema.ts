/**
 * Most schemas of tools at a glance: objects of scalars, literals and lists, a few levels deep.
 *
 * `true` means that `checkSchema` has nothing to say, told without a path, a set or a closure for any place. `false`
 * means nothing: whatever is not simple and plainly right is for `checkSchema` to look at. Names that every object has without
 * saying so (`toString`) are not ordinary: the compiler would take them for given.
 *
 * @module
 */

const maxDepth = 12
const limits = { nodes: 2000, text: 100_000 }

interface Left {
  nodes: number
  text: number
}

export function isOrdinarySchema(schema: unknown): boolean {
  return isOrdinary(schema, maxDepth, { ...limits })
}

type Members = Readonly<Record<string, unknown>>

function isOrdinary(schema: unknown, depth: number, left: Left): boolean {
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
function isOrdinaryKeyword(keyword: string, value: unknown, left: Left): boolean {
  switch (keyword) {
    case 'type':
      return typeof value === 'string' && isTypeName(value)
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
      return false
  }
}

function isOrdinaryInside(schema: Members, keyword: string, at: { depth: number; left: Left }): boolean {
  const value = schema[keyword]
  if (keyword === 'items' || keyword === 'additionalProperties')
    return isOrdinary(value, at.depth - 1, at.left)
  if (keyword !== 'properties' || !isMembers(value) || Object.hasOwn(value, '__proto__')) return false
  for (const name in value)
    if (isInherited(name) || !isOrdinary(value[name], at.depth - 1, at.left)) return false
  return true
}

function areWords(values: readonly unknown[], left: Left): boolean {
  for (const value of values) {
    if (typeof value !== 'string') return false
    left.text -= value.length
  }
  return true
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

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
