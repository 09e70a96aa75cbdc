/**
 * Alternatives of one kind of value: which stayed, which changed, which came and went.
 *
 * Equal ones are paired first, then those with the same tag (a required key with one value, such as `"kind": "circle"`),
 * then the last one left on each side.
 *
 * @module
 */
import { short, shownValue, unproven } from './change-words.ts'
import { compareForms } from './compare-forms.ts'
import {
  narrowOf,
  type ComparisonPlace,
  reportDifference,
  silently,
  subjectOf,
  type Verdict,
  type Versions,
  type ComparisonWalk,
  wideOf,
} from './comparison-walk.ts'
import type { SchemaBook } from './schema-book.ts'
import type { SchemaForm, ValueKind } from './schema-form.ts'
import { literalsUnder } from './schema-forms.ts'

interface UnionComparison extends Versions<readonly SchemaForm[]> {
  readonly kind: ValueKind
}

export function compareUnion(walk: ComparisonWalk, union: UnionComparison, place: ComparisonPlace): void {
  const { kind } = union
  const left = { before: new Set(union.before), after: new Set(union.after) }
  const take = (before: SchemaForm, after: SchemaForm | undefined): after is SchemaForm =>
    after !== undefined && left.before.delete(before) && left.after.delete(after)
  const verdictOn = (before: SchemaForm, after: SchemaForm): Verdict =>
    before === after
      ? 'same'
      : silently(walk, (silent) => compareForms({ walk: silent, forms: { kind, before, after }, place }))
  for (const before of union.before)
    take(
      before,
      left.after.values().find((after) => verdictOn(before, after) === 'same'),
    )
  for (const before of left.before) {
    const tag = tagOf(walk.before, before)
    const after = tag && left.after.values().find((form) => tagOf(walk.after, form) === tag)
    if (after && take(before, after))
      compareForms({ walk, forms: { kind, before, after }, place: inBranch(place, tag) })
  }
  const isCovered = (form: SchemaForm): boolean =>
    wideOf(walk, union).some(
      (wide) => (walk.side === 'input' ? verdictOn(form, wide) : verdictOn(wide, form)) !== 'breaking',
    )
  const [before] = left.before
  const [after] = left.after
  const isLastPair = before && after && left.before.size + left.after.size === 2
  if (
    isLastPair &&
    (tagOf(walk.before, before) === undefined || tagOf(walk.after, after) === undefined) &&
    (verdictOn(before, after) !== 'breaking' || !isCovered(narrowOf(walk, { before, after }))) &&
    take(before, after)
  )
    compareForms({ walk, forms: { kind, before, after }, place: inBranch(place) })
  for (const form of left.before) tellLeft(walk, place, { version: 'before', kind, form, isCovered })
  for (const form of left.after) tellLeft(walk, place, { version: 'after', kind, form, isCovered })
}

function inBranch(place: ComparisonPlace, tag?: string): ComparisonPlace {
  return { ...place, path: `${place.path}.anyOf${tag ? `[${short(tag)}]` : ''}` }
}

interface Leftover {
  readonly version: 'before' | 'after'
  readonly kind: ValueKind
  readonly form: SchemaForm
  readonly isCovered: (form: SchemaForm) => boolean
}

function tellLeft(
  walk: ComparisonWalk,
  place: ComparisonPlace,
  { version, kind, form, isCovered }: Leftover,
): void {
  const { side } = walk
  const isNew = version === 'after'
  const breaking = isNew === (side === 'output') && !isCovered(form)
  const name = nameOf(walk[version], kind, form)
  const words = {
    input: isNew ? 'takes one more form' : 'no longer takes one of its forms',
    output: isNew ? 'may have one more form' : 'is no longer one of its forms',
  }
  const doubt = breaking ? `; it ${unproven[side]}` : ''
  const text = (): string => `${subjectOf(walk, place)} ${words[side]} (${name})${doubt}.`
  reportDifference(walk, place, { keyword: 'anyOf', [version]: name, text, breaking })
}

/** The first required key that can hold only one value, and that value. */
function tagOf(book: SchemaBook, form: SchemaForm): string | undefined {
  for (const name of form.required) {
    const literals = literalsUnder(book, form, name)
    if (literals?.size === 1) return `${name}=${[...literals.keys()].join('')}`
  }
  return undefined
}

/** A form in a few words. */
function nameOf(book: SchemaBook, kind: ValueKind, form: SchemaForm): string {
  const tag = tagOf(book, form)
  if (tag !== undefined) return shownValue(tag)
  if (form.values) return [...form.values.keys()].slice(0, 3).map(shownValue).join(', ')
  const keys = [
    ...new Set([...form.required, ...form.objects.flatMap((part) => [...part.properties.keys()])]),
  ]
  return keys.length === 0 ? kind : `${kind} with ${keys.slice(0, 4).map(shownValue).join(', ')}`
}
