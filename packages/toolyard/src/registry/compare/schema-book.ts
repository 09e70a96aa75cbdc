/**
 * One root schema, and what has been found out about it while it is read.
 *
 * Follows references, joins schemas so that equal joins are one object (a schema that contains itself is then met again
 * and not read for ever), tests patterns, and keeps count: one effort is shared by everything that compares two schemas,
 * and when it is used up every answer is "no" and nobody may believe it.
 *
 * @module
 */
import { compilePattern, type JsonSchema, resolveRef } from '../../kernel/index.ts'
import { type AnySchema, decides, type Form, type Forms, isSchema, type ObjectPart } from './schema-form.ts'

export interface Effort {
  left: number
}

export interface SchemaBook {
  readonly root: unknown
  readonly effort: Effort
  readonly forms: Map<JsonSchema, Forms>
  /** Schemas that are being read, each inside the one before it. */
  readonly reading: Set<JsonSchema>
  readonly parts: Map<Form, readonly ObjectPart[]>
  readonly apart: Map<unknown, boolean>
  readonly targets: Map<string, unknown>
  readonly ids: Map<JsonSchema, number>
  readonly joined: Map<string, JsonSchema>
  readonly members: Map<JsonSchema, readonly JsonSchema[]>
  readonly patterns: Map<string, { test(text: string): boolean } | undefined>
}

const maxHops = 32
/** What looking for an anchor costs: it may be anywhere. */
const anchorCost = 10_000
const patternCost = 50

export function openBook(root: unknown, effort: Effort): SchemaBook {
  return {
    root,
    effort,
    forms: new Map(),
    reading: new Set(),
    parts: new Map(),
    apart: new Map(),
    targets: new Map(),
    ids: new Map(),
    joined: new Map(),
    members: new Map(),
    patterns: new Map(),
  }
}

/** Whether there is enough left to go on. */
export function spend(effort: Effort, cost = 1): boolean {
  effort.left -= cost
  return effort.left >= 0
}

export function giveUp(effort: Effort): void {
  effort.left = -1
}

/** The schema that a `$ref` means; `undefined` where it leads nowhere. */
export function targetOf(book: SchemaBook, ref: string): AnySchema | undefined {
  if (!book.targets.has(ref)) {
    const enough = ref === '#' || ref.startsWith('#/') || spend(book.effort, anchorCost)
    book.targets.set(ref, enough ? resolveRef(book.root, ref) : undefined)
  }
  const target = book.targets.get(ref)
  return isSchema(target) || typeof target === 'boolean' ? target : undefined
}

/** What a schema that is nothing but a reference refers to; any other is itself. */
export function behind(book: SchemaBook, schema: AnySchema): AnySchema {
  let at = schema
  for (let hops = 0; hops < maxHops && isSchema(at) && typeof at.$ref === 'string'; hops++) {
    if (Object.keys(at).some((keyword) => keyword !== '$ref' && decides(keyword))) return at
    const target = targetOf(book, at.$ref)
    if (target === undefined) return at
    at = target
  }
  return at
}

/** One schema for what fits all of `schemas`. */
export function join(book: SchemaBook, schemas: readonly AnySchema[]): AnySchema {
  const distinct = new Map<number, JsonSchema>()
  for (const schema of schemas) {
    if (schema === false) return false
    if (schema === true) continue
    for (const one of book.members.get(schema) ?? [schema]) distinct.set(idOf(book, one), one)
  }
  const [first, second] = distinct.values()
  if (first === undefined || second === undefined) return first ?? true
  const key = [...distinct.keys()].toSorted((left, right) => left - right).join(' ')
  const known = book.joined.get(key)
  if (known) return known
  const members = [...distinct.values()]
  const made: JsonSchema = { allOf: members }
  book.joined.set(key, made)
  book.members.set(made, members)
  return made
}

/** A pattern that no engine takes matches nothing. */
export function matchesIn(book: SchemaBook, pattern: string, text: string): boolean {
  if (!spend(book.effort)) return false
  if (!book.patterns.has(pattern)) {
    if (!spend(book.effort, patternCost)) return false
    book.patterns.set(pattern, tryPattern(pattern))
  }
  return book.patterns.get(pattern)?.test(text) ?? false
}

function idOf(book: SchemaBook, schema: JsonSchema): number {
  const known = book.ids.get(schema) ?? book.ids.size
  book.ids.set(schema, known)
  return known
}

function tryPattern(pattern: string): { test(text: string): boolean } | undefined {
  try {
    return compilePattern(pattern)
  } catch {
    return undefined
  }
}
