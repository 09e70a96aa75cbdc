/**
 * What the conversion of one schema knows and gathers.
 *
 * @module
 */
import type { JsonSchema } from '../../../kernel/index.ts'

/** Arguments are written by a model, answers by a server: each direction leaves out other things. */
export type Direction = 'input' | 'output'

export type OpenApiSchema = JsonSchema | boolean
/** A schema as the document writes it. */
export type SchemaSource = Readonly<Record<string, unknown>>
export type SchemaDraft = Record<string, unknown>

/** A schema as tools use it, with what it needs beside itself. */
export interface ConvertedSchema {
  readonly schema: OpenApiSchema
  /** Names under `$defs` that it refers to. */
  readonly refs: ReadonlySet<string>
  readonly nodes: number
  readonly depth: number
}

/** What a place says about the value of its definition: it always holds, it may hold, or it is about a value inside. */
export type AppliesTo = 'all' | 'choice' | 'inside'

export interface SchemaPosition {
  readonly pointer: string
  readonly depth: number
  readonly applied: AppliesTo
}

export interface SchemaPass {
  readonly direction: Direction
  readonly refs: Set<string>
  nodes: number
  depth: number
  tell(pointer: string, reason: string): void
  /** What a `$ref` stands for: the schema itself if it is small, else a `$ref` into `$defs`. */
  reference(ref: string, at: SchemaPosition): OpenApiSchema
  /** The schema behind a `$ref` into `$defs`, if it may be merged into another. */
  bodyOf(ref: string): ConvertedSchema | undefined
  /** The keywords of a schema in the document, through its references. */
  source(ref: string): SchemaSource
}

/** Which schema is being converted, and in which pass. */
export interface SchemaContext {
  readonly at: SchemaPosition
  readonly pass: SchemaPass
}

export function isObject(schema: unknown): schema is JsonSchema {
  return typeof schema === 'object' && schema !== null && !Array.isArray(schema)
}

/** One step down the document, into a value of its own. */
export function inside(at: SchemaPosition, ...names: readonly (string | number)[]): SchemaPosition {
  return { pointer: stepped(at.pointer, names), depth: at.depth + 1, applied: 'inside' }
}

/** One step down the document, about the same value. */
export function beside(
  at: SchemaPosition,
  how: 'all' | 'choice',
  ...names: readonly (string | number)[]
): SchemaPosition {
  const applied = how === 'choice' && at.applied === 'all' ? 'choice' : at.applied
  return { pointer: stepped(at.pointer, names), depth: at.depth + 1, applied }
}

function stepped(pointer: string, names: readonly (string | number)[]): string {
  let to = pointer
  for (const name of names) to += `/${typeof name === 'string' ? escaped(name) : name}`
  return to
}

function escaped(name: string): string {
  return name.includes('/') || name.includes('~') ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name
}
