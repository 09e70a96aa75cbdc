/**
 * Two versions of one schema → every difference that decides something, each judged for those who know the old one.
 *
 * The verdict is a proof (`cover-proof.ts`) at every place; what is told beside it explains where the proof fails. Where it
 * fails and nothing explains it, that is said. The work is bounded: what is too large to compare is judged as a whole.
 *
 * @module
 */
import { type Side, typeText, unproven } from './change-words.ts'
import { compareForms } from './compare-forms.ts'
import { compareUnion } from './compare-unions.ts'
import { compareWords } from './compare-words.ts'
import {
  narrowOf,
  type Place,
  report,
  subjectOf,
  type Versions,
  type Walk,
  wideOf,
} from './comparison-walk.ts'
import { covers, startProof } from './cover-proof.ts'
import { isMeasured, sameJson } from './json-measure.ts'
import { changeOf, type ManifestChange } from './manifest-change.ts'
import { behind, openBook } from './schema-book.ts'
import { type AnySchema, type Form, type Forms, isSchema, type Kind, kinds } from './schema-form.ts'
import { formsOf } from './schema-forms.ts'
import { meaningIn } from './schema-meaning.ts'

/** Steps that one comparison may take; a schema of 1,000 parameters takes some tens of thousands. */
const maxEffort = 1_000_000
/** Changes that are told one by one. */
const maxChanges = 2000

export function compareSchemas(side: Side, schemas: Versions<AnySchema>): readonly ManifestChange[] {
  if (schemas.before === schemas.after) return []
  const path = `${side}Schema`
  if (!isMeasured(schemas.before) || !isMeasured(schemas.after)) return [tooLarge(path, schemas, false)]
  if (sameJson(schemas.before, schemas.after)) return []
  const walk = startWalk(side, schemas)
  const whole: Versions<AnySchema> =
    side === 'input' ? { before: asArguments(schemas.before), after: asArguments(schemas.after) } : schemas
  const place: Place = { path, keys: '', safe: false, shared: false }
  compareNode(walk, whole, place)
  if (walk.before.effort.left < 0) return [tooLarge(path, schemas, haveOneMeaning(schemas))]
  if (!isSafe(walk, whole) && !walk.changes.some(({ breaking }) => breaking)) tellDoubt(walk, whole, place)
  else if (walk.changes.length === 0 && !isSame(walk, whole)) tellRest(walk, whole, place)
  return atMost(path, [...walk.changes, ...compareWords(path, schemas)])
}

function atMost(path: string, changes: readonly ManifestChange[]): readonly ManifestChange[] {
  const left = changes.slice(maxChanges)
  if (left.length === 0) return changes
  const count = left.filter(({ breaking }) => breaking).length
  const text = `There are ${left.length} changes more, ${count} of them breaking.`
  return [...changes.slice(0, maxChanges), { path, kind: 'changed', text, breaking: count > 0 }]
}

function startWalk(side: Side, schemas: Versions<AnySchema>): Walk {
  const effort = { left: maxEffort }
  const books = { before: openBook(schemas.before, effort), after: openBook(schemas.after, effort) }
  const [wide, narrow] = side === 'input' ? [books.after, books.before] : [books.before, books.after]
  return {
    side,
    ...books,
    forward: startProof({ wide, narrow, lenient: side === 'output' }),
    backward: startProof({ wide: narrow, narrow: wide, lenient: false }),
    changes: [],
    told: new Set(),
    seen: new Map(),
    compare: compareNode,
    explained: 0,
  }
}

/** Arguments are always an object, whether the schema says so or not. */
function asArguments(schema: AnySchema): AnySchema {
  return isSchema(schema) && schema.type === 'object' ? schema : { type: 'object', allOf: [schema] }
}

function compareNode(walk: Walk, pair: Versions<AnySchema>, outer: Place): void {
  if (walk.before.effort.left < 0) return
  const safe = outer.safe || isSafe(walk, pair)
  const shared = outer.shared || isCombined(pair.before) || isCombined(pair.after)
  if (shared && wasSeen(walk, pair, safe)) {
    if (!safe) walk.explained++
    return
  }
  const place = { ...outer, safe, shared }
  const explained = walk.explained
  const before = formsOf(walk.before, pair.before)
  const after = formsOf(walk.after, pair.after)
  compareTypes(walk, { before, after }, place)
  for (const kind of kinds) compareKind(walk, { kind, before: before[kind], after: after[kind] }, place)
  if (!safe && walk.explained === explained) tellDoubt(walk, pair, place)
}

