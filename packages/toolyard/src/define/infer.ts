/**
 * From a schema to the type that `execute` receives, for every form in which a schema may be written.
 *
 * @module
 */
import type { Saying } from '../kernel/index.ts'

/** The part of Standard Schema v1 (with JSON Schema) that we use; Zod 4, Valibot, ArkType and others have it. */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly types?: { readonly input: Input; readonly output: Output } | undefined
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>
    readonly jsonSchema?: {
      readonly input: (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown>
      readonly output: (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown>
    }
  }
}

export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] }

export interface StandardIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
  /** Only of schemas that we check ourselves. */
  readonly says?: Saying | undefined
}

/** `{ path: String, limit: Number }`: every field is required. */
export type ShortForm = { readonly [field: string]: ShortFormType }
export type ShortFormType =
  | StringConstructor
  | NumberConstructor
  | BooleanConstructor
  | ArrayConstructor
  | ObjectConstructor
  | BigIntConstructor

/** Plain JSON Schema, with its literal types kept. */
export interface JsonSchemaLike {
  readonly type: 'object' | readonly string[]
  readonly properties?: object
  readonly required?: readonly string[]
  readonly [keyword: string]: unknown
}

/** `{ city: z.string() }`: a schema for each field. */
export type RawShape = { readonly [field: string]: StandardSchema }

/** What `jsonSchema()` of the package `ai` makes. */
export interface AiSchemaLike<Output = unknown> {
  readonly _type: Output
  readonly jsonSchema: unknown
}

export type SchemaLike = StandardSchema | JsonSchemaLike | ShortForm | RawShape | AiSchemaLike

export type InferInput<S> =
  S extends StandardSchema<infer _, infer Output>
    ? Output
    : S extends AiSchemaLike<infer Output>
      ? Output
      : S extends RawShape
        ? Simple<OptionalIfEmpty<{ -readonly [Field in keyof S]: InferInput<S[Field]> }>>
        : S extends ShortForm
          ? { [Field in keyof S]: InferShort<S[Field]> }
          : S extends { readonly type: 'object' }
            ? FromJsonSchema<S>
            : Record<string, unknown>

/** Fields whose value may be nothing may be left out. */
type OptionalIfEmpty<Fields> = {
  [Name in keyof Fields as undefined extends Fields[Name] ? never : Name]: Fields[Name]
} & {
  [Name in keyof Fields as undefined extends Fields[Name] ? Name : never]?: Fields[Name]
}

/** Arguments as a caller writes them: before defaults and transforms. */
export type InferGiven<S> =
  S extends StandardSchema<infer Given, infer _>
    ? Given
    : S extends RawShape
      ? Simple<OptionalIfEmpty<{ -readonly [Field in keyof S]: InferGiven<S[Field]> }>>
      : S extends { readonly type: 'object'; readonly properties: infer Fields }
        ? Simple<GivenFields<Fields, RequiredOf<S>>>
        : InferInput<S>

/** The input of a schema in any form; nothing is known of one that has lost its literal types, and `Else` is believed. */
export type InferLoosely<S, Else> = S extends SchemaLike ? InferInput<S> : Else

type InferShort<T> = T extends StringConstructor
  ? string
  : T extends NumberConstructor
    ? number
    : T extends BooleanConstructor
      ? boolean
      : T extends BigIntConstructor
        ? number
        : T extends ArrayConstructor
          ? unknown[]
          : Record<string, unknown>

/** Types for the JSON Schema that people write by hand; what it can't see is `unknown`, never wrong. */
export type FromJsonSchema<S> = S extends { readonly const: infer Value }
  ? Value
  : S extends { readonly enum: readonly (infer Value)[] }
    ? Value
    : S extends { readonly type: 'string' }
      ? string
      : S extends { readonly type: 'number' | 'integer' }
        ? number
        : S extends { readonly type: 'boolean' }
          ? boolean
          : S extends { readonly type: 'null' }
            ? null
            : S extends { readonly type: 'array' }
              ? S extends { readonly items: infer Items }
                ? FromJsonSchema<Items>[]
                : unknown[]
              : S extends { readonly type: 'object'; readonly properties: infer Fields }
                ? FromFields<Fields, RequiredOf<S>>
                : S extends { readonly type: 'object' }
                  ? Record<string, unknown>
                  : unknown

/** A list that has lost its literal types names no field. */
type RequiredOf<S> = S extends { readonly required: readonly (infer Name)[] }
  ? string extends Name
    ? never
    : Name
  : never

type FromFields<Fields, Required> = {
  [
    Name in keyof Fields as Name extends Required
      ? Name
      : HasDefault<Fields[Name]> extends true
        ? Name
        : never
  ]: FromJsonSchema<Fields[Name]>
} & {
  [
    Name in keyof Fields as Name extends Required
      ? never
      : HasDefault<Fields[Name]> extends true
        ? never
        : Name
  ]?: FromJsonSchema<Fields[Name]>
}

type GivenFields<Fields, Required> = {
  [Name in keyof Fields as Name extends Required ? Name : never]: FromJsonSchema<Fields[Name]>
} & {
  [Name in keyof Fields as Name extends Required ? never : Name]?: FromJsonSchema<Fields[Name]>
}

type Simple<T> = { [Name in keyof T]: T[Name] }

type HasDefault<S> = S extends { readonly default: unknown } ? true : false
