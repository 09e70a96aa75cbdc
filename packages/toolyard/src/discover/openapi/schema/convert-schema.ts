/**
 * One schema of an OpenAPI document, any version, → JSON Schema 2020-12 that our kernel compiles.
 *
 * Never fails: what can't be said is reported and left out, which makes the check looser. Answers are checked for their
 * structure only: a date without its zone or a name that is too long is no reason to lose one.
 *
 * @module
 */
import { isPlainObject, prototypeKeys, visibleText } from '../../../kernel/index.ts'
import { mergeAllOf } from './all-of.ts'
import { withDefault } from './describe.ts'
import { discriminated } from './discriminator.ts'
import { isLinear, isNullable, plainKeywords } from './keywords.ts'
import {
  type SchemaContext,
  type SchemaPosition,
  type SchemaSource,
  beside,
  type Direction,
  type SchemaDraft,
  inside,
  isObject,
  type SchemaPass,
  type OpenApiSchema,
} from './pass.ts'

const maxDepth = 36
const maxNodes = 4000
const maxName = 200

/** Keywords that we make nothing of. */
const unsaid = ['$dynamicRef', '$recursiveRef', 'dependentSchemas', 'unevaluatedItems']

export function convertSchema(source: unknown, at: SchemaPosition, pass: SchemaPass): OpenApiSchema {
  if (typeof source === 'boolean') return source
  if (!isPlainObject(source)) {
    pass.tell(at.pointer, 'is no schema; any value is taken there')
    return {}
  }
  if (++pass.nodes > maxNodes || at.depth > maxDepth) {
    const limit = at.depth > maxDepth ? `nested deeper than ${maxDepth} levels` : `over ${maxNodes} schemas`
    pass.tell(at.pointer, `is ${limit}; any value is taken there`)
    return {}
  }
  pass.depth = Math.max(pass.depth, at.depth)
  for (const keyword of unsaid)
    if (source[keyword] !== undefined) pass.tell(`${at.pointer}/${keyword}`, 'is not looked at here')
  if (typeof source['$ref'] === 'string') return referenced(source, source['$ref'], { at, pass })
  const draft = plainKeywords(source, at, pass)
  addObject(draft, source, { at, pass })
  addArray(draft, source, { at, pass })
  addChoices(draft, source, { at, pass })
  const whole = Array.isArray(source['allOf']) ? withAll(draft, source['allOf'], { at, pass }) : draft
  return isNullable(source) ? orNull(whole) : whole
}

/** Words beside a `$ref` are taken in every version: authors mean them. */
function referenced(source: SchemaSource, ref: string, { at, pass }: SchemaContext): OpenApiSchema {
  const target = pass.reference(ref, at)
  const { $ref: _, nullable: _nullable, 'x-nullable': _old, ...rest } = source
  const isAlone = Object.keys(rest).every((keyword) => keyword.startsWith('x-'))
  const draft = isAlone ? {} : convertSchema(rest, at, pass)
  if (!isObject(draft) || (isAlone && !isNullable(source))) return target
  const merged = mergeAllOf(draft, [target], pass)
  return isNullable(source) ? orNull(merged) : merged
}

/** The same, or null. */
function orNull(schema: SchemaDraft): SchemaDraft {
  const { type, anyOf, description } = schema
  if (Array.isArray(type) ? type.includes('null') : type === 'null') return schema
  if (Array.isArray(schema['enum']) && schema['enum'].includes(null)) return schema
  if (typeof type === 'string' && schema['enum'] === undefined && schema['const'] === undefined)
    return { ...schema, type: [type, 'null'] }
  if (Array.isArray(anyOf) && type === undefined) return { ...schema, anyOf: [...anyOf, { type: 'null' }] }
  return { anyOf: [schema, { type: 'null' }], ...(description !== undefined && { description }) }
}

function addObject(draft: SchemaDraft, source: SchemaSource, context: SchemaContext): void {
  const { at, pass } = context
  const removed = isPlainObject(source['properties']) ? addProperties(draft, source, context) : undefined
  addRequired(draft, source, { direction: pass.direction, removed })
  addExtra(draft, source, context)
  const { propertyNames, dependentRequired } = source
  if (pass.direction === 'output') return
  if (propertyNames !== undefined)
    draft['propertyNames'] = convertSchema(propertyNames, inside(at, 'propertyNames'), pass)
  if (isPlainObject(dependentRequired)) {
    const lists = Object.entries(dependentRequired).filter(
      ([name, list]) =>
        !removed?.has(name) && Array.isArray(list) && list.every((word) => typeof word === 'string'),
    )
    if (lists.length > 0) draft['dependentRequired'] = Object.fromEntries(lists)
  }
}

/** Answers the names that were left out. */
function addProperties(draft: SchemaDraft, source: SchemaSource, { at, pass }: SchemaContext): Set<string> {
  const removed = new Set<string>()
  const properties: Record<string, OpenApiSchema> = {}
  for (const [name, child] of Object.entries(source['properties'] as SchemaSource)) {
    if (!isUsableName(name, pass)) {
      pass.tell(inside(at, 'properties', name).pointer, 'has a name that no call may have; it was left out')
      removed.add(name)
    } else if (isOneWay(child, pass)) removed.add(name)
    else properties[name] = asMember(convertSchema(child, inside(at, 'properties', name), pass))
  }
  draft['properties'] = properties
  return removed
}

