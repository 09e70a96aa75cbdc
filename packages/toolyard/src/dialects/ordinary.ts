/**
 * Most schemas of tools at a glance: objects, lists, scalars and literals in their present form, small and a few levels deep.
 *
 * Of such a schema nothing has to be looked up, brought up to date or merged, and it stays within the sizes that providers
 * take: 200 schemas and literals, names and literals of 64 characters, five levels, of which each becomes two at most
 * (a record is sent as a list of objects). `false` means nothing but that a closer look is due.
 *
 * @module
 */
import type { JsonSchema } from '../kernel/index.ts'

const maxDepth = 5
const maxNodes = 200
const maxName = 64

export function isOrdinary(schema: JsonSchema): boolean {
  return countNodes(schema, maxDepth, maxNodes) > 0
}

/** How many of `left` schemas and literals are not used up by `schema`; nought if it is not ordinary. */
function countNodes(schema: unknown, depth: number, left: number): number {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema) || depth === 0) return 0
  let rest = left - 1
  for (const keyword in schema) {
    if (rest <= 0) return 0
    const value = (schema as JsonSchema)[keyword]
    switch (keyword) {
      case 'properties':
        rest = countNamed(value, depth - 1, rest)
        break
      case 'items':
        rest = countNodes(value, depth - 1, rest)
        break
      case 'additionalProperties':
        if (typeof value !== 'boolean') rest = countNodes(value, depth - 1, rest)
        break
      case 'enum':
        rest = countLiterals(value, rest)
        break
      case 'type':
      case 'title':
      case 'description':
      case 'default':
      case 'required':
      case 'format':
      case 'pattern':
      case 'minimum':
      case 'maximum':
      case 'exclusiveMinimum':
      case 'exclusiveMaximum':
      case 'minLength':
      case 'maxLength':
      case 'minItems':
      case 'maxItems':
        break
      default:
        return 0
    }
  }
  return rest
}

function countNamed(map: unknown, depth: number, left: number): number {
  if (typeof map !== 'object' || map === null || Array.isArray(map)) return 0
  let rest = left
  for (const name in map) {
    if (rest <= 0 || name.length > maxName) return 0
    rest = countNodes((map as Record<string, unknown>)[name], depth, rest)
  }
  return rest
}

function countLiterals(values: unknown, left: number): number {
  if (!Array.isArray(values)) return 0
  for (const value of values as unknown[]) if (typeof value !== 'string' || value.length > maxName) return 0
  return Math.max(0, left - values.length)
}
