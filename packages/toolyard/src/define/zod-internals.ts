/**
 * What Zod 4 keeps of a schema, as far as it is read here. Nothing of it is promised by Zod: see `zod-json.ts`.
 *
 * @module
 */

export interface ZodSchema {
  readonly _zod: ZodInternals
}

export interface ZodVersion {
  readonly major: number
  readonly minor: number
}

export interface ZodInternals {
  readonly def: ZodDef
  readonly version: ZodVersion
  readonly traits: ReadonlySet<string>
  /** What checks of others have left for the converter; empty unless there are such. */
  readonly bag: object
  /** The schema of which this one is a refined or renamed copy. */
  readonly parent?: ZodSchema
  /** Set where a property of this schema may be left out. */
  readonly optin?: unknown
  readonly toJSONSchema?: unknown
  readonly processJSONSchema?: unknown
}

/** The members of all kinds in one; which of them are there is told by `type`. */
export interface ZodDef extends ZodCheckDef {
  readonly type: string
  readonly checks?: readonly { readonly _zod: { readonly def: ZodCheckDef } }[]
  readonly entries: Readonly<Record<string, unknown>>
  readonly values: readonly unknown[]
  readonly element: ZodSchema
  readonly shape: Readonly<Record<string, ZodSchema>>
  readonly catchall?: ZodSchema
  readonly keyType: ZodSchema
  readonly valueType: ZodSchema
  readonly mode?: unknown
  readonly options: readonly ZodSchema[]
  readonly inclusive?: boolean
  readonly innerType: ZodSchema
  readonly defaultValue: unknown
}

export interface ZodCheckDef {
  readonly check?: string
  readonly format?: string
  readonly value?: unknown
  readonly inclusive?: boolean
  readonly minimum?: unknown
  readonly maximum?: unknown
  readonly length?: unknown
}
