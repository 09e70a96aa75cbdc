/**
 * Whether no value can fit two schemas, told by what can be seen: types, literals, required keys.
 *
 * `true` is a proof; `false` only means that none was found. With it `oneOf` may become `anyOf`.
 *
 * @module
 */
import { canonicalJson, type JsonSchema } from '../kernel/index.ts'
import { type AnySchema, follow, isSchema, typeOfValue, typesOf } from './schema-walk.ts'

/** How many comparisons one proof may take. */
const maxSteps = 10_000
const maxDepth = 6

export function allDisjoint(branches: readonly AnySchema[], root: JsonSchema): boolean {
  const steps = { left: maxSteps }
  for (let index = 0; index < branches.length; index++) {
    for (let other = index + 1; other < branches.length; other++) {
      const [left = true, right = true] = [branches[index], branches[other]]
      if (!disjoint(left, right, { root, depth: 0, steps })) return false
    }
  }
  return true
}

interface DisjointSearch {
  readonly root: JsonSchema
  readonly depth: number
  readonly steps: { left: number }
}

function disjoint(left: AnySchema, right: AnySchema, at: DisjointSearch): boolean {
  if (at.depth > maxDepth || at.steps.left-- <= 0) return false
  const a = follow(left, at.root)
  const b = follow(right, at.root)
  if (a === false || b === false) return true
  if (!isSchema(a) || !isSchema(b)) return false
  const deeper = { ...at, depth: at.depth + 1 }
  const split = a.anyOf ?? a.oneOf
  if (split !== undefined) return split.every((branch) => disjoint(branch, b, deeper))
  if (b.anyOf !== undefined || b.oneOf !== undefined) return disjoint(b, a, deeper)
  return literalsDisjoint(a, b) || typesDisjoint(a, b) || keysDisjoint(a, b, deeper)
}

function literalsOf(schema: JsonSchema): readonly unknown[] | undefined {
  return 'const' in schema ? [schema['const']] : schema.enum
}

function literalsDisjoint(a: JsonSchema, b: JsonSchema): boolean {
  const [left, right] = [literalsOf(a), literalsOf(b)]
  if (left === undefined || right === undefined) return false
  const known = new Set(left.map((value) => canonicalJson(value)))
  return !right.some((value) => known.has(canonicalJson(value)))
}

function typesDisjoint(a: JsonSchema, b: JsonSchema): boolean {
  const [left, right] = [kindsOf(a), kindsOf(b)]
  return left.length > 0 && right.length > 0 && !left.some((kind) => right.includes(kind))
}

function kindsOf(schema: JsonSchema): readonly string[] {
  const types = typesOf(schema)
  const known = types.length > 0 ? types : (literalsOf(schema) ?? []).map(typeOfValue)
  return known.map((type) => (type === 'integer' ? 'number' : type))
}

function keysDisjoint(a: JsonSchema, b: JsonSchema, at: DisjointSearch): boolean {
  if (!kindsOf(a).every(isObject) || !kindsOf(b).every(isObject)) return false
  const shared = (a.required ?? []).filter((name) => b.required?.includes(name))
  if (shared.some((name) => disjoint(a.properties?.[name] ?? true, b.properties?.[name] ?? true, at)))
    return kindsOf(a).length > 0 && kindsOf(b).length > 0
  return lacks(a, b) || lacks(b, a)
}

const isObject = (kind: string): boolean => kind === 'object'

/** `closed` admits no other keys than its own, and `other` requires one of those. */
function lacks(closed: JsonSchema, other: JsonSchema): boolean {
  if (closed.additionalProperties !== false || 'patternProperties' in closed) return false
  if (kindsOf(closed).length === 0 || kindsOf(other).length === 0) return false
  return (other.required ?? []).some((name) => !Object.hasOwn(closed.properties ?? {}, name))
}
