/**
 * Forms joined: what fits both of two (`allOf`), what fits one of several (`anyOf`).
 *
 * What comes out takes exactly the values that it should. A form whose list of values has become empty is left out.
 *
 * @module
 */
import { giveUp, matchesIn, type SchemaBook, spend } from './schema-book.ts'
import { byKind, type SchemaForm, type SchemaForms, free, type ValueKind, nothing } from './schema-form.ts'

/** The most alternatives of one kind; no one writes more. */
const maxForms = 256

/** The forms of what fits both sides. */
export function bothForms(book: SchemaBook, left: SchemaForms, right: SchemaForms): SchemaForms {
  return byKind((kind) => {
    const [some, others] = [left[kind], right[kind]]
    if (some[0] === free[kind]) return others
    if (others[0] === free[kind]) return some
    if (some.length * others.length > maxForms) giveUp(book.effort)
    if (book.effort.left < 0) return []
    return some.flatMap((one) => others.flatMap((other) => meet(book, kind, [one, other]) ?? []))
  })
}

/** The forms of what fits any of `list`. */
export function eitherForms(book: SchemaBook, list: readonly SchemaForms[]): SchemaForms {
  const forms = byKind((kind) => {
    const found = new Set<SchemaForm>()
    let values: Map<string, unknown> | undefined
    for (const form of list.flatMap((one) => one[kind])) {
      if (form === free[kind]) return [form]
      if (form.values && weightOf(form) === 0) values = new Map([...(values ?? []), ...form.values])
      else found.add(form)
    }
    if (found.size >= maxForms) giveUp(book.effort)
    return values ? [...found, { ...free[kind], values }] : [...found]
  })
  return book.effort.left < 0 ? nothing : forms
}

function weightOf({ limits, required, objects, arrays, rules }: SchemaForm): number {
  return limits.size + required.size + objects.length + arrays.length + rules.size
}

function meet(
  book: SchemaBook,
  kind: ValueKind,
  [left, right]: readonly [SchemaForm, SchemaForm],
): SchemaForm | undefined {
  if (!spend(book.effort, 1 + weightOf(left))) return undefined
  const limits = new Map(left.limits)
  for (const [name, limit] of right.limits) {
    const other = limits.get(name) ?? limit
    limits.set(name, isLower(name) ? Math.max(other, limit) : Math.min(other, limit))
  }
  const [listed, other] = left.values ? [left.values, right.values] : [right.values]
  return tidy(book, kind, {
    ...(listed && { values: new Map([...listed].filter(([text]) => other?.has(text) ?? true)) }),
    integer: left.integer || right.integer,
    limits,
    required: new Set([...left.required, ...right.required]),
    objects: [...new Set([...left.objects, ...right.objects])],
    arrays: [...new Set([...left.arrays, ...right.arrays])],
    rules: new Map([...left.rules, ...right.rules]),
  })
}

export function isLower(limit: string): boolean {
  return limit.startsWith('min') || limit === 'exclusiveMinimum'
}

/** The same form in its one spelling; `undefined` if nothing fits it. */
export function tidy(book: SchemaBook, kind: ValueKind, form: SchemaForm): SchemaForm | undefined {
  if (form.values === undefined)
    return kind === 'number' && form.limits.size > 0 ? { ...form, limits: oneBoundEach(form) } : form
  const isScalar = kind !== 'array' && kind !== 'object'
  const values = isScalar ? fittingValues(book, form, form.values) : form.values
  if (values.size === 0) return undefined
  if (!isScalar) return form
  return {
    ...free[kind],
    values,
    rules: new Map([...form.rules].filter(([, { keyword }]) => !isTested(keyword))),
  }
}

/** Whether values can be tested for a rule one by one. */
function isTested(keyword: string): boolean {
  return keyword === 'pattern' || keyword === 'multipleOf'
}

/** The numbers, texts and truth values that keep all that can be tested. */
export function fittingValues(
  book: SchemaBook,
  form: SchemaForm,
  values: ReadonlyMap<string, unknown>,
): ReadonlyMap<string, unknown> {
  return new Map([...values].filter(([, value]) => fits(book, form, value)))
}

function fits(book: SchemaBook, { integer, limits, rules }: SchemaForm, value: unknown): boolean {
  const at = (name: string, otherwise: number): number => limits.get(name) ?? otherwise
  const tested = rules.values().filter(({ keyword }) => isTested(keyword))
  if (typeof value === 'number')
    return (
      (!integer || Number.isInteger(value)) &&
      value >= at('minimum', -Infinity) &&
      value <= at('maximum', Infinity) &&
      value > at('exclusiveMinimum', -Infinity) &&
      value < at('exclusiveMaximum', Infinity) &&
      tested.every((rule) => isMultiple(value, Number(rule.value)))
    )
  if (typeof value !== 'string') return true
  const length = Array.from(value).length
  return (
    length >= at('minLength', 0) &&
    length <= at('maxLength', Infinity) &&
    tested.every((rule) => matchesIn(book, String(rule.value), value))
  )
}

/** As the validator counts. */
function isMultiple(value: number, step: number): boolean {
  if (Number.isInteger(value) && Number.isInteger(1 / step)) return true
  const rest = Math.abs(value % step)
  return Math.min(rest, Math.abs(step) - rest) < 1e-10
}

/** Whole numbers have no exclusive bounds; other numbers have one bound a side. */
function oneBoundEach({ limits, integer }: SchemaForm): ReadonlyMap<string, number> {
  const low = limits.get('minimum') ?? -Infinity
  const above = limits.get('exclusiveMinimum') ?? -Infinity
  const high = limits.get('maximum') ?? Infinity
  const below = limits.get('exclusiveMaximum') ?? Infinity
  const bounds: [string, number][] =
    integer && [low, above, high, below].every(isExact)
      ? [
          ['minimum', Math.max(Math.ceil(low), Math.floor(above) + 1)],
          ['maximum', Math.min(Math.floor(high), Math.ceil(below) - 1)],
        ]
      : [
          [above >= low ? 'exclusiveMinimum' : 'minimum', Math.max(low, above)],
          [below <= high ? 'exclusiveMaximum' : 'maximum', Math.min(high, below)],
        ]
  return new Map(bounds.filter(([, limit]) => Number.isFinite(limit)))
}

/** Whether the next whole number is another one. */
function isExact(limit: number): boolean {
  return !Number.isFinite(limit) || Math.abs(limit) < Number.MAX_SAFE_INTEGER
}
