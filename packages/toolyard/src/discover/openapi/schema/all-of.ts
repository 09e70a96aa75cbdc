/**
 * `allOf` → one schema, if that is simple: objects whose properties go together, and a schema with words beside it.
 *
 * Anything else stays an intersection.
 *
 * @module
 */
import { canonicalJson, type JsonSchema } from '../../../kernel/index.ts'
import { type SchemaDraft, isObject, type SchemaPass, type OpenApiSchema } from './pass.ts'

/** What an object may say and still be merged with others. */
const mergeable: ReadonlySet<string> = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  'description',
  'default',
])
const words: ReadonlySet<string> = new Set(['description', 'default'])

/** `own` and all of `members` in one. */
export function mergeAllOf(
  own: SchemaDraft,
  members: readonly OpenApiSchema[],
  pass: SchemaPass,
): SchemaDraft {
  const said = members.filter((member) => member !== true && !(isObject(member) && isEmpty(member)))
  if (said.length === 0) return own
  const [only] = said
  if (said.length === 1 && isObject(only) && Object.keys(own).every((keyword) => words.has(keyword)))
    return { ...only, ...own }
  const bodies = said.map((member) => bodyOf(member, pass))
  const objects = bodies.map(({ schema }) => schema).filter(isSimpleObject)
  if (objects.length === bodies.length && isSimpleObject(own)) {
    const merged = objects.reduce<JsonSchema | undefined>(joined, own)
    if (merged) {
      for (const { take } of bodies) take()
      return merged
    }
  }
  const before = Array.isArray(own['allOf']) ? (own['allOf'] as OpenApiSchema[]) : []
  return { ...own, allOf: [...before, ...said] }
}

function isEmpty(schema: JsonSchema): boolean {
  return Object.keys(schema).length === 0
}

/** A member, through its reference; `take` counts what merging it brings along. */
function bodyOf(
  member: OpenApiSchema,
  pass: SchemaPass,
): { readonly schema: OpenApiSchema; readonly take: () => void } {
  const isReference = isObject(member) && typeof member.$ref === 'string' && Object.keys(member).length === 1
  const body = isReference ? pass.bodyOf(member.$ref) : undefined
  if (!body) return { schema: member, take: () => {} }
  return {
    schema: body.schema,
    take() {
      pass.nodes += body.nodes
      for (const name of body.refs) pass.refs.add(name)
    },
  }
}

function isSimpleObject(schema: unknown): schema is JsonSchema {
  if (!isObject(schema)) return false
  const { type, additionalProperties } = schema
  return (
    (type === undefined || type === 'object') &&
    (additionalProperties === undefined || typeof additionalProperties === 'boolean') &&
    Object.keys(schema).every((keyword) => mergeable.has(keyword))
  )
}

/** A document that closes one part of an object means the whole object. */
function joined(left: JsonSchema | undefined, right: JsonSchema): JsonSchema | undefined {
  const properties = left && joinedProperties(left, right)
  if (!left || !properties) return undefined
  const required = [...new Set([...(left.required ?? []), ...(right.required ?? [])])]
  const open = [left.additionalProperties, right.additionalProperties]
  const additionalProperties = open.includes(false) ? false : open.includes(true) ? true : undefined
  const description = left.description ?? right.description
  return {
    type: 'object',
    properties,
    ...(required.length > 0 && { required }),
    ...(additionalProperties !== undefined && { additionalProperties }),
    ...(description !== undefined && { description }),
  }
}

function joinedProperties(left: JsonSchema, right: JsonSchema): Record<string, OpenApiSchema> | undefined {
  const properties: Record<string, OpenApiSchema> = { ...left.properties }
  for (const [name, added] of Object.entries(right.properties ?? {})) {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined
    const both = known === undefined ? added : joinedMember(known, added)
    if (both === undefined) return undefined
    properties[name] = both
  }
  return properties
}

/** Two schemas of one property that don't speak of the same thing. */
function joinedMember(left: OpenApiSchema, right: OpenApiSchema): OpenApiSchema | undefined {
  if (left === true || right === true) return left === true ? right : left
  if (!isObject(left) || !isObject(right)) return undefined
  for (const keyword of Object.keys(right))
    if (Object.hasOwn(left, keyword) && keyword !== 'description' && !isSame(left[keyword], right[keyword]))
      return undefined
  if (left.$ref !== undefined && !isSame(left, right)) return undefined
  return { ...right, ...left }
}

function isSame(left: unknown, right: unknown): boolean {
  return left === right || canonicalJson(left) === canonicalJson(right)
}
