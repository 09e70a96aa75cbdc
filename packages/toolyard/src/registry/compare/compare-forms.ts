/**
 * Two forms of one kind of value, rule by rule: literals, bounds, patterns, items. Keys of objects are `compare-members.ts`.
 *
 * @module
 */
import { ruleText, shownValues, typeList, typeText, unproven } from './change-words.ts'
import { compareMembers } from './compare-members.ts'
import {
  descend,
  type FormComparison,
  inItem,
  narrowOf,
  reportDifference,
  subjectOf,
  type Versions,
  wideOf,
} from './comparison-walk.ts'
import { sameJson } from './json-measure.ts'
import { fittingValues, isLower } from './meet-forms.ts'
import { type SchemaForm, limitsOf, type SchemaRule } from './schema-form.ts'
import { itemOf } from './schema-forms.ts'

export function compareForms(at: FormComparison): void {
  const { kind, before, after } = at.forms
  if (before.values || after.values) compareValues(at)
  else compareWholeness(at)
  compareRules(at)
  for (const name of limitsOf[kind]) compareLimit(at, name)
  if (kind === 'array') compareItems(at)
  if (kind === 'object') compareMembers(at)
}

/** Whether it has to be a whole number. A single form tells that as its type. */
function compareWholeness({ walk, forms, place }: FormComparison): void {
  const { before, after } = forms
  if (before.integer === after.integer) return
  const [was, is] = [before, after].map(({ integer }) => (integer ? 'integer' : 'number'))
  const types = { before: [String(was)], after: [String(is)] }
  const text = (): string => typeText(walk.side, subjectOf(walk, place), types)
  reportDifference(walk, place, {
    keyword: 'type',
    before: was,
    after: is,
    text,
    breaking: wideOf(walk, forms).integer,
  })
}

function compareLimit({ walk, forms, place }: FormComparison, keyword: string): void {
  const [before, after] = [forms.before.limits.get(keyword), forms.after.limits.get(keyword)]
  const [wide, narrow] = [wideOf(walk, forms), narrowOf(walk, forms)]
  const isScalar = forms.kind === 'number' || forms.kind === 'string'
  // Numbers and texts that are listed are tested for bounds one by one.
  if (before === after || (isScalar && narrow.values)) return
  const limit = wide.limits.get(keyword)
  const change = {
    keyword,
    before,
    after,
    breaking: limit !== undefined && !keepsLimit(narrow, keyword, limit),
  }
  reportDifference(walk, place, {
    ...change,
    text: () => ruleText(walk.side, subjectOf(walk, place), change),
  })
}

function keepsLimit({ limits }: SchemaForm, name: string, limit: number): boolean {
  const own = limits.get(name)
  // The bound of the other spelling: `minimum` beside `exclusiveMinimum`.
  const isExclusive = name.startsWith('exclusive')
  const other = limits.get(
    isExclusive
      ? name.slice(9, 10).toLowerCase() + name.slice(10)
      : `exclusive${name[0]?.toUpperCase()}${name.slice(1)}`,
  )
  const sign = isLower(name) ? 1 : -1
  if (own !== undefined && sign * own >= sign * limit) return true
  if (other === undefined) return false
  return isExclusive ? sign * other > sign * limit : sign * other >= sign * limit
}

function compareRules({ walk, forms, place }: FormComparison): void {
  const [wide, narrow] = [wideOf(walk, forms), narrowOf(walk, forms)]
  for (const keyword of keywordsIn([...forms.before.rules.values(), ...forms.after.rules.values()])) {
    const [before, after] = [rulesOf(forms.before, keyword), rulesOf(forms.after, keyword)]
    if (sameJson([...before.keys()].toSorted(), [...after.keys()].toSorted())) continue
    const breaking = [...rulesOf(wide, keyword)].some(
      ([text, rule]) => !narrow.rules.has(text) && !followsFrom(narrow, rule),
    )
    const change = { keyword, before: oneOrAll(before), after: oneOrAll(after), breaking }
    reportDifference(walk, place, {
      ...change,
      text: () => ruleText(walk.side, subjectOf(walk, place), change),
    })
  }
}

function keywordsIn(rules: readonly SchemaRule[]): Set<string> {
  return new Set(rules.map(({ keyword }) => keyword))
}

