/**
 * What a schema asks of values, one kind of JSON value at a time.
 *
 * Two spellings of one meaning (`const` and `enum`, a list of types and a union of them, bounds with and without "exclusive")
 * end in equal forms. A form is a conjunction: every part of it holds. The forms of a kind are alternatives. Schemas inside
 * (of members and items) stay as they were written and are read when someone asks for them.
 *
 * @module
 */
import { canonicalJson, type JsonSchema } from '../../kernel/index.ts'

export type AnySchema = JsonSchema | boolean

export const kinds = ['null', 'boolean', 'number', 'string', 'array', 'object'] as const
export type Kind = (typeof kinds)[number]

export const lowerLimits = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'] as const
export const upperLimits = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'] as const
export type LimitName = (typeof lowerLimits)[number] | (typeof upperLimits)[number]

/** One schema's word on the keys of an object. */
export interface ObjectPart {
  readonly properties: ReadonlyMap<string, AnySchema>
  readonly patterns: ReadonlyMap<string, AnySchema>
  /** What all other keys hold; `undefined` where the schema does not say. */
  readonly extra: AnySchema | undefined
  /** Whether it names its keys, be it none at all. */
  readonly lists: boolean
}

/** One schema's word on the items of a list. */
export interface ArrayPart {
  readonly prefix: readonly AnySchema[]
  readonly rest: AnySchema | undefined
}

/** A keyword that is only ever compared as a whole. */
export interface OtherRule {
  readonly keyword: string
  readonly value: unknown
}

export interface Form {
  /** By their canonical text: the only values there are. */
  readonly values?: ReadonlyMap<string, unknown>
  readonly limits: ReadonlyMap<LimitName, number>
  readonly integer: boolean
  readonly unique: boolean
  readonly multiples: readonly number[]
  readonly patterns: readonly string[]
  readonly required: ReadonlySet<string>
  /** Which key calls for which other: `["street","city"]`. */
  readonly needs: ReadonlySet<string>
  /** What keys must be. */
  readonly names: readonly AnySchema[]
  readonly objects: readonly ObjectPart[]
  readonly arrays: readonly ArrayPart[]
  /** By a text of their meaning. */
  readonly others: ReadonlyMap<string, OtherRule>
}

export type Forms = Readonly<Record<Kind, readonly Form[]>>

const empty: Form = {
  limits: new Map(),
  integer: false,
  unique: false,
  multiples: [],
  patterns: [],
  required: new Set(),
  needs: new Set(),
  names: [],
  objects: [],
  arrays: [],
  others: new Map(),
}

/** Every value of a kind. */
export const free: Readonly<Record<Kind, Form>> = {
  null: { ...empty, values: valueMap([null]) },
  boolean: { ...empty, values: valueMap([true, false]) },
  number: { ...empty },
  string: { ...empty },
  array: { ...empty },
  object: { ...empty },
}

export const everything: Forms = byKind((kind) => [free[kind]])
export const nothing: Forms = byKind(() => [])

export function byKind(make: (kind: Kind) => readonly Form[]): Forms {
  return {
    null: make('null'),
    boolean: make('boolean'),
    number: make('number'),
    string: make('string'),
    array: make('array'),
    object: make('object'),
  }
}

export function valueMap(values: readonly unknown[]): ReadonlyMap<string, unknown> {
  return new Map(values.map((value) => [canonicalJson(value ?? null), value]))
}

export function kindOfValue(value: unknown): Kind | undefined {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return kinds.find((kind) => kind === typeof value)
}

export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A number, a word, a truth value: what is compared by itself, not by what is inside. */
export function isScalar(kind: Kind): boolean {
  return kind !== 'array' && kind !== 'object'
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
