/**
 * What is carried along while two schemas are compared: the side, the proofs, the place, and what was found.
 *
 * @module
 */
import { quote, type Side } from './change-words.ts'
import { type CoverProof, unmetRules } from './cover-proof.ts'
import { changeOf, type ManifestChange } from './manifest-change.ts'
import type { SchemaBook } from './schema-book.ts'
import type { AnySchema, Form, Kind } from './schema-form.ts'

export interface Versions<T> {
  readonly before: T
  readonly after: T
}

export interface Walk extends Versions<SchemaBook> {
  readonly side: Side
  /** That callers of the old version can live with the new one. */
  readonly forward: CoverProof
  readonly backward: CoverProof
  readonly changes: ManifestChange[]
  readonly told: Set<string>
  /** Pairs that were told of, with `true` where it was as safe. */
  readonly seen: Map<AnySchema, Map<AnySchema, boolean>>
  readonly compare: (walk: Walk, pair: Versions<AnySchema>, place: Place) => void
  /** How often a reason for "breaking" was found. */
  explained: number
}

export interface Place {
  readonly path: string
  /** What people call it: `address.city`, `tags[]`; empty for the whole. */
  readonly keys: string
  /** Whether it is proven that nothing from here on can break a caller. */
  readonly safe: boolean
  /** Whether a reference or a combination led here, so that the same schemas may be met again. */
  readonly shared: boolean
}

export interface FormVersions extends Versions<Form> {
  readonly kind: Kind
}

/** What every change of one pair of forms is told with. */
export interface FormComparison {
  readonly walk: Walk
  readonly forms: FormVersions
  readonly place: Place
  readonly unmet: ReadonlySet<string>
}

export interface Finding {
  readonly keyword: string
  readonly before?: unknown
  readonly after?: unknown
  readonly text: string
  readonly breaking: boolean
}

export function report(walk: Walk, place: Place, finding: Finding): void {
  const breaking = finding.breaking && !place.safe
  if (breaking) walk.explained++
  const { keyword, before, after, text } = finding
  const path = keyword === '' ? place.path : `${place.path}.${keyword}`
  // A rule for values of every kind is met once a kind.
  if (walk.told.has(`${path} ${text}`)) return
  walk.told.add(`${path} ${text}`)
  walk.changes.push(changeOf(path, [before, after], { text, breaking }))
}

/** The version that must be able to stand in for the other. */
export function wideOf<T>(walk: Walk, { before, after }: Versions<T>): T {
  return walk.side === 'input' ? after : before
}

export function narrowOf<T>(walk: Walk, { before, after }: Versions<T>): T {
  return walk.side === 'input' ? before : after
}

/** The rules that a caller of the old version may fail at. */
export function unmetBy(walk: Walk, forms: FormVersions, place: Place): ReadonlySet<string> {
  if (place.safe) return new Set()
  const pair = { kind: forms.kind, wide: wideOf(walk, forms), narrow: narrowOf(walk, forms) }
  return new Set(unmetRules(walk.forward, pair))
}

export function subjectOf(walk: Walk, { keys }: Place): string {
  return keys === '' ? `The ${walk.side}` : quote(keys)
}

export function inMember(place: Place, name: string): Place {
  const keys = place.keys === '' ? name : `${place.keys}.${name}`
  return { ...place, keys, path: step(`${place.path}.properties`, name) }
}

export function inItem(place: Place, index: number | undefined): Place {
  const path = index === undefined ? `${place.path}.items` : `${place.path}.prefixItems[${index}]`
  return { ...place, keys: `${place.keys}[${index ?? ''}]`, path }
}

/** Keys by pattern or all others: `limits.*`. */
export function inOthers(place: Place, keyword: string, pattern?: string): Place {
  const path = `${place.path}.${keyword}`
  const keys = place.keys === '' ? '*' : `${place.keys}.*`
  return { ...place, keys, path: pattern === undefined ? path : step(path, pattern) }
}

/** A name that could be mistaken for more than one is quoted. */
export function step(path: string, name: string): string {
  return /^[\w$-]+$/.test(name) ? `${path}.${name}` : `${path}[${quote(name)}]`
}
