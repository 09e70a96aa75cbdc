/**
 * Schemas that come back to themselves without a value in between: `A = anyOf [A, string]`.
 *
 * A cycle through properties or items is a recursive type, and fine. One that passes only through `$ref` and
 * combinations describes nothing, and sends validators and providers around in circles.
 *
 * @module
 */
import { type JsonSchema, resolveRef } from '../kernel/index.ts'
import { isSchema } from './schema-walk.ts'

/** Combinations and references inside one another, before a property or an item is reached. */
const maxDepth = 200

const single = ['if', 'then', 'else', 'not']
const several = ['allOf', 'anyOf', 'oneOf']

/** Answers, for each schema of one document, whether it is such a circle; every schema is walked once. */
export function createCircleCheck(root: JsonSchema): (schema: JsonSchema) => boolean {
  const clear = new Map<JsonSchema, boolean>()
  const circles = (schema: unknown, depth: number): boolean => {
    if (!isSchema(schema)) return false
    const known = clear.get(schema)
    if (known !== undefined) return !known
    if (depth > maxDepth) return true
    clear.set(schema, false)
    if (inPlace(schema, root).some((next) => circles(next, depth + 1))) return true
    clear.set(schema, true)
    return false
  }
  return (schema) => circles(schema, 0)
}

function inPlace(schema: JsonSchema, root: JsonSchema): unknown[] {
  const next: unknown[] = single.map((keyword) => schema[keyword])
  for (const keyword of several)
    if (Array.isArray(schema[keyword])) next.push(...(schema[keyword] as unknown[]))
  if (isSchema(schema['dependentSchemas'])) next.push(...Object.values(schema['dependentSchemas']))
  if (typeof schema.$ref === 'string') next.push(resolveRef(root, schema.$ref))
  return next
}
