/**
 * JSON Schema as data: its type, the schemas inside a schema, and where a pointer leads.
 *
 * @module
 */
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

export const schemaLimits = { maxNodes: 20_000, maxDepth: 48, maxTextLength: 512_000 }

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
export const several = ['allOf', 'anyOf', 'oneOf', 'prefixItems']
const named = ['$defs', 'definitions', 'dependencies', 'dependentSchemas', 'patternProperties', 'properties']

/** Every schema directly inside `schema`, with the pointer segment that leads to it. */
export function* childSchemas(schema: JsonSchema): Generator<readonly [segment: string, child: unknown]> {
  for (const keyword in schema) {
    const holds = holders.get(keyword)
    const value = schema[keyword]
    if (holds === undefined) continue
    if (holds === 'names') {
      if (isSchema(value))
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
  change: (child: unknown, segment: string) => unknown,
): Record<string, unknown> {
  const copy: Record<string, unknown> = {}
  for (const keyword of Object.keys(schema)) {
    if (keyword === '__proto__') continue
    const value = schema[keyword]
    const holds = typeof value === 'object' && value !== null ? schemaHolder(keyword) : undefined
    if (holds === undefined) copy[keyword] = value
    else if (Array.isArray(value))
      copy[keyword] =
        holds === 'names' ? value : value.map((child, index) => change(child, `${keyword}/${index}`))
    else
      copy[keyword] =
        holds === 'names' ? mapNamed(keyword, value as JsonSchema, change) : change(value, keyword)
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

function mapNamed(
  keyword: string,
  map: JsonSchema,
  change: (child: unknown, segment: string) => unknown,
): object {
  return Object.fromEntries(
    Object.entries(map).map(([name, child]) => [
      name,
      isNameList(keyword, child) ? child : change(child, `${keyword}/${escapeSegment(name)}`),
    ]),
  )
}

/** In draft-07 a dependency is a schema or a list of names. */
function isNameList(keyword: string, value: unknown): boolean {
  return keyword === 'dependencies' && Array.isArray(value)
}

/** The schema that a local `$ref` points to. */
export function resolveRef(root: unknown, ref: string): unknown {
  const isAnchor = ref.startsWith('#') && ref !== '#' && !ref.startsWith('#/')
  return isAnchor ? findAnchor(root, ref.slice(1)) : resolvePointer(root, ref)
}

/** The same where all references are pointers. */
export function resolvePointer(root: unknown, ref: string): unknown {
  if (ref === '#') return root
  if (!ref.startsWith('#/')) return undefined
  let node: unknown = root
  for (const segment of ref.slice(2).split('/')) {
    const key = decodeSegment(segment)
    if (Array.isArray(node)) node = node[Number(key)]
    else if (isSchema(node) && Object.hasOwn(node, key)) node = node[key]
    else return undefined
  }
  return node
}

function findAnchor(node: unknown, anchor: string, depth = 0): unknown {
  if (!isSchema(node) || depth > schemaLimits.maxDepth) return undefined
  if (node.$anchor === anchor) return node
  for (const [, child] of childSchemas(node)) {
    const found = findAnchor(child, anchor, depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}

/** The name that a segment of a pointer in a reference stands for. */
export function decodeSegment(segment: string): string {
  if (!/[%~]/.test(segment)) return segment
  let text = segment
  try {
    text = decodeURIComponent(segment)
  } catch {
    // A per cent sign that stands for itself.
  }
  return text.replaceAll('~1', '/').replaceAll('~0', '~')
}

export function escapeSegment(name: string): string {
  return /[~/]/.test(name) ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name
}

export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Keywords that decide whether a value fits. All others (titles, defaults, `x-…`) only tell something. */
const deciding: ReadonlySet<string> = new Set(
  [
    '$dynamicRef $recursiveRef $ref additionalItems additionalProperties allOf anyOf const contains contentEncoding',
    'contentMediaType contentSchema dependencies dependentRequired dependentSchemas else enum exclusiveMaximum',
    'exclusiveMinimum format if items maxContains maxItems maxLength maxProperties maximum minContains minItems minLength',
    'minProperties minimum multipleOf not oneOf pattern patternProperties prefixItems properties propertyNames required',
    'then type unevaluatedItems unevaluatedProperties uniqueItems',
  ].flatMap((line) => line.split(' ')),
)

export function decides(keyword: string): boolean {
  return deciding.has(keyword)
}
