/**
 * Any schema that people write → JSON Schema 2020-12 without marks of its origin.
 *
 * Strips `$schema` and `$id`, turns the tuples and `dependencies` of draft-07 into their present forms, and says why
 * a schema cannot be sent anywhere: a reference that leads nowhere or only to itself, nesting without end.
 *
 * @module
 */
import type { JsonSchema } from '../kernel/index.ts'
import { createCircleCheck } from './in-place.ts'
import { isOrdinary } from './ordinary.ts'
import { type AnySchema, follow, isSchema, mapChildren, walkLimits } from './schema-walk.ts'

export type ModernSchema =
  | {
      readonly schema: JsonSchema
      /** Whether nothing in it calls for a closer look: `ordinary.ts`. */
      readonly ordinary: boolean
      readonly problem?: undefined
    }
  | { readonly problem: string }

export function modernise(schema: unknown): ModernSchema {
  if (schema === true) return { schema: {}, ordinary: false }
  if (!isSchema(schema)) return { problem: 'it is not a schema that an object could fit' }
  if (isOrdinary(schema)) return { schema, ordinary: true }
  const walk: ModernWalk = { root: schema, circles: createCircleCheck(schema), nodes: 0, problem: undefined }
  const modern = visit(schema, 0, walk)
  if (walk.problem !== undefined) return { problem: walk.problem }
  return { schema: modern as JsonSchema, ordinary: false }
}

interface ModernWalk {
  readonly root: JsonSchema
  readonly circles: (schema: JsonSchema) => boolean
  nodes: number
  problem: string | undefined
}

function visit(schema: AnySchema, depth: number, walk: ModernWalk): AnySchema {
  if (!isSchema(schema) || walk.problem !== undefined) return schema
  if (depth > walkLimits.maxDepth) walk.problem = `it is nested deeper than ${walkLimits.maxDepth} levels`
  if (++walk.nodes > walkLimits.maxNodes) walk.problem = `it has over ${walkLimits.maxNodes} sub-schemas`
  if (typeof schema.$ref === 'string' && follow(schema, walk.root) === undefined)
    walk.problem = `"$ref": "${schema.$ref}" leads nowhere, or only to itself`
  else if (walk.circles(schema)) walk.problem = 'it refers to itself without a value in between'
  if (walk.problem !== undefined) return schema
  return mapChildren(upgrade(schema), (child) => visit(child, depth + 1, walk))
}

function upgrade(schema: JsonSchema): JsonSchema {
  const tuple = Array.isArray(schema.items)
  if (!tuple && !('$schema' in schema || '$id' in schema || 'dependencies' in schema)) return schema
  const { $schema: _schema, $id: _id, dependencies, ...rest } = schema
  const upgraded: Record<string, unknown> = rest
  if (tuple) {
    const { items, additionalItems } = upgraded
    upgraded['prefixItems'] = items
    delete upgraded['items']
    delete upgraded['additionalItems']
    if (additionalItems !== undefined) upgraded['items'] = additionalItems
  }
  if (isSchema(dependencies)) splitDependencies(dependencies, upgraded)
  return upgraded
}

function splitDependencies(dependencies: JsonSchema, into: Record<string, unknown>): void {
  const all = Object.entries(dependencies)
  const names = all.filter(([, value]) => Array.isArray(value))
  const schemas = all.filter(([, value]) => !Array.isArray(value))
  if (names.length > 0) into['dependentRequired'] ??= Object.fromEntries(names)
  if (schemas.length > 0) into['dependentSchemas'] ??= Object.fromEntries(schemas)
}
