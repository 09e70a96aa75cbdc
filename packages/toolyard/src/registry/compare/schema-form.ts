/**
 * What a schema asks of values, one kind of JSON value at a time.
 *
 * Two spellings of one meaning (`const` and `enum`, a list of types and a union of them) end in equal forms. A form is a
 * conjunction: every part of it holds. The forms of a kind are alternatives. Schemas inside (of members and items) stay
 * as they were written and are read on demand.
 *
 * @module
 */
import { canonicalJson, type JsonSchema } from '../../kernel/index.ts'

export type ComparedSchema = JsonSchema | boolean

export const kinds = ['null', 'boolean', 'number', 'string', 'array', 'object'] as const
export type ValueKind = (typeof kinds)[number]

/** Bounds, by the kind of value that they speak of. */
export const limitsOf: Readonly<Record<ValueKind, readonly string[]>> = {
  null: [],
  boolean: [],
  number: ['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum'],
  string: ['minLength', 'maxLength'],
  array: ['minItems', 'maxItems'],
  object: ['minProperties', 'maxProperties'],
}

/** What one schema says of the keys of an object. */
export interface ObjectPart {
  readonly properties: ReadonlyMap<string, ComparedSchema>
  readonly patterns: ReadonlyMap<string, ComparedSchema>
  /** What all other keys hold; `undefined` if the schema does not say. */
  readonly extra: ComparedSchema | undefined
}

/** What one schema says of the items of a list. */
export interface ArrayPart {
  readonly prefix: readonly ComparedSchema[]
  readonly rest: ComparedSchema | undefined
}

export interface SchemaRule {
  readonly keyword: string
  readonly value: unknown
}

export interface SchemaForm {
  /** By their canonical text: the only values there are. */
  readonly values?: ReadonlyMap<string, unknown>
  readonly integer: boolean
  readonly limits: ReadonlyMap<string, number>
  readonly required: ReadonlySet<string>
  readonly objects: readonly ObjectPart[]
  readonly arrays: readonly ArrayPart[]
  /** All other keywords, by a text of their meaning. */
  readonly rules: ReadonlyMap<string, SchemaRule>
}

export type SchemaForms = Readonly<Record<ValueKind, readonly SchemaForm[]>>

const empty: SchemaForm = {
  integer: false,
  limits: new Map(),
  required: new Set(),
  objects: [],
  arrays: [],
  rules: new Map(),
}

/** Every value of a kind. */
export const free: Readonly<Record<ValueKind, SchemaForm>> = {
  null: { ...empty, values: valueMap([null]) },
  boolean: { ...empty, values: valueMap([true, false]) },
  number: { ...empty },
  string: { ...empty },
  array: { ...empty },
  object: { ...empty },
}

export const everything: SchemaForms = byKind((kind) => [free[kind]])
export const nothing: SchemaForms = byKind(() => [])

export function byKind(make: (kind: ValueKind) => readonly SchemaForm[]): SchemaForms {
  return Object.fromEntries(kinds.map((kind) => [kind, make(kind)])) as unknown as SchemaForms
}

export function valueMap(values: readonly unknown[]): ReadonlyMap<string, unknown> {
  return new Map(values.map((value) => [canonicalJson(value ?? null), value]))
}
