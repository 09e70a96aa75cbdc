/**
 * JSON Schema as data: its type, and whether a schema is one that we take.
 *
 * Schemas come from people, from MCP servers and from files; a bad one must be refused alone, with a sentence,
 * before anything is compiled from it. Compiling is `compile-schema.ts`.
 *
 * @module
 */
import { didYouMean } from './near.ts'
import { isOrdinarySchema } from './ordinary-schema.ts'
import { checkPattern, isPlainPattern } from './pattern.ts'

export interface JsonSchema {
  readonly [keyword: string]: unknown
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, JsonSchema | boolean>>
  readonly required?: readonly string[]
  readonly additionalProperties?: JsonSchema | boolean
  readonly items?: JsonSchema | boolean | readonly (JsonSchema | boolean)[]
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly (JsonSchema | boolean)[]
  readonly oneOf?: readonly (JsonSchema | boolean)[]
  readonly allOf?: readonly (JsonSchema | boolean)[]
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, JsonSchema | boolean>>
}

export interface SchemaProblem {
  /** JSON pointer to the place, `` for the root. */
  readonly path: string
  readonly message: string
}

export const schemaLimits = { maxNodes: 20_000, maxDepth: 48, maxTextLength: 512_000 }

const typeNames = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']
const single = [
  'additionalProperties',
  'additionalItems',
  'contains',
  'contentSchema',
  'else',
  'if',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
]
const several = ['allOf', 'anyOf', 'oneOf', 'prefixItems']
const named = ['$defs', 'definitions', 'dependencies', 'dependentSchemas', 'patternProperties', 'properties']
const numeric = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'minContains',
  'maxContains',
]

/** Every schema directly inside `schema`, with the pointer segment that leads to it. */
export function* childSchemas(schema: JsonSchema): Generator<readonly [segment: string, child: unknown]> {
  for (const keyword in schema) {
    const holds = holders.get(keyword)
    const value = schema[keyword]
    if (holds === undefined) continue
    if (holds === 'names') {
      if (isRecord(value))
        for (const name of Object.keys(value))
          if (!isNameList(keyword, value[name])) yield [`${keyword}/${escapeSegment(name)}`, value[name]]
    } else if (Array.isArray(value) && !single.includes(keyword)) {
      for (const [index, child] of value.entries()) yield [`${keyword}/${index}`, child]
    } else if (!several.includes(keyword) && (keyword !== 'items' || value !== undefined)) {
      yield [keyword, value]
    }
  }
}

/** A copy in which every schema directly inside has become what `change` makes of it; a name is never taken for a keyword. */
export function mapChildSchemas(
  schema: JsonSchema,
  change: (child: unknown) => unknown,
): Record<string, unknown> {
  const copy: Record<string, unknown> = {}
  for (const keyword of Object.keys(schema)) {
    const value = schema[keyword]
    const holds = typeof value === 'object' && value !== null ? schemaHolder(keyword) : undefined
    if (holds === undefined) copy[keyword] = value
    else if (Array.isArray(value))
      copy[keyword] = holds === 'names' ? value : value.map((child) => change(child))
    else copy[keyword] = holds === 'names' ? mapNamed(keyword, value as JsonSchema, change) : change(value)
  }
  return copy
}

const holders: ReadonlyMap<string, 'names' | 'schemas'> = new Map([
  ...named.map((keyword) => [keyword, 'names'] as const),
  ...[...single, ...several, 'items'].map((keyword) => [keyword, 'schemas'] as const),
])

/** Whether a keyword holds schemas: as its value or a list of them, or under names. */
export function schemaHolder(keyword: string): 'names' | 'schemas' | undefined {
  return holders.get(keyword)
}

function mapNamed(keyword: string, map: JsonSchema, change: (child: unknown) => unknown): object {
  const copy: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  for (const name of Object.keys(map))
    copy[name] = isNameList(keyword, map[name]) ? map[name] : change(map[name])
  return copy
}

/** In draft-07 a dependency is a schema or a list of names. */
function isNameList(keyword: string, value: unknown): boolean {
  return keyword === 'dependencies' && Array.isArray(value)
}

/** What is wrong with a schema that should describe the arguments of a tool; empty where nothing is. */
export function checkSchema(schema: unknown): SchemaProblem[] {
  if (isOrdinarySchema(schema)) return []
  const state: CheckState = {
    problems: [],
    ancestors: [],
    targets: new Map(),
    nodes: 0,
    text: 0,
    root: schema,
  }
  checkNode(schema, '', state)
  return state.problems
}

interface CheckState {
  readonly problems: SchemaProblem[]
  /** As deep as a schema may be: a list is quicker than a set. */
  readonly ancestors: unknown[]
  readonly targets: Map<string, unknown>
  readonly root: unknown
  nodes: number
  text: number
}

