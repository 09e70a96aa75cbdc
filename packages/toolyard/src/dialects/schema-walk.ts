/**
 * Walking JSON Schema as data: children, references, nothing of any provider.
 *
 * Every function copies only what it changes, so that a schema that needs no change stays the same object.
 *
 * @module
 */
import {
  canonicalJson,
  decides,
  escapeSegment,
  isSchema,
  type JsonSchema,
  resolveRef,
  schemaHolder,
} from '../kernel/index.ts'

export { escapeSegment, isSchema }

/** How deep a walk goes, and over how many schemas, before it gives up; both are above what definitions may have. */
export const walkLimits = { maxDepth: 64, maxNodes: 25_000 }
const maxHops = 32

const keywordsOf: Readonly<Record<string, readonly string[]>> = {
  string: ['minLength', 'maxLength', 'pattern', 'format', 'contentEncoding', 'contentMediaType'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'format'],
  array: [
    'minItems',
    'maxItems',
    'uniqueItems',
    'contains',
    'minContains',
    'maxContains',
    'unevaluatedItems',
  ],
  object: [
    'minProperties',
    'maxProperties',
    'propertyNames',
    'patternProperties',
    'dependentRequired',
    'dependentSchemas',
    'unevaluatedProperties',
    'required',
  ],
}

export type AnySchema = JsonSchema | boolean
type MapChild = (child: AnySchema) => AnySchema

/** `schema` with every schema directly inside it replaced by what `map` answers. */
export function mapChildren(schema: JsonSchema, map: MapChild): JsonSchema {
  let copy: Record<string, unknown> | undefined
  for (const keyword of Object.keys(schema)) {
    const before = schema[keyword]
    if (typeof before !== 'object' || before === null) continue
    const after = mapKeyword(keyword, before, map)
    if (after !== before) (copy ??= { ...schema })[keyword] = after
  }
  return copy ?? schema
}

function mapKeyword(keyword: string, value: object, map: MapChild): unknown {
  if (Array.isArray(value)) {
    if (schemaHolder(keyword) !== 'schemas') return value
    const mapped = value.map((child: unknown) => (isSchema(child) ? map(child) : child))
    return mapped.some((child, index) => child !== value[index]) ? mapped : value
  }
  const holds = schemaHolder(keyword)
  if (holds === 'schemas') return map(value as JsonSchema)
  if (holds === undefined) return value
  const entries = Object.entries(value as Record<string, unknown>)
  let changed = false
  const mapped = entries.map(([name, child]) => {
    if (!isSchema(child)) return [name, child] as const
    const after = map(child)
    changed ||= after !== child
    return [name, after] as const
  })
  return changed ? Object.fromEntries(mapped) : value
}

/** Shows `visit` every schema directly inside `schema`, and the keyword that holds it. */
export function eachChild(schema: JsonSchema, visit: (child: JsonSchema, keyword: string) => void): void {
  for (const keyword of Object.keys(schema)) {
    const value = schema[keyword]
    const holds = schemaHolder(keyword)
    if (typeof value !== 'object' || value === null || holds === undefined) continue
    if (holds === 'schemas' && !Array.isArray(value)) visit(value as JsonSchema, keyword)
    else for (const child of Object.values(value)) if (isSchema(child)) visit(child, keyword)
  }
}

/** `schema` with each `$ref` inside it replaced by what `rewrite` answers. */
export function rewriteRefs(schema: JsonSchema, rewrite: (ref: string) => string): JsonSchema {
  const own =
    typeof schema.$ref === 'string' && rewrite(schema.$ref) !== schema.$ref
      ? { ...schema, $ref: rewrite(schema.$ref) }
      : schema
  return mapChildren(own, (child) => (isSchema(child) ? rewriteRefs(child, rewrite) : child))
}

/** The schema behind a chain of references; `undefined` if it is broken, endless or very long. */
export function follow(schema: AnySchema, root: JsonSchema): AnySchema | undefined {
  let at: unknown = schema
  for (let hops = 0; isSchema(at) && typeof at.$ref === 'string'; hops++) {
    if (hops >= maxHops) return undefined
    at = resolveRef(root, at.$ref)
  }
  return isSchema(at) || typeof at === 'boolean' ? at : undefined
}

/** The keywords of `schema` that constrain, without those named. */
export function constraintsOf(schema: JsonSchema, ...without: readonly string[]): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => decides(keyword) && !without.includes(keyword)),
  )
}

export function typesOf(schema: JsonSchema): readonly string[] {
  if (typeof schema.type === 'string') return [schema.type]
  return Array.isArray(schema.type) ? schema.type : []
}

export function typeOfValue(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value
}

/** Whether nothing fits: `false`, or `not: {}`. */
export function isNever(schema: AnySchema): boolean {
  if (!isSchema(schema)) return !schema
  const { not } = schema
  return not === true || (isSchema(not) && Object.keys(not).length === 0)
}

/** Whether a keyword says anything of values of these types; of any type if none is named. */
export function concerns(keyword: string, types: readonly string[]): boolean {
  if (types.length === 0) return true
  const own = types.map((type) => (type === 'integer' ? 'number' : type))
  const elsewhere = Object.keys(keywordsOf).filter((type) => keywordsOf[type]?.includes(keyword))
  return elsewhere.length === 0 || elsewhere.some((type) => own.includes(type))
}

/** The values that `const` and `enum` leave, of the types that the schema names. */
export function literalsOf(schema: JsonSchema): readonly unknown[] {
  const only = 'const' in schema ? [schema['const']] : undefined
  const { enum: listed } = schema
  const all = only && listed ? only.filter((value) => includes(listed, value)) : (only ?? listed ?? [])
  const types = typesOf(schema)
  if (types.length === 0) return all
  return all.filter(
    (value) => types.includes(typeOfValue(value)) || (types.includes('integer') && Number.isInteger(value)),
  )
}

function includes(values: readonly unknown[], value: unknown): boolean {
  return values.some((one) => canonicalJson(one) === canonicalJson(value))
}