/** Names that reach for the prototype, hide something, or have no end. */
function isUsableName(name: string, { direction }: SchemaPass): boolean {
  if (direction === 'input' && prototypeKeys.has(name)) return false
  return name.length <= maxName && visibleText(name) === name
}

/** What only answers hold is no argument, and what only arguments hold is in no answer. */
function isOneWay(child: unknown, pass: SchemaPass): boolean {
  if (!isPlainObject(child)) return false
  const keyword = pass.direction === 'input' ? 'readOnly' : 'writeOnly'
  return (
    child[keyword] === true ||
    (typeof child['$ref'] === 'string' && pass.source(child['$ref'])[keyword] === true)
  )
}

/** The server's default is described, not sent: sending it could undo an earlier setting. */
function asMember(schema: OpenApiSchema): OpenApiSchema {
  if (!isObject(schema) || schema['default'] === undefined) return schema
  const { default: value, ...rest } = schema
  const description = withDefault(schema.description, value)
  return description === undefined ? rest : { ...rest, description }
}

/** An object takes no names that it does not know, so that each one it needs is known. */
function addRequired(
  draft: SchemaDraft,
  { required }: SchemaSource,
  {
    direction,
    removed,
  }: { readonly direction: Direction; readonly removed: ReadonlySet<string> | undefined },
): void {
  if (!Array.isArray(required)) return
  const names = new Set<string>()
  for (const name of required) if (typeof name === 'string' && !removed?.has(name)) names.add(name)
  if (names.size === 0) return
  draft['required'] = [...names]
  const properties = draft['properties'] as Record<string, OpenApiSchema> | undefined
  if (properties === undefined || direction === 'output') return
  for (const name of names) if (!Object.hasOwn(properties, name)) properties[name] = {}
}

function addExtra(draft: SchemaDraft, source: SchemaSource, { at, pass }: SchemaContext): void {
  const { additionalProperties, patternProperties, discriminator } = source
  if (isPlainObject(additionalProperties))
    draft['additionalProperties'] = convertSchema(
      additionalProperties,
      inside(at, 'additionalProperties'),
      pass,
    )
  else if (additionalProperties === true || (additionalProperties === false && pass.direction === 'input'))
    draft['additionalProperties'] = additionalProperties
  else if (discriminator !== undefined && pass.direction === 'input') opened(draft)
  if (!isPlainObject(patternProperties) || pass.direction === 'output') return
  const kept = Object.entries(patternProperties).filter(([pattern]) => isLinear(pattern))
  if (kept.length < Object.keys(patternProperties).length) {
    pass.tell(
      `${at.pointer}/patternProperties`,
      'has patterns that do not run in linear time (look-around, back-references); other names are taken instead',
    )
    draft['additionalProperties'] = true
    return
  }
  draft['patternProperties'] = Object.fromEntries(
    kept.map(([pattern, child]) => [
      pattern,
      convertSchema(child, inside(at, 'patternProperties', pattern), pass),
    ]),
  )
}

function addArray(draft: SchemaDraft, source: SchemaSource, { at, pass }: SchemaContext): void {
  const { items, prefixItems, contains } = source
  const first = Array.isArray(items) ? items : prefixItems
  const keyword = Array.isArray(items) ? 'items' : 'prefixItems'
  if (Array.isArray(first) && first.length > 0)
    draft['prefixItems'] = first.map((item, index) => convertSchema(item, inside(at, keyword, index), pass))
  if (items !== undefined && !Array.isArray(items))
    draft['items'] = convertSchema(items, inside(at, 'items'), pass)
  if (contains !== undefined && pass.direction === 'input')
    draft['contains'] = convertSchema(contains, inside(at, 'contains'), pass)
}

/**
 * `oneOf` becomes `anyOf`: which one is meant is for the server to say, and of schemas that were made looser several may fit.
 */
function addChoices(draft: SchemaDraft, source: SchemaSource, { at, pass }: SchemaContext): void {
  const choices: OpenApiSchema[][] = []
  for (const keyword of ['anyOf', 'oneOf']) {
    const list = source[keyword]
    if (!Array.isArray(list) || list.length === 0) continue
    const branches = list.map((branch, index) =>
      convertSchema(branch, beside(at, 'choice', keyword, index), pass),
    )
    if (branches.some(takesAnything)) opened(draft)
    else choices.push(pass.direction === 'input' ? discriminated(branches, source, { list, pass }) : branches)
  }
  const [first, second] = choices
  if (first) draft['anyOf'] = first
  if (second) draft['allOf'] = [{ anyOf: second }]
  if (pass.direction === 'output') return
  for (const keyword of ['not', 'if', 'then', 'else'])
    if (source[keyword] !== undefined)
      draft[keyword] = convertSchema(source[keyword], beside(at, 'choice', keyword), pass)
}

function takesAnything(schema: OpenApiSchema): boolean {
  return schema === true || (isObject(schema) && Object.keys(schema).length === 0)
}

/** A choice that takes anything says nothing, but that there may be more than the properties here. */
function opened(draft: SchemaDraft): void {
  if (draft['properties'] !== undefined) draft['additionalProperties'] ??= true
}

function withAll(draft: SchemaDraft, list: readonly unknown[], { at, pass }: SchemaContext): SchemaDraft {
  const members = list.map((member, index) => convertSchema(member, beside(at, 'all', 'allOf', index), pass))
  return mergeAllOf(draft, members, pass)
}