function checkNode(schema: unknown, path: string, state: CheckState): void {
  if (typeof schema === 'boolean' || state.problems.length >= 20) return
  const say = (message: string): void => void state.problems.push({ path, message })
  if (!isRecord(schema)) return say('must be a schema: an object, true or false')
  if (state.ancestors.includes(schema)) return say('contains itself; write a cycle with "$ref"')
  if (++state.nodes > schemaLimits.maxNodes)
    return say(`is too large: over ${schemaLimits.maxNodes} sub-schemas`)
  if (state.ancestors.length >= schemaLimits.maxDepth)
    return say(`is nested deeper than ${schemaLimits.maxDepth} levels`)
  checkKeywords(schema, say)
  checkText(schema, state, say)
  checkRef(schema.$ref, state, say)
  state.ancestors.push(schema)
  for (const [segment, child] of childSchemas(schema)) checkNode(child, `${path}/${segment}`, state)
  state.ancestors.pop()
}

function checkRef(ref: unknown, state: CheckState, say: (message: string) => void): void {
  if (ref === undefined) return
  if (typeof ref !== 'string') return say('"$ref" must be a string')
  const seen = new Set<string>()
  for (let at: unknown = ref; typeof at === 'string';) {
    if (seen.has(at)) return say(`"$ref": "${ref}" leads back to itself`)
    seen.add(at)
    if (!state.targets.has(at)) state.targets.set(at, resolveRef(state.root, at))
    const target = state.targets.get(at)
    if (!isRecord(target) && typeof target !== 'boolean')
      return say(`"$ref": "${at}" points nowhere inside this schema`)
    at = isRecord(target) ? target.$ref : undefined
  }
}

function checkKeywords(schema: JsonSchema, say: (message: string) => void): void {
  const { type, required, properties, enum: values, pattern } = schema
  for (const name of Array.isArray(type) ? type : type === undefined ? [] : [type]) {
    if (typeof name !== 'string' || !typeNames.includes(name)) {
      say(
        `"type": ${JSON.stringify(name)} is not a JSON Schema type.${typeof name === 'string' ? didYouMean(name, typeNames) : ''}`,
      )
    }
  }
  if (
    required !== undefined &&
    !(Array.isArray(required) && required.every((name) => typeof name === 'string'))
  ) {
    say(
      '"required" must be a list of property names; in JSON Schema it stands beside "properties", not inside one',
    )
  }
  if (properties !== undefined && !isRecord(properties)) say('"properties" must be an object')
  if (isRecord(properties) && Object.hasOwn(properties, '__proto__'))
    say('has a property named "__proto__", which no call may send')
  if (Array.isArray(type) && type.length === 0) say('"type" must name at least one type')
  for (const keyword of several) {
    const list = schema[keyword]
    if (list !== undefined && !(Array.isArray(list) && list.length > 0))
      say(`"${keyword}" must be a list of schemas, at least one`)
  }
  if (values !== undefined && !(Array.isArray(values) && values.length > 0))
    say('"enum" must be a list with at least one value')
  for (const keyword of numeric) {
    const limit = schema[keyword]
    if (limit !== undefined && (typeof limit !== 'number' || !Number.isFinite(limit)))
      say(`"${keyword}" must be a number`)
  }
  if (pattern !== undefined) sayPattern(pattern, say)
  if (isRecord(schema.patternProperties))
    for (const key of Object.keys(schema.patternProperties)) sayPlain(key, say)
}

/** The compiler runs these keys as its own regular expressions, so only the simplest are taken. */
function sayPlain(pattern: string, say: (message: string) => void): void {
  if (!isPlainPattern(pattern))
    say(
      `"patternProperties" has "${pattern.slice(0, 80)}"; only a prefix, a class and one quantifier are accepted there`,
    )
}

function sayPattern(pattern: unknown, say: (message: string) => void): void {
  const problem = checkPattern(pattern)
  if (problem) say(`"pattern" ${problem}`)
}

function checkText(schema: JsonSchema, state: CheckState, say: (message: string) => void): void {
  if (state.text > schemaLimits.maxTextLength) return
  for (const key in schema) {
    const value = schema[key]
    state.text += key.length + (typeof value === 'string' ? value.length : 0)
    if (Array.isArray(value))
      for (const item of value) if (typeof item === 'string') state.text += item.length
  }
  if (state.text > schemaLimits.maxTextLength)
    say(`is too large: over ${schemaLimits.maxTextLength} characters`)
}

/** The schema that a local `$ref` points to. */
export function resolveRef(root: unknown, ref: string): unknown {
  if (!ref.startsWith('#')) return undefined
  if (ref === '#') return root
  if (!ref.startsWith('#/')) return findAnchor(root, ref.slice(1))
  let node: unknown = root
  for (const segment of ref.slice(2).split('/')) {
    const key = decodeSegment(segment)
    if (Array.isArray(node)) node = node[Number(key)]
    else if (isRecord(node) && Object.hasOwn(node, key)) node = node[key]
    else return undefined
  }
  return node
}

function findAnchor(node: unknown, anchor: string, depth = 0): unknown {
  if (!isRecord(node) || depth > schemaLimits.maxDepth) return undefined
  if (node.$anchor === anchor) return node
  for (const [, child] of childSchemas(node)) {
    const found = findAnchor(child, anchor, depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}

function decodeSegment(segment: string): string {
  if (!/[%~]/.test(segment)) return segment
  try {
    return decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return segment
  }
}

function escapeSegment(name: string): string {
  return /[~/]/.test(name) ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name
}

function isRecord(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
