/**
 * The forms that a schema's own keywords leave, without what it refers to or combines.
 *
 * Draft-07 and 2020-12 spellings end in the same forms: tuples in `items` or `prefixItems`, `dependencies` or its two
 * successors.
 *
 * @module
 */
import { canonicalJson, isSchema, type JsonSchema } from '../../kernel/index.ts'
import { tidy } from './meet-forms.ts'
import type { SchemaBook } from './schema-book.ts'
import {
  type ComparedSchema,
  type ArrayPart,
  byKind,
  type SchemaForm,
  type SchemaForms,
  free,
  type ValueKind,
  limitsOf,
  nothing,
  type SchemaRule,
  valueMap,
} from './schema-form.ts'
import { meaningIn } from './schema-meaning.ts'

/** Keywords that are compared as a whole, by the kind of value that they speak of. */
const rulesOf: Readonly<Record<ValueKind, readonly string[]>> = {
  null: [],
  boolean: [],
  number: ['multipleOf', 'format'],
  string: ['pattern', 'format', 'contentEncoding', 'contentMediaType', 'contentSchema'],
  array: [],
  object: ['propertyNames'],
}

export function ownForms(book: SchemaBook, schema: JsonSchema): SchemaForms {
  const types = schema.type === undefined ? undefined : new Set([schema.type].flat())
  const literals = literalsOf(schema)
  if (isSchema(schema['not']) ? Object.keys(schema['not']).length === 0 : schema['not'] === true)
    return nothing
  return byKind((kind) => {
    if (types && !types.has(kind) && !(kind === 'number' && types.has('integer'))) return []
    const own: SchemaForm = {
      ...free[kind],
      integer: kind === 'number' && types?.has('integer') === true && !types.has('number'),
      limits: limitsIn(kind, schema),
      required: new Set(kind === 'object' ? (schema.required ?? []) : []),
      objects: kind === 'object' ? objectParts(schema) : [],
      arrays: kind === 'array' ? arrayParts(schema) : [],
      rules: rulesIn(book, kind, schema),
      ...(literals && { values: new Map([...literals].filter(([, value]) => kindOf(value) === kind)) }),
    }
    const form = isFree(own) && !literals ? free[kind] : tidy(book, kind, own)
    return form ? [form] : []
  })
}

function isFree({ integer, limits, required, objects, arrays, rules }: SchemaForm): boolean {
  return !integer && limits.size + required.size + objects.length + arrays.length + rules.size === 0
}

function kindOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
}

/** The values that `const` and `enum` leave. */
function literalsOf(schema: JsonSchema): ReadonlyMap<string, unknown> | undefined {
  const only = schema['const'] === undefined ? undefined : valueMap([schema['const']])
  const listed = Array.isArray(schema.enum) ? valueMap(schema.enum) : undefined
  if (!only || !listed) return only ?? listed
  return new Map([...only].filter(([text]) => listed.has(text)))
}

function limitsIn(kind: ValueKind, schema: JsonSchema): Map<string, number> {
  const limits = new Map<string, number>()
  for (const name of limitsOf[kind]) {
    const limit = schema[name]
    if (typeof limit === 'number' && !isRedundant(name, limit)) limits.set(name, limit)
  }
  return limits
}

/** No length is below zero, and libraries write the first two for "any whole number". */
function isRedundant(name: string, limit: number): boolean {
  if (name === 'minimum') return limit === Number.MIN_SAFE_INTEGER
  if (name === 'maximum') return limit === Number.MAX_SAFE_INTEGER
  return name.startsWith('min') && limit <= 0
}

function rulesIn(book: SchemaBook, kind: ValueKind, schema: JsonSchema): Map<string, SchemaRule> {
  const rules = new Map<string, SchemaRule>()
  const add = (keyword: string, value: unknown, ...all: unknown[]): void =>
    void rules.set([keyword, ...[value, ...all].map((part) => meaningIn(book, part))].join(' '), {
      keyword,
      value,
    })
  for (const keyword of [...rulesOf[kind], '$dynamicRef', '$recursiveRef'])
    if (schema[keyword] !== undefined && !(keyword === 'propertyNames' && isAnyName(book, schema[keyword])))
      add(keyword, schema[keyword])
  const { not = false, if: condition, then: yes = true, else: no = true } = schema
  if (not !== false) add('not', not)
  if (condition !== undefined && (yes !== true || no !== true)) add('if', condition, yes, no)
  if (kind === 'array') {
    const { contains, minContains = 1, maxContains = null, unevaluatedItems = true } = schema
    if (schema['uniqueItems'] === true) add('uniqueItems', true)
    if (contains !== undefined && (minContains !== 0 || maxContains !== null))
      add('contains', contains, minContains, maxContains)
    // What counts as evaluated depends on all that stands beside it.
    if (unevaluatedItems !== true) add('unevaluatedItems', unevaluatedItems, schema)
  }
  if (kind === 'object') {
    const { unevaluatedProperties: extra = true } = schema
    for (const [name, needed] of dependenciesOf(schema))
      if (!Array.isArray(needed)) add('dependentSchemas', needed, name)
      else
        for (const other of needed)
          rules.set(`dependentRequired ${canonicalJson([name, other])}`, {
            keyword: 'dependentRequired',
            value: [name, other],
          })
    if (extra !== true) add('unevaluatedProperties', extra, schema)
  }
  return rules
}

/** Every key is a text. */
function isAnyName(book: SchemaBook, names: unknown): boolean {
  return ['{}', '{type:["string"]}'].includes(meaningIn(book, names))
}

function dependenciesOf(schema: JsonSchema): [name: string, needed: unknown][] {
  return ['dependencies', 'dependentRequired', 'dependentSchemas'].flatMap((keyword) =>
    isSchema(schema[keyword]) ? Object.entries(schema[keyword]) : [],
  )
}

function arrayParts({ items, prefixItems, additionalItems }: JsonSchema): ArrayPart[] {
  const prefix = Array.isArray(prefixItems) ? (prefixItems as ComparedSchema[]) : []
  if (!Array.isArray(items))
    return items === undefined && prefix.length === 0
      ? []
      : [{ prefix, rest: items as ComparedSchema | undefined }]
  const tuple = { prefix: items as ComparedSchema[], rest: additionalItems as ComparedSchema | undefined }
  return prefix.length === 0 ? [tuple] : [{ prefix, rest: undefined }, tuple]
}

function objectParts(schema: JsonSchema): SchemaForm['objects'] {
  const { properties, patternProperties, additionalProperties, unevaluatedProperties = false } = schema
  const extra = additionalProperties ?? (unevaluatedProperties === false ? undefined : true)
  if (properties === undefined && patternProperties === undefined && extra === undefined) return []
  return [{ properties: mapOf(properties), patterns: mapOf(patternProperties), extra }]
}

function mapOf(named: unknown): ReadonlyMap<string, ComparedSchema> {
  return new Map(isSchema(named) ? (Object.entries(named) as [string, ComparedSchema][]) : [])
}
