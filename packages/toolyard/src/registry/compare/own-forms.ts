/**
 * The forms that a schema's own keywords leave, without what it refers to or combines.
 *
 * Draft-07 and 2020-12 spellings end in the same forms: tuples in `items` or `prefixItems`, `dependencies` or its two
 * successors.
 *
 * @module
 */
import { canonicalJson, type JsonSchema } from '../../kernel/index.ts'
import { type Matches, tidy } from './meet-forms.ts'
import {
  type AnySchema,
  byKind,
  type Form,
  type Forms,
  free,
  isSchema,
  type Kind,
  kindOfValue,
  type LimitName,
  type OtherRule,
  valueMap,
} from './schema-form.ts'

export interface FormTools {
  readonly matches: Matches
  readonly meaning: (value: unknown) => string
}

type Draft = { -readonly [key in keyof Form]?: Form[key] }

const limitsOf: Readonly<Record<Kind, readonly LimitName[]>> = {
  null: [],
  boolean: [],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  string: ['minLength', 'maxLength'],
  array: ['minItems', 'maxItems'],
  object: ['minProperties', 'maxProperties'],
}
/** Keywords that are compared as a whole, by the kind of value that they speak of. */
const othersOf: Readonly<Record<Kind, readonly string[]>> = {
  null: [],
  boolean: [],
  number: ['format'],
  string: ['format', 'contentEncoding', 'contentMediaType', 'contentSchema'],
  array: [],
  object: [],
}

export function ownForms(schema: JsonSchema, tools: FormTools): Forms {
  const types = typesOf(schema)
  const literals = literalsOf(schema)
  const general = generalRules(schema, tools)
  if (general === undefined) return byKind(() => [])
  return byKind((kind) => {
    if (types && !types.has(kind) && !(kind === 'number' && types.has('integer'))) return []
    const draft = draftOf(kind, schema)
    if (kind === 'number' && types?.has('integer') && !types.has('number')) draft.integer = true
    if (literals)
      draft.values = valueMap([...literals.values()].filter((value) => kindOfValue(value) === kind))
    const others = new Map([...general, ...kindRules(kind, schema, tools)])
    if (others.size > 0) draft.others = others
    if (Object.keys(draft).length === 0) return [free[kind]]
    const form = tidy(kind, { ...free[kind], ...draft }, tools.matches)
    return form ? [form] : []
  })
}

function typesOf({ type }: JsonSchema): ReadonlySet<string> | undefined {
  if (typeof type === 'string') return new Set([type])
  return Array.isArray(type) ? new Set(type as string[]) : undefined
}

/** The values that `const` and `enum` leave. */
function literalsOf(schema: JsonSchema): ReadonlyMap<string, unknown> | undefined {
  const only = 'const' in schema && schema['const'] !== undefined ? valueMap([schema['const']]) : undefined
  const listed = Array.isArray(schema.enum) ? valueMap(schema.enum) : undefined
  if (!only || !listed) return only ?? listed
  return new Map([...only].filter(([text]) => listed.has(text)))
}

/** Rules for values of every kind; `undefined` where they leave no value. */
function generalRules(schema: JsonSchema, { meaning }: FormTools): Map<string, OtherRule> | undefined {
  const rules = new Map<string, OtherRule>()
  const { not, if: condition, then: yes = true, else: no = true } = schema
  if (not === true || (isSchema(not) && Object.keys(not).length === 0)) return undefined
  if (not !== undefined && not !== false) rules.set(`not ${meaning(not)}`, { keyword: 'not', value: not })
  if (condition !== undefined && (yes !== true || no !== true))
    rules.set(`if ${[condition, yes, no].map(meaning).join(' ')}`, { keyword: 'if', value: condition })
  for (const keyword of ['$dynamicRef', '$recursiveRef'])
    if (schema[keyword] !== undefined)
      rules.set(`${keyword} ${meaning({ [keyword]: schema[keyword] })}`, { keyword, value: schema[keyword] })
  return rules
}

