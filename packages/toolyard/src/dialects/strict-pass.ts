/**
 * What one conversion to a strict schema carries from node to node, and the rules by which providers differ.
 *
 * @module
 */
import type { JsonSchema } from '../kernel/index.ts'
import type { Decoder } from './codec.ts'
import type { SchemaDefinitions } from './definitions.ts'
import type { DialectNotes } from './notes.ts'
import { wordsFor, isIdle } from './words.ts'

export interface StrictRules {
  /** How an optional property is written: left out of `required`, or required and nullable. */
  readonly optional: 'kept' | 'nullable'
  /** Whether `type` may be a list. */
  readonly typeLists: boolean
  readonly recursion: boolean
  /** Whether the model may write a literal in another case. */
  readonly looseLiterals: boolean
  /** Whether the provider holds the model to this constraint; others are told in words. */
  takes(keyword: string, value: unknown): boolean
}

/** A converted schema, and how a value of it is turned back; no decoder if it stays as it is. */
export interface StrictNode {
  readonly schema: JsonSchema
  readonly decode: Decoder | undefined
}

/** Why a schema has no strict form. `reason` goes behind "because". */
export interface Blocker {
  readonly path: string
  readonly reason: string
}

export interface StrictPlace {
  readonly path: string
  readonly depth: number
}

export interface StrictPass {
  /** The original, in which its references are looked up. */
  readonly root: JsonSchema
  readonly rules: StrictRules
  readonly notes: DialectNotes
  /** Why there can be no strict schema. */
  readonly blockers: Blocker[]
  /** Made when a reference is met. */
  readonly definitions: () => SchemaDefinitions<StrictNode>
  /** The finished `$defs`; asked by decoders, when the walk is over. */
  readonly finished: () => JsonSchema
  nodes: number
  convert(schema: unknown, place: StrictPlace): StrictNode
}

export function block(pass: StrictPass, place: StrictPlace, reason: string): StrictNode {
  pass.blockers.push({ path: place.path, reason })
  return { schema: {}, decode: undefined }
}

export function inside(place: StrictPlace, segment: string): StrictPlace {
  return { path: `${place.path}/${segment}`, depth: place.depth + 1 }
}

export interface KeywordReport {
  readonly kept: Readonly<Record<string, unknown>>
  readonly sentences: readonly string[]
}

const none: Readonly<Record<string, unknown>> = Object.freeze({})
const nothingTold: KeywordReport = Object.freeze({ kept: none, sentences: Object.freeze([]) })

/** Those of `keywords` that the provider takes, and sentences for the others. */
export function keepOrTell(
  constraints: Readonly<Record<string, unknown>>,
  pass: StrictPass,
  place: StrictPlace,
): KeywordReport {
  if (constraints === none) return nothingTold
  const kept: Record<string, unknown> = {}
  let sentences: readonly string[] = []
  for (const keyword of Object.keys(constraints)) {
    const value = constraints[keyword]
    if (value === undefined || isIdle(keyword, value)) continue
    if (pass.rules.takes(keyword, value)) {
      kept[keyword] = value
      continue
    }
    const sentence = describeConstraint({ keyword, value }, pass, place)
    if (sentence !== undefined) sentences = [...sentences, sentence]
  }
  return { kept, sentences }
}

/** The sentence for a constraint that the provider does not take, and a note of it. */
export function describeConstraint(
  { keyword, value }: { readonly keyword: string; readonly value: unknown },
  { notes }: StrictPass,
  { path }: StrictPlace,
): string | undefined {
  const sentence = wordsFor(keyword, value)
  if (sentence === undefined) notes.add('lossy', path, `"${keyword}" is too long to tell the model`)
  else notes.add('adapted', path, `"${keyword}" is told in the description`)
  return sentence
}

export function pick(schema: JsonSchema, keywords: readonly string[]): Readonly<Record<string, unknown>> {
  let picked: Record<string, unknown> | undefined
  for (const keyword of keywords)
    if (schema[keyword] !== undefined) (picked ??= {})[keyword] = schema[keyword]
  return picked ?? none
}