function rulesOf({ rules }: SchemaForm, keyword: string): Map<string, SchemaRule> {
  return new Map([...rules].filter(([, rule]) => rule.keyword === keyword))
}

function oneOrAll(rules: ReadonlyMap<string, SchemaRule>): unknown {
  const values = [...rules.values()].map(({ value }) => value)
  return values.length > 1 ? values : values[0]
}

/** Whether a form keeps a rule that it does not name. Values are tested for patterns and steps one by one. */
function followsFrom(form: SchemaForm, { keyword, value }: SchemaRule): boolean {
  if (keyword === 'dependentRequired') return form.required.has(String((value as unknown[])[1]))
  if (keyword === 'pattern') return form.values !== undefined
  if (keyword !== 'multipleOf') return false
  const step = Number(value)
  if (form.values || (form.integer && Number.isInteger(1 / step))) return true
  return [...rulesOf(form, keyword).values()].some((rule) => {
    const own = Number(rule.value)
    return Number.isSafeInteger(own) && Number.isSafeInteger(step) && own % step === 0
  })
}

function compareValues(at: FormComparison): void {
  const { walk, forms, place } = at
  const [before, after] = [forms.before.values, forms.after.values]
  if (before && after) return compareLists(at, { before, after })
  const list = before ?? after
  if (list === undefined) return
  const [wide, narrow] = [wideOf(walk, forms), narrowOf(walk, forms)]
  const breaking =
    narrow.values === undefined ||
    fittingValues(wideOf(walk, walk), wide, narrow.values).size < narrow.values.size
  const isInput = walk.side === 'input'
  const values = [...list.values()]
  const text = (): string => {
    const [subject, all, told] = [subjectOf(walk, place), typeList([forms.kind]), shownValues(values, 'or')]
    return after
      ? `${subject} ${isInput ? 'took' : 'was'} ${all} and ${isInput ? 'now takes' : 'is now'} only ${told}.`
      : `${subject} ${isInput ? 'took' : 'was'} only ${told} and ${isInput ? 'now takes' : 'may now be'} other ${all}${breaking && isInput ? `; it ${unproven.input}` : ''}.`
  }
  reportDifference(walk, place, { keyword: 'enum', [after ? 'after' : 'before']: values, text, breaking })
}

function compareLists(
  { walk, place }: FormComparison,
  { before, after }: Versions<ReadonlyMap<string, unknown>>,
): void {
  const lost = missing(before, after)
  const gained = missing(after, before)
  const isInput = walk.side === 'input'
  const subject = subjectOf(walk, place)
  if (before.size === 1 && after.size === 1 && lost.length === 1) {
    const text = (): string =>
      `${subject} ${isInput ? 'must be' : 'is'} ${shownValues(gained, 'or')}, where it was ${shownValues(lost, 'or')}.`
    const [was, is] = [lost[0], gained[0]]
    return reportDifference(walk, place, { keyword: 'const', before: was, after: is, text, breaking: true })
  }
  if (lost.length > 0) {
    const text = (): string =>
      `${subject} ${isInput ? 'no longer takes' : 'is no longer'} ${shownValues(lost, 'or')}.`
    reportDifference(walk, place, { keyword: 'enum', before: lost, text, breaking: isInput })
  }
  if (gained.length > 0) {
    const text = (): string =>
      `${subject} ${isInput ? 'also takes' : 'may now also be'} ${shownValues(gained, isInput ? 'and' : 'or')}.`
    reportDifference(walk, place, { keyword: 'enum', after: gained, text, breaking: !isInput })
  }
}

function missing(from: ReadonlyMap<string, unknown>, other: ReadonlyMap<string, unknown>): unknown[] {
  return [...from].flatMap(([text, value]) => (other.has(text) ? [] : [value]))
}

function compareItems({ walk, forms, place }: FormComparison): void {
  const { before, after } = forms
  const prefix = Math.max(0, ...[...before.arrays, ...after.arrays].map((part) => part.prefix.length))
  for (let index = 0; index <= prefix; index++) {
    const pair = { before: itemOf(walk.before, before, index), after: itemOf(walk.after, after, index) }
    descend(walk, pair, inItem(place, index < prefix ? index : undefined))
  }
}
