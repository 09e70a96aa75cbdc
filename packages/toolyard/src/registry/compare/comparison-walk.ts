/**
 * What is carried along while two schemas are compared: the side, the place, what was found, and the verdicts so far.
 *
 * A walk either tells every change or only finds the verdict on a pair of schemas. A pair that leads back to itself is
 * taken as the same while it is looked at; what was built on that is forgotten if it turns out wrong.
 *
 * @module
 */
import { isSchema } from '../../kernel/index.ts'
import { quote, type SchemaSide } from './change-words.ts'
import { changeOf, type ManifestChange } from './manifest-change.ts'
import { behind, giveUp, type SchemaBook, spend } from './schema-book.ts'
import { type ComparedSchema, type SchemaForm, type ValueKind } from './schema-form.ts'

export interface Versions<T> {
  readonly before: T
  readonly after: T
}

export type Verdict = 'same' | 'compatible' | 'breaking'

export interface ComparisonWalk extends Versions<SchemaBook> {
  readonly side: SchemaSide
  readonly compareNode: (walk: ComparisonWalk, pair: Versions<ComparedSchema>, place: ComparisonPlace) => void
  readonly verdicts: Map<ComparedSchema, Map<ComparedSchema, Verdict>>
  /** Pairs whose verdict rests on pairs that are being looked at, oldest first. */
  readonly trail: Versions<ComparedSchema>[]
  readonly depth: number
  /** `undefined` if only the verdict is asked for. */
  readonly changes: ManifestChange[] | undefined
  readonly told: Set<string>
  readonly seen: Map<ComparedSchema, Set<ComparedSchema>>
  verdict: Verdict
}

export interface ComparisonPlace {
  readonly path: string
  /** What people call it: `address.city`, `tags[]`; empty for the whole. */
  readonly keys: string
  /** Whether a reference or a combination led here, so that the same schemas may be met again. */
  readonly shared: boolean
}

export interface FormVersions extends Versions<SchemaForm> {
  readonly kind: ValueKind
}

/** What every change of one pair of forms is reported with. */
export interface FormComparison {
  readonly walk: ComparisonWalk
  readonly forms: FormVersions
  readonly place: ComparisonPlace
}

export interface SchemaDifference {
  readonly keyword: string
  readonly before?: unknown
  readonly after?: unknown
  readonly text: () => string
  readonly breaking: boolean
}

const maxDepth = 150

export function reportDifference(
  walk: ComparisonWalk,
  place: ComparisonPlace,
  finding: SchemaDifference,
): void {
  worsen(walk, finding.breaking ? 'breaking' : 'compatible')
  if (walk.changes === undefined) return
  const { keyword, before, after, breaking } = finding
  const text = finding.text()
  const path = keyword === '' ? place.path : `${place.path}.${keyword}`
  // A rule for values of every kind is met once a kind.
  if (walk.told.has(`${path} ${text}`)) return
  walk.told.add(`${path} ${text}`)
  walk.changes.push(changeOf(path, [before, after], { text, breaking }))
}

function worsen(walk: ComparisonWalk, verdict: Verdict): void {
  if (walk.verdict !== 'breaking' && verdict !== 'same') walk.verdict = verdict
}

/** Compares the schemas inside of two that are being compared. */
export function descend(walk: ComparisonWalk, pair: Versions<ComparedSchema>, place: ComparisonPlace): void {
  const verdict = verdictOn(walk, pair)
  worsen(walk, verdict)
  if (verdict === 'same' || walk.changes === undefined) return
  const shared = place.shared || isCombined(pair.before) || isCombined(pair.after)
  if (shared && wasTold(walk, pair)) return
  walk.compareNode(walk, pair, { ...place, shared })
}

/** What may lead back to itself is reported at the first place where it is met. */
function wasTold(walk: ComparisonWalk, pair: Versions<ComparedSchema>): boolean {
  const { before, after } = behindBoth(walk, pair)
  const seen = walk.seen.get(before) ?? new Set<ComparedSchema>()
  walk.seen.set(before, seen)
  return seen.size === seen.add(after).size && (isSchema(before) || isSchema(after))
}

