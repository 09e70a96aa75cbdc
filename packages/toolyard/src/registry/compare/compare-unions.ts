/**
 * Alternatives of one kind of value: which stayed, which changed, which came and went.
 *
 * Equal ones are paired first, then those with the same tag (a required key with one value, such as `"kind": "circle"`),
 * then the last one left on each side.
 *
 * @module
 */
import { short, tell, typeText, unproven } from './change-words.ts'
import { compareForms } from './compare-forms.ts'
import {
  type FormVersions,
  narrowOf,
  type Place,
  report,
  subjectOf,
  type Versions,
  type Walk,
  wideOf,
} from './comparison-walk.ts'
import { isCovered, unmetRules } from './cover-proof.ts'
import { memberOf } from './form-members.ts'
import type { SchemaBook } from './schema-book.ts'
import { type Form, type Kind, kinds } from './schema-form.ts'
import { formsOf } from './schema-forms.ts'

interface Union extends Versions<readonly Form[]> {
  readonly kind: Kind
}

export function compareUnion(walk: Walk, union: Union, place: Place): void {
  const { kind } = union
  const left = { before: new Set(union.before), after: new Set(union.after) }
  const pair = (before: Form, after: Form): void => {
    left.before.delete(before)
    left.after.delete(after)
  }
  for (const before of union.before) {
    const same = left.after.values().find((after) => areEqual(walk, { kind, before, after }))
    if (same) pair(before, same)
  }
  const told: (FormVersions & { readonly tag: string | undefined })[] = []
  for (const before of left.before) {
    const tag = tagOf(walk.before, before)
    const same = tag && left.after.values().find((after) => tagOf(walk.after, after) === tag)
    if (!same) continue
    pair(before, same)
    told.push({ kind, before, after: same, tag })
  }
  const [before, secondBefore] = left.before
  const [after, secondAfter] = left.after
  const isLastPair = before && after && !secondBefore && !secondAfter
  if (isLastPair && (tagOf(walk.before, before) === undefined || tagOf(walk.after, after) === undefined)) {
    pair(before, after)
    told.push({ kind, before, after, tag: undefined })
  }
  for (const { tag, ...forms } of told) {
    const safe =
      place.safe || isCovered(walk.forward, { kind, forms: wideOf(walk, union) }, narrowOf(walk, forms))
    const inside = { ...place, safe, path: `${place.path}.anyOf${tag ? `[${short(tag)}]` : ''}` }
    compareWholeness(walk, forms, inside)
    compareForms(walk, forms, inside)
  }
  for (const form of left.before) tellGone(walk, { union, form }, place)
  for (const form of left.after) tellNew(walk, { union, form }, place)
}

/** Whether it has to be a whole number; elsewhere that is told as the type. */
function compareWholeness(walk: Walk, forms: FormVersions, place: Place): void {
  const { before, after } = forms
  if (before.values || after.values || before.integer === after.integer) return
  const [was, is] = [before, after].map(({ integer }) => (integer ? 'integer' : 'number'))
  const text = typeText(walk.side, subjectOf(walk, place), { before: [`${was}`], after: [`${is}`] })
  report(walk, place, {
    keyword: 'type',
    before: was,
    after: is,
    text,
    breaking: wideOf(walk, forms).integer,
  })
}

interface Leftover {
  readonly union: Union
  readonly form: Form
}

function tellGone(walk: Walk, { union, form }: Leftover, place: Place): void {
  const isInput = walk.side === 'input'
  const breaking = isInput && !isCovered(walk.forward, { kind: union.kind, forms: union.after }, form)
  const doubt = breaking ? `; it ${unproven.input}` : ''
  const before = nameOf(walk.before, { union, form })
  const text = `${subjectOf(walk, place)} ${isInput ? 'no longer takes' : 'is no longer'} one of its forms (${before})${doubt}.`
  report(walk, place, { keyword: 'anyOf', before, text, breaking })
}

function tellNew(walk: Walk, { union, form }: Leftover, place: Place): void {
  const isInput = walk.side === 'input'
  const breaking = !isInput && !isCovered(walk.forward, { kind: union.kind, forms: union.before }, form)
  const doubt = breaking ? `; it ${unproven.output}` : ''
  const after = nameOf(walk.after, { union, form })
  const text = `${subjectOf(walk, place)} ${isInput ? 'takes' : 'may have'} one more form (${after})${doubt}.`
  report(walk, place, { keyword: 'anyOf', after, text, breaking })
}

function areEqual(walk: Walk, { kind, before, after }: FormVersions): boolean {
  const pair = { before, after }
  const [wide, narrow] = [wideOf(walk, pair), narrowOf(walk, pair)]
  return (
    unmetRules(walk.forward, { kind, wide, narrow }).next().done === true &&
    unmetRules(walk.backward, { kind, wide: narrow, narrow: wide }).next().done === true
  )
}

/** The first required key that can hold only one value, and that value. */
function tagOf(book: SchemaBook, form: Form): string | undefined {
  for (const name of form.required) {
    const forms = formsOf(book, memberOf(book, form.objects, name))
    const all = kinds.flatMap((kind) => forms[kind])
    const [only] = all
    if (all.length === 1 && only?.values?.size === 1) return `${name}=${[...only.values.keys()].join('')}`
  }
  return undefined
}

/** A form in a few words. */
function nameOf(book: SchemaBook, { union, form }: Leftover): string {
  const tag = tagOf(book, form)
  if (tag !== undefined) return tell(tag)
  if (form.values) return [...form.values.keys()].slice(0, 3).map(tell).join(', ')
  const keys = [
    ...new Set([...form.required, ...form.objects.flatMap((part) => [...part.properties.keys()])]),
  ]
  return keys.length === 0 ? union.kind : `${union.kind} with ${keys.slice(0, 4).map(tell).join(', ')}`
}
