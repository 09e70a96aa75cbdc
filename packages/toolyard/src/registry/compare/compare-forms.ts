/**
 * Two forms of one kind of value, rule by rule: literals, bounds, patterns, items. Keys of objects are `compare-members.ts`.
 *
 * @module
 */
import { ruleText, tellAll, typeList, unproven } from './change-words.ts'
import { compareMembers } from './compare-members.ts'
import {
  type FormComparison,
  type FormVersions,
  inItem,
  type Place,
  report,
  subjectOf,
  unmetBy,
  type Versions,
  type Walk,
} from './comparison-walk.ts'
import { areApart, itemOf, prefixLength } from './form-members.ts'
import { sameJson } from './json-measure.ts'
import type { SchemaBook } from './schema-book.ts'
import { type AnySchema, type Form, isScalar, lowerLimits, upperLimits } from './schema-form.ts'

/** Rules about the whole of a schema: they differ wherever anything does. */
const wholeRules = ['oneOf', 'unevaluatedProperties']

export function compareForms(walk: Walk, forms: FormVersions, place: Place): void {
  const at: FormComparison = { walk, forms, place, unmet: unmetBy(walk, forms, place) }
  const { kind, before, after } = forms
  compareOthers(at)
  if (before.values || after.values) compareValues(at)
  if (isScalar(kind) && (before.values || after.values)) return
  for (const name of [...lowerLimits, ...upperLimits]) compareRule(at, name, (form) => form.limits.get(name))
  compareRule(at, 'multipleOf', ({ multiples }) =>
    oneOrAll(multiples.toSorted((left, right) => left - right)),
  )
  compareRule(at, 'pattern', ({ patterns }) => oneOrAll(patterns.toSorted()))
  compareRule(at, 'uniqueItems', ({ unique }) => unique || undefined)
  if (kind === 'array') compareItems(at)
  if (kind === 'object') compareMembers(at)
}

/** One rule, where the two sides differ in it. */
function compareRule(
  { walk, forms, place, unmet }: FormComparison,
  keyword: string,
  read: (form: Form) => unknown,
): void {
  const [before, after] = [read(forms.before), read(forms.after)]
  if (sameJson(before, after)) return
  const change = { keyword, before, after, breaking: unmet.has(keyword) }
  report(walk, place, { ...change, text: ruleText(walk.side, subjectOf(walk, place), change) })
}

function compareOthers(at: FormComparison): void {
  const { walk, forms, place, unmet } = at
  const [old, now] = [rulesIn(walk.before, forms.before), rulesIn(walk.after, forms.after)]
  for (const keyword of new Set([...old.keys(), ...now.keys()])) {
    const [before, after] = [old.get(keyword), now.get(keyword)]
    if (before?.text === after?.text) continue
    const breaking = unmet.has(keyword)
    if (before && after && wholeRules.includes(keyword) && !breaking) continue
    const change = { keyword, before: before?.value, after: after?.value, breaking }
    report(walk, place, { ...change, text: ruleText(walk.side, subjectOf(walk, place), change) })
  }
}

/** By keyword: a text of what it means, and what was written. */
function rulesIn(book: SchemaBook, form: Form): Map<string, { text: string; value: unknown }> {
  const rules = new Map<string, { text: string; value: unknown }>()
  for (const [text, { keyword, value }] of [...form.others].toSorted(([left], [right]) =>
    left < right ? -1 : 1,
  )) {
    if (keyword === 'oneOf' && areApart(book, value as AnySchema[])) continue
    const known = rules.get(keyword)
    rules.set(
      keyword,
      known ? { text: `${known.text} ${text}`, value: [known.value, value] } : { text, value },
    )
  }
  return rules
}

function compareValues(at: FormComparison): void {
  const { walk, forms, place, unmet } = at
  const [before, after] = [forms.before.values, forms.after.values]
  const subject = subjectOf(walk, place)
  const all = typeList([forms.kind])
  const isInput = walk.side === 'input'
  if (before && after) return compareLists(at, { before, after })
  const list = before ?? after
  if (list === undefined) return
  const values = [...list.values()]
  const told = tellAll(values, 'or')
  const breaking = unmet.size > 0
  const text = after
    ? `${subject} ${isInput ? 'took' : 'was'} ${all} and ${isInput ? 'now takes' : 'is now'} only ${told}.`
    : `${subject} ${isInput ? 'took' : 'was'} only ${told} and ${isInput ? 'now takes' : 'may now be'} other ${all}${breaking && isInput ? `; it ${unproven.input}` : ''}.`
  report(walk, place, { keyword: 'enum', [after ? 'after' : 'before']: values, text, breaking })
}

function compareLists(at: FormComparison, lists: Versions<ReadonlyMap<string, unknown>>): void {
  const { walk, place, unmet } = at
  const subject = subjectOf(walk, place)
  const lost = missing(lists.before, lists.after)
  const gained = missing(lists.after, lists.before)
  const isInput = walk.side === 'input'
  const breaking = unmet.has('enum')
  const [one] = lost
  const [other] = gained
  if (lists.before.size === 1 && lists.after.size === 1 && lost.length === 1) {
    const text = `${subject} ${isInput ? 'must be' : 'is'} ${tellAll([other], 'or')}, where it was ${tellAll([one], 'or')}.`
    return report(walk, place, { keyword: 'const', before: one, after: other, text, breaking })
  }
  if (lost.length > 0) {
    const text = `${subject} ${isInput ? 'no longer takes' : 'is no longer'} ${tellAll(lost, 'or')}.`
    report(walk, place, { keyword: 'enum', before: lost, text, breaking: isInput && breaking })
  }
  if (gained.length > 0) {
    const text = `${subject} ${isInput ? 'also takes' : 'may now also be'} ${tellAll(gained, isInput ? 'and' : 'or')}.`
    report(walk, place, { keyword: 'enum', after: gained, text, breaking: !isInput && breaking })
  }
}

function compareItems({ walk, forms, place }: FormComparison): void {
  const { before, after } = forms
  const prefix = Math.max(prefixLength(before), prefixLength(after))
  for (let index = 0; index <= prefix; index++) {
    const pair = { before: itemOf(walk.before, before, index), after: itemOf(walk.after, after, index) }
    walk.compare(walk, pair, inItem(place, index < prefix ? index : undefined))
  }
}

function missing(from: ReadonlyMap<string, unknown>, other: ReadonlyMap<string, unknown>): unknown[] {
  return [...from].flatMap(([text, value]) => (other.has(text) ? [] : [value]))
}

function oneOrAll(values: readonly unknown[]): unknown {
  return values.length > 1 ? values : values[0]
}