function isCombined(schema: ComparedSchema): boolean {
  return isSchema(schema) && ['$ref', 'allOf', 'anyOf', 'oneOf'].some((keyword) => keyword in schema)
}

function behindBoth(
  walk: ComparisonWalk,
  { before, after }: Versions<ComparedSchema>,
): Versions<ComparedSchema> {
  return { before: behind(walk.before, before), after: behind(walk.after, after) }
}

function verdictOn(walk: ComparisonWalk, schemas: Versions<ComparedSchema>): Verdict {
  const pair = behindBoth(walk, schemas)
  if (pair.before === pair.after && !isSchema(pair.before)) return 'same'
  const verdicts = walk.verdicts.get(pair.before) ?? new Map<ComparedSchema, Verdict>()
  walk.verdicts.set(pair.before, verdicts)
  const known = verdicts.get(pair.after)
  if (known !== undefined) return known
  const { effort } = walk.before
  if (walk.depth >= maxDepth) giveUp(effort)
  if (!spend(effort)) return 'breaking'
  const start = walk.trail.push(pair) - 1
  verdicts.set(pair.after, 'same')
  const verdict = silently(walk, (silent) =>
    walk.compareNode(silent, pair, { path: '', keys: '', shared: false }),
  )
  if (verdict !== 'same') {
    for (const { before, after } of walk.trail.splice(start)) walk.verdicts.get(before)?.delete(after)
    if (verdict === 'compatible') walk.trail.push(pair)
    verdicts.set(pair.after, verdict)
  }
  return verdict
}

/** The verdict of a comparison that is not told. */
export function silently(walk: ComparisonWalk, compare: (silent: ComparisonWalk) => void): Verdict {
  const silent: ComparisonWalk = { ...walk, changes: undefined, depth: walk.depth + 1, verdict: 'same' }
  compare(silent)
  return silent.verdict
}

/** Whether callers who know `narrow` can live with `wide`. */
export function isCovered(walk: ComparisonWalk, wide: ComparedSchema, narrow: ComparedSchema): boolean {
  if (wide === true || narrow === false) return true
  const pair = walk.side === 'input' ? { before: narrow, after: wide } : { before: wide, after: narrow }
  return verdictOn(walk, pair) !== 'breaking'
}

/** The version that must be able to stand in for the other. */
export function wideOf<T>(walk: ComparisonWalk, { before, after }: Versions<T>): T {
  return walk.side === 'input' ? after : before
}

export function narrowOf<T>(walk: ComparisonWalk, { before, after }: Versions<T>): T {
  return walk.side === 'input' ? before : after
}

export function subjectOf(walk: ComparisonWalk, { keys }: ComparisonPlace): string {
  return keys === '' ? `The ${walk.side}` : quote(keys)
}

export function inMember(place: ComparisonPlace, name: string): ComparisonPlace {
  const keys = place.keys === '' ? name : `${place.keys}.${name}`
  return { ...place, keys, path: step(`${place.path}.properties`, name) }
}

export function inItem(place: ComparisonPlace, index: number | undefined): ComparisonPlace {
  const path = index === undefined ? `${place.path}.items` : `${place.path}.prefixItems[${index}]`
  return { ...place, keys: `${place.keys}[${index ?? ''}]`, path }
}

/** Keys by pattern or all others: `limits.*`. */
export function inOthers(place: ComparisonPlace, keyword: string, pattern?: string): ComparisonPlace {
  const path = `${place.path}.${keyword}`
  const keys = place.keys === '' ? '*' : `${place.keys}.*`
  return { ...place, keys, path: pattern === undefined ? path : step(path, pattern) }
}

/** A name that could be mistaken for more than one is quoted. */
export function step(path: string, name: string): string {
  return /^[\w$-]+$/.test(name) ? `${path}.${name}` : `${path}[${quote(name)}]`
}
