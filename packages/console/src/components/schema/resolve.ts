/**
 * A JSON Schema made plain to look at: references followed, `allOf` joined. Cycles end where they begin.
 *
 * @module
 */
import { decoded } from '../decoded.ts'
import type { JsonSchema, SchemaObject } from '../../api/types.ts'

/** A schema without `$ref` and `allOf` at its top; what is below is resolved when it is looked at. */
export function resolve(schema: JsonSchema | undefined, root: JsonSchema): SchemaObject {
  let current = objectOf(schema)
  const seen = new Set<string>()
  while (typeof current['$ref'] === 'string' && !seen.has(current['$ref'])) {
    const { $ref, ...beside } = current
    seen.add($ref)
    current = { ...objectOf(at(root, $ref)), ...beside }
  }
  const all = current['allOf']
  if (!Array.isArray(all)) return current
  const { allOf: _, ...own } = current
  return all.map((part) => resolve(part as JsonSchema, root)).reduce(joined, own)
}

export function objectOf(schema: unknown): SchemaObject {
  return typeof schema === 'object' && schema !== null && !Array.isArray(schema)
    ? (schema as SchemaObject)
    : {}
}

export function schemasOf(value: unknown): readonly JsonSchema[] {
  return Array.isArray(value) ? (value as JsonSchema[]) : []
}

/** Only references inside the document are followed. */
function at(root: JsonSchema, reference: string): unknown {
  if (!reference.startsWith('#')) return {}
  const path = decoded(reference.slice(1)).split('/').slice(1)
  return path.reduce<unknown>(
    (value, key) => objectOrList(value)?.[key.replaceAll('~1', '/').replaceAll('~0', '~')],
    root,
  )
}

function objectOrList(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
}

function joined(left: SchemaObject, right: SchemaObject): SchemaObject {
  return {
    ...right,
    ...left,
    ...((left['properties'] ?? right['properties']) !== undefined && {
      properties: { ...objectOf(right['properties']), ...objectOf(left['properties']) },
    }),
    ...((left['required'] ?? right['required']) !== undefined && {
      required: [...new Set([...schemasOf(right['required']), ...schemasOf(left['required'])])],
    }),
  }
}
