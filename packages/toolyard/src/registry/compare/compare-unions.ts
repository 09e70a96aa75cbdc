/**
 * Alternatives of one kind of value: which stayed, which changed, which came and went.
 *
 * Equal ones are paired first, then those with the same tag (a required key with one value, such as `"kind": "circle"`),
 * then the last one left on each side.
 *
 * @module
 */
import { short, tell, unproven } from './change-words.ts'
import { compareForms } from './compare-forms.ts'
import {
  narrowOf,
  type Place,
  report,
  silently,
  subjectOf,
  type Verdict,
  type Versions,
  type Walk,
  wideOf,
} from './comparison-walk.ts'
import type { SchemaBook } from './schema-book.ts'
import type { Form, Kind } from './schema-form.ts'
import { literalsUnder } from './schema-forms.ts'

interface Union extends Versions<readonly Form[]> {
  readonly kind: Kind
}

export function compareUnion(walk: Walk, union: Union, place: Place): void {
  const { kind } = union
  const left = { before: new Set(union.before), after: new Set(union.after) }
  const take = (before: Form, after: Form | undefined): after is Form =>
    after !== undefined && left.before.delete(before) && left.after.delete(after)
  const verdictOn = (before: Form, after: Form): Verdict =>
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
  const isCovered = (form: Form): boolean =>
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

function inBranch(place: Place, tag?: string): Place {
  return { ...place, path: `${place.path}.anyOf${tag ? `[${short(tag)}]` : ''}` }
}

interface Leftover {
  readonly version: 'before' | 'after'
  readonly kind: Kind
  readonly form: Form
  readonly isCovered: (form: Form) => boolean
}

function tellLeft(walk: Walk, place: Place, { version, kind, form, isCovered }: Leftover): void {
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
  report(walk, place, { keyword: 'anyOf', [version]: name, text, breaking })
}

/** The first required key that can hold only one value, and that value. */
function tagOf(book: SchemaBook, form: Form): string | undefined {
  for (const name of form.required) {
    const literals = literalsUnder(book, form, name)
    if (literals?.size === 1) return `${name}=${[...literals.keys()].join('')}`
  }
  return undefined
}

/** A form in a few words. */
function nameOf(book: SchemaBook, kind: Kind, form: Form): string {
  const tag = tagOf(book, form)
  if (tag !== undefined) return tell(tag)
  if (form.values) return [...form.values.keys()].slice(0, 3).map(tell).join(', ')
  const keys = [
    ...new Set([...form.required, ...form.objects.flatMap((part) => [...part.properties.keys()])]),
  ]
  return keys.length === 0 ? kind : `${kind} with ${keys.slice(0, 4).map(tell).join(', ')}`
}