function isSafe(walk: Walk, pair: Versions<AnySchema>): boolean {
  return covers(walk.forward, wideOf(walk, pair), narrowOf(walk, pair))
}

/** What may lead back to itself is told where it is first met, and again only where it breaks something that it did not break before. */
function wasSeen(walk: Walk, pair: Versions<AnySchema>, safe: boolean): boolean {
  const before = behind(walk.before, pair.before)
  const after = behind(walk.after, pair.after)
  if (!isSchema(before) && !isSchema(after)) return false
  const answers = walk.seen.get(before) ?? new Map<AnySchema, boolean>()
  walk.seen.set(before, answers)
  const known = answers.get(after)
  if (known === false || known === safe) return true
  answers.set(after, safe)
  return false
}

function isCombined(schema: AnySchema): boolean {
  return isSchema(schema) && ['$ref', 'allOf', 'anyOf', 'oneOf'].some((keyword) => keyword in schema)
}

interface Alternatives extends Versions<readonly Form[]> {
  readonly kind: Kind
}

function compareKind(walk: Walk, forms: Alternatives, place: Place): void {
  const [before, otherBefore] = forms.before
  const [after, otherAfter] = forms.after
  if (before === undefined || after === undefined || (before === after && !otherBefore && !otherAfter)) return
  if (otherBefore || otherAfter) compareUnion(walk, forms, place)
  else compareForms(walk, { kind: forms.kind, before, after }, place)
}

function compareTypes(walk: Walk, forms: Versions<Forms>, place: Place): void {
  const hasValues = [...forms.before.number, ...forms.after.number].some(({ values }) => values)
  const [before, after] = [typesIn(forms.before, hasValues), typesIn(forms.after, hasValues)]
  if (before.join() === after.join()) return
  const types = { before, after }
  const [wide, narrow] = [wideOf(walk, types), narrowOf(walk, types)]
  const breaking = narrow.some(
    (type) => !wide.includes(type) && !(type === 'integer' && wide.includes('number')),
  )
  const text = typeText(walk.side, subjectOf(walk, place), types)
  report(walk, place, { keyword: 'type', before: one(before), after: one(after), text, breaking })
}

function typesIn(forms: Forms, anyNumber: boolean): string[] {
  return kinds
    .filter((kind) => forms[kind].length > 0)
    .map((kind) =>
      kind === 'number' && !anyNumber && forms.number.every(({ integer }) => integer) ? 'integer' : kind,
    )
}

function one(types: readonly string[]): unknown {
  return types.length === 1 ? types[0] : types
}

function tellDoubt(walk: Walk, { before, after }: Versions<AnySchema>, place: Place): void {
  const text = `${subjectOf(walk, place)} is described in another way; it ${unproven[walk.side]}.`
  report(walk, { ...place, safe: false }, { keyword: '', before, after, text, breaking: true })
}

/** Whether the new version takes nothing that the old one did not, where the reverse is proven. */
function isSame(walk: Walk, pair: Versions<AnySchema>): boolean {
  return covers(walk.backward, narrowOf(walk, pair), wideOf(walk, pair))
}

function tellRest(walk: Walk, { before, after }: Versions<AnySchema>, place: Place): void {
  const text = `${subjectOf(walk, place)} is described in another way, which callers of the old one can live with.`
  report(walk, place, { keyword: '', before, after, text, breaking: false })
}

function haveOneMeaning({ before, after }: Versions<AnySchema>): boolean {
  const effort = { left: maxEffort }
  const [old, now] = [meaningIn(openBook(before, effort), before), meaningIn(openBook(after, effort), after)]
  return effort.left >= 0 && old === now
}

function tooLarge(path: string, { before, after }: Versions<AnySchema>, same: boolean): ManifestChange {
  const text = same
    ? `The ${path} is too large to compare part by part; it decides the same as before.`
    : `The ${path} is too large to compare; it can't be shown that callers of the old one can live with it.`
  return changeOf(path, [before, after], { text, breaking: !same })
}
