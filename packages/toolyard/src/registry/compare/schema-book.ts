/**
 * One root schema, and what has been found out about it while it is read.
 *
 * Follows references, tests patterns, and keeps count: one effort is shared by everything that compares two schemas. When
 * it is used up, no answer counts any more.
 *
 * @module
 */
import { compilePattern, decides, isSchema, type JsonSchema, resolveRef } from '../../kernel/index.ts'
import { type ComparedSchema, type SchemaForms } from './schema-form.ts'

export interface Effort {
  left: number
}

export interface SchemaBook {
  readonly root: unknown
  readonly effort: Effort
  readonly forms: Map<JsonSchema, SchemaForms>
  /** Schemas that are being read, each inside the one before it. */
  readonly reading: Set<JsonSchema>
  readonly targets: Map<string, unknown>
  readonly patterns: Map<string, { test(text: string): boolean } | undefined>
}

const maxHops = 32
/** What looking for an anchor costs: it may be anywhere. */
const anchorCost = 10_000
const patternCost = 50

export function openBook(root: unknown, effort: Effort): SchemaBook {
  return { root, effort, forms: new Map(), reading: new Set(), targets: new Map(), patterns: new Map() }
}

/** Whether there is enough left to go on. */
export function spend(effort: Effort, cost = 1): boolean {
  effort.left -= cost
  return effort.left >= 0
}

export function giveUp(effort: Effort): void {
  effort.left = -1
}

/** The schema that a `$ref` means; `undefined` if it leads nowhere. */
export function targetOf(book: SchemaBook, ref: string): ComparedSchema | undefined {
  if (!book.targets.has(ref)) {
    const enough = ref === '#' || ref.startsWith('#/') || spend(book.effort, anchorCost)
    book.targets.set(ref, enough ? resolveRef(book.root, ref) : undefined)
  }
  const target = book.targets.get(ref)
  return isSchema(target) || typeof target === 'boolean' ? target : undefined
}

/** What a schema that is nothing but a reference refers to; any other is itself. */
export function behind(book: SchemaBook, schema: ComparedSchema): ComparedSchema {
  let at = schema
  for (let hops = 0; hops < maxHops && isSchema(at) && typeof at.$ref === 'string'; hops++) {
    if (Object.keys(at).some((keyword) => keyword !== '$ref' && decides(keyword))) return at
    const target = targetOf(book, at.$ref)
    if (target === undefined) return at
    at = target
  }
  return at
}

/** A pattern that no engine takes matches nothing. */
export function matchesIn(book: SchemaBook, pattern: string, text: string): boolean {
  if (!spend(book.effort, book.patterns.has(pattern) ? 1 : patternCost)) return false
  if (!book.patterns.has(pattern)) book.patterns.set(pattern, tryPattern(pattern))
  return book.patterns.get(pattern)?.test(text) ?? false
}

function tryPattern(pattern: string): { test(text: string): boolean } | undefined {
  try {
    return compilePattern(pattern)
  } catch {
    return undefined
  }
}
