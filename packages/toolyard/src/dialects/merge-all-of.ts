/**
 * `allOf` → one schema that says the same, if there is one.
 *
 * No provider's strict mode takes intersections. What cannot be merged without changing its meaning answers
 * `undefined`; nothing is ever loosened here.
 *
 * @module
 */
import { canonicalJson, decides, type JsonSchema, resolveRef } from '../kernel/index.ts'
import { type AnySchema, isSchema, typesOf } from './schema-walk.ts'

/** How many branches one merge may open; what ends an intersection that contains itself. */
const maxBranches = 300

const highest = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']
const lowest = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']

/** `schema` without `allOf` and, if one stands beside other constraints, without `$ref`. */
export function mergeAllOf(
  schema: JsonSchema,
  root: JsonSchema,
  budget = { left: maxBranches },
): JsonSchema | undefined {
  const { allOf = [], $ref, ...rest } = schema
  const branches: readonly AnySchema[] = $ref === undefined ? allOf : [{ $ref }, ...allOf]
  let merged: JsonSchema | undefined = rest
  for (const branch of branches) {
    if (branch === true) continue
    if (budget.left-- <= 0) return undefined
    const resolved: unknown =
      isSchema(branch) && branch.$ref !== undefined && Object.keys(branch).length === 1
        ? resolveRef(root, branch.$ref)
        : branch
    if (resolved === true) continue
    if (!isSchema(resolved)) return undefined
    const flat =
      resolved.allOf !== undefined || resolved.$ref !== undefined
        ? mergeAllOf(resolved, root, budget)
        : resolved
    merged = flat && merged && intersect(merged, flat)
    if (merged === undefined) return undefined
  }
  return closeUnevaluated(merged)
}

/** Merged, everything is evaluated: `unevaluatedProperties: false` is then `additionalProperties: false`. */
function closeUnevaluated(schema: JsonSchema): JsonSchema {
  if (schema['unevaluatedProperties'] !== false || schema.additionalProperties !== undefined) return schema
  if (['anyOf', 'oneOf', 'if', 'dependentSchemas', 'patternProperties'].some((key) => key in schema))
    return schema
  const { unevaluatedProperties: _, ...rest } = schema
  return { ...rest, additionalProperties: false }
}

function intersect(left: JsonSchema, right: JsonSchema): JsonSchema | undefined {
  const objects = intersectObjects(left, right)
  if (objects === undefined) return undefined
  const merged: Record<string, unknown> = { ...right, ...left, ...objects }
  for (const keyword of Object.keys(right)) {
    if (keyword in objects || !(keyword in left) || !decides(keyword)) continue
    const value = intersectKeyword(keyword, left, right)
    if (value === undefined) return undefined
    merged[keyword] = value
  }
  return merged
}

function intersectKeyword(keyword: string, left: JsonSchema, right: JsonSchema): unknown {
  const [a, b] = [left[keyword], right[keyword]]
  if (keyword === 'type') return intersectTypes(typesOf(left), typesOf(right))
  if (highest.includes(keyword)) return Math.max(Number(a), Number(b))
  if (lowest.includes(keyword)) return Math.min(Number(a), Number(b))
  if (keyword === 'uniqueItems') return a === true || b === true
  if (keyword === 'enum' && Array.isArray(a) && Array.isArray(b)) {
    const allowed = new Set(b.map((value) => canonicalJson(value)))
    const common = a.filter((value) => allowed.has(canonicalJson(value)))
    return common.length > 0 ? common : undefined
  }
  if (canonicalJson(a) === canonicalJson(b)) return a
  if (keyword === 'items' && isSchema(a) && isSchema(b)) return { allOf: [a, b] }
  return undefined
}

function intersectTypes(left: readonly string[], right: readonly string[]): unknown {
  const common = left.flatMap((type) => {
    if (right.includes(type)) return [type]
    if (type === 'number' && right.includes('integer')) return ['integer']
    return type === 'integer' && right.includes('number') ? ['integer'] : []
  })
  return common.length > 1 ? common : common[0]
}

type ObjectKeywords = Pick<JsonSchema, 'properties' | 'required' | 'additionalProperties'>

function intersectObjects(left: JsonSchema, right: JsonSchema): ObjectKeywords | undefined {
  if (!hasObjectPart(left) || !hasObjectPart(right)) return {}
  const open = joinOpenness(left, right)
  if (open === undefined) return undefined
  const properties: Record<string, AnySchema> = {}
  for (const name of new Set([
    ...Object.keys(left.properties ?? {}),
    ...Object.keys(right.properties ?? {}),
  ])) {
    const a = left.properties?.[name] ?? extra(left)
    const b = right.properties?.[name] ?? extra(right)
    if (a === false || b === false) continue
    if (a === true || b === true) properties[name] = a === true ? b : a
    else properties[name] = canonicalJson(a) === canonicalJson(b) ? a : { allOf: [a, b] }
  }
  const required = [...new Set([...(left.required ?? []), ...(right.required ?? [])])]
  if (open.additionalProperties === false && required.some((name) => !(name in properties))) return undefined
  return { properties, ...(required.length > 0 && { required }), ...open }
}

function hasObjectPart({ properties, required, additionalProperties }: JsonSchema): boolean {
  return properties !== undefined || required !== undefined || additionalProperties !== undefined
}

function joinOpenness(left: JsonSchema, right: JsonSchema): ObjectKeywords | undefined {
  if ('patternProperties' in left || 'patternProperties' in right) return undefined
  const [a, b] = [extra(left), extra(right)]
  if (a === false || b === false) return { additionalProperties: false }
  if (a === true && b === true)
    return 'additionalProperties' in left || 'additionalProperties' in right
      ? { additionalProperties: true }
      : {}
  if (a === true || b === true) return { additionalProperties: a === true ? b : a }
  return { additionalProperties: { allOf: [a, b] } }
}

function extra(schema: JsonSchema): AnySchema {
  const { additionalProperties = true } = schema
  return isSchema(additionalProperties) && Object.keys(additionalProperties).length === 0
    ? true
    : additionalProperties
}
