/**
 * What the conversion of one schema knows and gathers.
 *
 * @module
 */
import type { JsonSchema } from '../../../kernel/index.ts'

/** Arguments are written by a model, answers by a server: each direction leaves out other things. */
export type Direction = 'input' | 'output'

export type Schema = JsonSchema | boolean
export type Draft = Record<string, unknown>

/** A schema as tools use it, with what it needs beside itself. */
export interface Converted {
  readonly schema: Schema
  /** Names under `$defs` that it refers to. */
  readonly refs: ReadonlySet<string>
  readonly nodes: number
  readonly depth: number
}

/** What a place says about the value of its definition: it always holds, it may hold, or it is about a value inside. */
export type Applied = 'all' | 'choice' | 'inside'

export interface At {
  readonly pointer: string
  readonly depth: number
  readonly applied: Applied
}

export interface Pass {
  readonly direction: Direction
  readonly refs: Set<string>
  nodes: number
  depth: number
  tell(pointer: string, reason: string): void
  /** What a `$ref` stands for: the schema itself where it is small, else a `$ref` into `$defs`. */
  reference(ref: string, at: At): Schema
  /** The schema behind a `$ref` into `$defs`, where it may be merged into another. */
  bodyOf(ref: string): Converted | undefined
  /** The keywords of a schema in the document, through its references. */
  source(ref: string): Readonly<Record<string, unknown>>
}

export function isObject(schema: unknown): schema is JsonSchema {
  return typeof schema === 'object' && schema !== null && !Array.isArray(schema)
}

/** One step down the document, into a value of its own. */
export function inside(at: At, ...names: readonly (string | number)[]): At {
  return { pointer: stepped(at.pointer, names), depth: at.depth + 1, applied: 'inside' }
}

/** One step down the document, about the same value. */
export function beside(at: At, how: 'all' | 'choice', ...names: readonly (string | number)[]): At {
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
