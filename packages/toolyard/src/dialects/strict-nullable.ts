/**
 * `null` in strict schemas: which schemas take it, and how one is made to.
 *
 * @module
 */
import type { JsonSchema } from '../kernel/index.ts'
import { type AnySchema, follow, isSchema, typesOf } from './schema-walk.ts'
import type { StrictNode, StrictRules } from './strict-pass.ts'

const scalars = new Set(['string', 'number', 'integer', 'boolean'])

/** Whether `null` is a value of its own in an original schema. */
export function acceptsNull(schema: AnySchema, root: JsonSchema, seen = new Set<unknown>()): boolean {
  const target = follow(schema, root)
  if (!isSchema(target)) return target === true
  if (seen.has(target)) return false
  seen.add(target)
  const types = typesOf(target)
  if (types.length > 0 && !types.includes('null')) return false
  if ('const' in target) return target['const'] === null
  if (target.enum) return target.enum.includes(null)
  const union = target.anyOf ?? target.oneOf
  if (union) return union.some((branch) => acceptsNull(branch, root, seen))
  if (target.allOf) return target.allOf.every((branch) => acceptsNull(branch, root, seen))
  return true
}

/** `node` with `null` beside its values; its decoder answers `null` as it came. */
export function nullable(node: StrictNode, rules: StrictRules): StrictNode {
  const { schema, decode } = node
  if (takesNull(schema)) return node
  const { type } = schema
  if (rules.typeLists && typeof type === 'string' && scalars.has(type) && !('const' in schema)) {
    const literals = schema.enum && { enum: [...schema.enum, null] }
    return { schema: { ...schema, type: [type, 'null'], ...literals }, decode }
  }
  if (schema.anyOf) return { schema: { ...schema, anyOf: [...schema.anyOf, { type: 'null' }] }, decode }
  const { description, ...rest } = schema
  const anyOf = [rest, { type: 'null' }]
  return { schema: { anyOf, ...(description !== undefined && { description }) }, decode }
}

function takesNull(schema: JsonSchema): boolean {
  if (typesOf(schema).includes('null')) return true
  if (schema.enum) return schema.enum.includes(null)
  return schema.anyOf?.some((branch) => isSchema(branch) && takesNull(branch)) ?? false
}