function kindRules(kind: Kind, schema: JsonSchema, { meaning }: FormTools): Map<string, OtherRule> {
  const rules = new Map<string, OtherRule>()
  const add = (keyword: string, value: unknown, text = meaning(value)): void =>
    void rules.set(`${keyword} ${text}`, { keyword, value })
  for (const keyword of othersOf[kind]) if (schema[keyword] !== undefined) add(keyword, schema[keyword])
  if (kind === 'array' && schema['contains'] !== undefined) {
    const { contains, minContains = 1, maxContains = null } = schema
    if (minContains !== 0 || maxContains !== null)
      add('contains', contains, `${meaning(contains)} ${canonicalJson([minContains, maxContains])}`)
  }
  if (kind === 'object')
    for (const [name, needed] of dependenciesOf(schema))
      if (!Array.isArray(needed))
        add('dependentSchemas', needed, `${JSON.stringify(name)} ${meaning(needed)}`)
  return rules
}

function draftOf(kind: Kind, schema: JsonSchema): Draft {
  const draft: Draft = {}
  const limits = limitsIn(kind, schema)
  if (limits.size > 0) draft.limits = limits
  if (kind === 'number' && typeof schema['multipleOf'] === 'number') draft.multiples = [schema['multipleOf']]
  if (kind === 'string' && typeof schema['pattern'] === 'string') draft.patterns = [schema['pattern']]
  if (kind === 'array') addItems(schema, draft)
  if (kind === 'object') addMembers(schema, draft)
  return draft
}

function limitsIn(kind: Kind, schema: JsonSchema): Map<LimitName, number> {
  const limits = new Map<LimitName, number>()
  for (const name of limitsOf[kind]) {
    const limit = schema[name]
    if (typeof limit === 'number' && !isRedundant(name, limit)) limits.set(name, limit)
  }
  return limits
}

/** No length is below zero, and libraries write the last two for "any whole number". */
function isRedundant(name: LimitName, limit: number): boolean {
  if (name === 'minimum') return limit === Number.MIN_SAFE_INTEGER
  if (name === 'maximum') return limit === Number.MAX_SAFE_INTEGER
  return name.startsWith('min') && limit <= 0
}

function addItems(schema: JsonSchema, draft: Draft): void {
  if (schema['uniqueItems'] === true) draft.unique = true
  const { items, prefixItems, additionalItems } = schema
  const tuple = Array.isArray(items)
  const parts = []
  if (Array.isArray(prefixItems) || (items !== undefined && !tuple))
    parts.push({
      prefix: Array.isArray(prefixItems) ? (prefixItems as AnySchema[]) : [],
      rest: tuple ? undefined : (items as AnySchema | undefined),
    })
  if (tuple) parts.push({ prefix: items as AnySchema[], rest: additionalItems as AnySchema | undefined })
  if (parts.length > 0) draft.arrays = parts
}

function addMembers(schema: JsonSchema, draft: Draft): void {
  const { required, properties, patternProperties, additionalProperties: extra, propertyNames } = schema
  if (Array.isArray(required) && required.length > 0) draft.required = new Set(required as string[])
  if (properties !== undefined || patternProperties !== undefined || extra !== undefined)
    draft.objects = [
      {
        properties: mapOf(properties),
        patterns: mapOf(patternProperties),
        extra,
        lists: mapOf(properties).size > 0,
      },
    ]
  if (propertyNames !== undefined && propertyNames !== true) draft.names = [propertyNames as AnySchema]
  const needs = dependenciesOf(schema).flatMap(([name, needed]) =>
    Array.isArray(needed) ? needed.map((other) => JSON.stringify([name, other])) : [],
  )
  if (needs.length > 0) draft.needs = new Set(needs)
}

function dependenciesOf(schema: JsonSchema): [name: string, needed: unknown][] {
  return ['dependencies', 'dependentRequired', 'dependentSchemas'].flatMap((keyword) =>
    isSchema(schema[keyword]) ? Object.entries(schema[keyword]) : [],
  )
}

function mapOf(named: unknown): ReadonlyMap<string, AnySchema> {
  return new Map(isSchema(named) ? (Object.entries(named) as [string, AnySchema][]) : [])
}
