/**
 * Forms joined: what fits both of two (`allOf`), what fits one of several (`anyOf`).
 *
 * Nothing is loosened and nothing is lost: what comes out takes exactly the values that it should. A form that no value
 * fits is left out.
 *
 * @module
 */
import {
  byKind,
  type Form,
  type Forms,
  free,
  isScalar,
  type Kind,
  type LimitName,
  lowerLimits,
} from './schema-form.ts'

/** Finds a pattern in a text. */
export type Matches = (pattern: string, text: string) => boolean

/** What one kind may have of alternatives; more is more than anyone writes. */
const maxForms = 256

const opposed: readonly (readonly [LimitName, LimitName])[] = [
  ['minimum', 'maximum'],
  ['exclusiveMinimum', 'maximum'],
  ['minimum', 'exclusiveMaximum'],
  ['exclusiveMinimum', 'exclusiveMaximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
]

/** The forms of what fits both sides; `undefined` where they would be too many. */
export function bothForms(left: Forms, right: Forms, matches: Matches): Forms | undefined {
  let tooMany = false
  const forms = byKind((kind) => {
    const [some, others] = [left[kind], right[kind]]
    if (isFree(kind, some)) return others
    if (isFree(kind, others)) return some
    tooMany ||= some.length * others.length > maxForms
    if (tooMany) return []
    return some.flatMap((one) => others.flatMap((other) => meet(kind, [one, other], matches) ?? []))
  })
  return tooMany ? undefined : forms
}

/** What it takes to copy forms. */
export function weightOf(forms: Forms): number {
  let weight = 1
  for (const { objects, arrays, required, others } of forms.object.concat(
    forms.array,
    forms.string,
    forms.number,
  ))
    weight += objects.length + arrays.length + required.size + others.size
  return weight
}

/** The forms of what fits any of `list`; `undefined` where they would be too many. */
export function eitherForms(list: readonly Forms[]): Forms | undefined {
  let tooMany = false
  const forms = byKind((kind) => {
    const found = new Set<Form>()
    let values: Map<string, unknown> | undefined
    for (const form of list.flatMap((one) => one[kind])) {
      if (form === free[kind]) return [form]
      if (form.values && isOnlyValues(form)) values = new Map([...(values ?? []), ...form.values])
      else found.add(form)
    }
    tooMany ||= found.size >= maxForms
    return values ? [...found, { ...free[kind], values }] : [...found]
  })
  return tooMany ? undefined : forms
}

/** The form of what fits both; `undefined` where nothing does. */
export function meet(kind: Kind, [left, right]: readonly [Form, Form], matches: Matches): Form | undefined {
  const values = meetValues(left, right)
  return tidy(
    kind,
    {
      ...(values && { values }),
      limits: meetLimits(left, right),
      integer: left.integer || right.integer,
      unique: left.unique || right.unique,
      multiples: [...new Set([...left.multiples, ...right.multiples])],
      patterns: [...new Set([...left.patterns, ...right.patterns])],
      required: new Set([...left.required, ...right.required]),
      needs: new Set([...left.needs, ...right.needs]),
      names: [...new Set([...left.names, ...right.names])],
      objects: [...new Set([...left.objects, ...right.objects])],
      arrays: [...new Set([...left.arrays, ...right.arrays])],
      others: new Map([...left.others, ...right.others]),
    },
    matches,
  )
}

/** The same form in its one spelling; `undefined` where nothing fits it. */
export function tidy(kind: Kind, form: Form, matches: Matches): Form | undefined {
  const limits = kind === 'number' ? tidyNumbers(form) : form.limits
  const tidied: Form = limits === form.limits ? form : { ...form, limits }
  if (opposed.some(([low, high]) => isCrossed(limits, low, high))) return undefined
  if (tidied.values === undefined || !isScalar(kind)) return tidied.values?.size === 0 ? undefined : tidied
  const fitting = [...tidied.values].filter(([, value]) => fitsForm(value, tidied, matches))
  if (fitting.length === 0) return undefined
  return { ...free[kind], values: new Map(fitting), others: tidied.others }
}

/** Whether a number, a text or a truth value keeps all that `form` says beside its list of values. */
function fitsForm(value: unknown, form: Form, matches: Matches): boolean {
  if (typeof value === 'number')
    return (
      (!form.integer || Number.isInteger(value)) &&
      form.multiples.every((step) => isMultiple(value, step)) &&
      value >= (form.limits.get('minimum') ?? -Infinity) &&
      value <= (form.limits.get('maximum') ?? Infinity) &&
      value > (form.limits.get('exclusiveMinimum') ?? -Infinity) &&
      value < (form.limits.get('exclusiveMaximum') ?? Infinity)
    )
  if (typeof value !== 'string') return true
  const length = lengthOf(value)
  return (
    length >= (form.limits.get('minLength') ?? 0) &&
    length <= (form.limits.get('maxLength') ?? Infinity) &&
    form.patterns.every((pattern) => matches(pattern, value))
  )
}

/** As the validator counts. */
export function lengthOf(text: string): number {
  return Array.from(text).length
}

export function isMultiple(value: number, step: number): boolean {
  if (Number.isInteger(value) && Number.isInteger(1 / step)) return true
  const rest = Math.abs(value % step)
  return Math.min(rest, Math.abs(step) - rest) < 1e-10
}

function meetValues(left: Form, right: Form): ReadonlyMap<string, unknown> | undefined {
  if (left.values === undefined || right.values === undefined) return left.values ?? right.values
  const { values } = right
  return new Map([...left.values].filter(([text]) => values.has(text)))
}

function meetLimits(left: Form, right: Form): ReadonlyMap<LimitName, number> {
  if (left.limits.size === 0 || right.limits.size === 0)
    return left.limits.size === 0 ? right.limits : left.limits
  const limits = new Map(left.limits)
  for (const [name, limit] of right.limits) {
    const other = limits.get(name) ?? limit
    limits.set(name, isLower(name) ? Math.max(other, limit) : Math.min(other, limit))
  }
  return limits
}

function isLower(name: LimitName): boolean {
  return lowerLimits.some((lower) => lower === name)
}

/** Whole numbers have no exclusive bounds; other numbers have one bound a side. */
function tidyNumbers({ limits, integer }: Form): ReadonlyMap<LimitName, number> {
  if (limits.size === 0) return limits
  const low = limits.get('minimum') ?? -Infinity
  const above = limits.get('exclusiveMinimum') ?? -Infinity
  const high = limits.get('maximum') ?? Infinity
  const below = limits.get('exclusiveMaximum') ?? Infinity
  const tidied = new Map<LimitName, number>()
  const set = (name: LimitName, limit: number): void => {
    if (Number.isFinite(limit)) tidied.set(name, limit)
  }
  if (integer && [low, above, high, below].every(isExact)) {
    set('minimum', Math.max(Math.ceil(low), Math.floor(above) + 1))
    set('maximum', Math.min(Math.floor(high), Math.ceil(below) - 1))
    return tidied
  }
  set(above >= low ? 'exclusiveMinimum' : 'minimum', Math.max(low, above))
  set(below <= high ? 'exclusiveMaximum' : 'maximum', Math.min(high, below))
  return tidied
}

/** Whether the next whole number is another one. */
function isExact(limit: number): boolean {
  return !Number.isFinite(limit) || Math.abs(limit) < Number.MAX_SAFE_INTEGER
}

function isCrossed(limits: Form['limits'], low: LimitName, high: LimitName): boolean {
  const [least, most] = [limits.get(low), limits.get(high)]
  if (least === undefined || most === undefined) return false
  return least > most || (least === most && (low.startsWith('exclusive') || high.startsWith('exclusive')))
}

function isFree(kind: Kind, forms: readonly Form[]): boolean {
  return forms.length === 1 && forms[0] === free[kind]
}

function isOnlyValues(form: Form): boolean {
  return (
    form.others.size === 0 &&
    form.objects.length + form.arrays.length + form.names.length === 0 &&
    form.limits.size === 0 &&
    form.required.size + form.needs.size === 0 &&
    !form.unique
  )
}
