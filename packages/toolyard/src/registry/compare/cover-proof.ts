/**
 * Proves that one schema takes everything that another one takes.
 *
 * `true` is a proof; `false` only means that none was found. Each rule of the wide schema must follow from what the narrow
 * one says; `unmetRules` names those that do not. A pair of schemas that leads back to itself is taken as proven while it
 * is looked at, and what was built on that is forgotten where it turns out wrong.
 *
 * @module
 */
import {
  areApart,
  itemOf,
  memberOf,
  mostItems,
  mostKeys,
  namesIn,
  partsOf,
  prefixLength,
} from './form-members.ts'
import { isMultiple, lengthOf } from './meet-forms.ts'
import { behind, giveUp, matchesIn, type SchemaBook, spend } from './schema-book.ts'
import {
  type AnySchema,
  type Form,
  free,
  isScalar,
  type Kind,
  kinds,
  type LimitName,
  type ObjectPart,
  valueMap,
} from './schema-form.ts'
import { formsOf } from './schema-forms.ts'

export interface CoverProof {
  readonly wide: SchemaBook
  readonly narrow: SchemaBook
  /** Whether keys that the wide side refuses are passed over, as whoever reads an output does. */
  readonly lenient: boolean
  readonly known: Map<AnySchema, Map<AnySchema, boolean>>
  /** What is taken as proven, oldest first. */
  readonly trail: (readonly [wide: AnySchema, narrow: AnySchema])[]
  depth: number
}

export interface FormPair {
  readonly kind: Kind
  readonly wide: Form
  readonly narrow: Form
}

const maxDepth = 150
const anyName = { type: 'string' } as const

export function startProof(options: Pick<CoverProof, 'wide' | 'narrow' | 'lenient'>): CoverProof {
  return { ...options, known: new Map(), trail: [], depth: 0 }
}

export function covers(proof: CoverProof, wideSchema: AnySchema, narrowSchema: AnySchema): boolean {
  const wide = behind(proof.wide, wideSchema)
  const narrow = behind(proof.narrow, narrowSchema)
  if (wide === true || narrow === false) return true
  const answers = proof.known.get(wide) ?? new Map<AnySchema, boolean>()
  proof.known.set(wide, answers)
  const known = answers.get(narrow)
  if (known !== undefined) return known
  if (proof.depth >= maxDepth) giveUp(proof.wide.effort)
  if (!spend(proof.wide.effort)) return false
  const start = proof.trail.push([wide, narrow]) - 1
  answers.set(narrow, true)
  proof.depth++
  const [outer, inner] = [formsOf(proof.wide, wide), formsOf(proof.narrow, narrow)]
  const covered = kinds.every((kind) =>
    inner[kind].every((form) => isCovered(proof, { kind, forms: outer[kind] }, form)),
  )
  proof.depth--
  if (!covered) {
    for (const [left, right] of proof.trail.splice(start)) proof.known.get(left)?.delete(right)
    answers.set(narrow, false)
  }
  return covered
}

/** Whether `narrow` fits in one of the forms, or each of its values does. */
export function isCovered(
  proof: CoverProof,
  { kind, forms }: { readonly kind: Kind; readonly forms: readonly Form[] },
  narrow: Form,
): boolean {
  const fits = (form: Form): boolean =>
    forms.some((wide) => wide === free[kind] || unmetRules(proof, { kind, wide, narrow: form }).next().done)
  if (fits(narrow)) return true
  if (narrow.values === undefined || narrow.values.size < 2 || forms.length < 2) return false
  return narrow.values
    .entries()
    .every(([text, value]) => fits({ ...narrow, values: new Map([[text, value]]) }))
}

/** The rules of the wide form that do not follow from the narrow one: `minimum`, `required.city`, `properties.city` … */
export function* unmetRules(proof: CoverProof, pair: FormPair): Generator<string> {
  if (!spend(proof.wide.effort)) yield 'effort'
  const { kind, wide, narrow } = pair
  for (const [text, { keyword, value }] of wide.others) {
    if (narrow.others.has(text)) continue
    if (keyword !== 'oneOf' || !areApart(proof.wide, value as AnySchema[])) yield keyword
  }
  if (wide.values && !isSubset(narrow.values, wide.values)) yield 'enum'
  if (isScalar(kind)) yield* unmetScalar(proof, pair)
  else
    for (const one of narrow.values?.values().map((value) => literalForm(value as object)) ?? [narrow]) {
      const each = { kind, wide, narrow: one }
      yield* kind === 'array' ? unmetList(proof, each) : unmetObject(proof, each)
    }
}

function* unmetScalar(proof: CoverProof, { wide, narrow }: FormPair): Generator<string> {
  const values = narrow.values && [...narrow.values.values()]
  const limits = values ? limitsAround(values) : narrow.limits
  yield* unmetLimits(wide, limits)
  if (wide.integer && !(values ? values.every(Number.isInteger) : narrow.integer)) yield 'type'
  for (const step of wide.multiples)
    if (!(values ? values.every((value) => isMultiple(Number(value), step)) : keepsStep(narrow, step)))
      yield 'multipleOf'
  for (const pattern of wide.patterns) {
    const kept = values
      ? values.every((value) => matchesIn(proof.wide, pattern, String(value)))
      : narrow.patterns.includes(pattern)
    if (!kept) yield 'pattern'
  }
}

function* unmetLimits(wide: Form, limits: Form['limits']): Generator<string> {
  for (const [name, limit] of wide.limits) if (!keepsLimit(limits, name, limit)) yield name
}

function keepsLimit(limits: Form['limits'], name: LimitName, limit: number): boolean {
  const [low, high] = [limits.get('minimum') ?? -Infinity, limits.get('maximum') ?? Infinity]
  const above = limits.get('exclusiveMinimum') ?? -Infinity
  const below = limits.get('exclusiveMaximum') ?? Infinity
  switch (name) {
    case 'minimum':
      return low >= limit || above >= limit
    case 'exclusiveMinimum':
      return low > limit || above >= limit
    case 'maximum':
      return high <= limit || below <= limit
    case 'exclusiveMaximum':
      return high < limit || below <= limit
    case 'minLength':
    case 'minItems':
    case 'minProperties':
      return (limits.get(name) ?? 0) >= limit
    default:
      return (limits.get(name) ?? Infinity) <= limit
  }
}

function keepsStep({ multiples, integer }: Form, step: number): boolean {
  if (integer && Number.isInteger(1 / step)) return true
  return multiples.some((own) => own === step || (isWhole(own) && isWhole(step) && own % step === 0))
}

const isWhole = (step: number): boolean => Number.isSafeInteger(step) && step > 0

function* unmetList(proof: CoverProof, { wide, narrow }: FormPair): Generator<string> {
  const most = mostItems(proof.narrow, narrow)
  yield* unmetLimits(wide, new Map(narrow.limits).set('maxItems', most))
  if (wide.unique && !narrow.unique && most > 1) yield 'uniqueItems'
  if (wide.arrays.length === 0) return
  const prefix = Math.max(prefixLength(wide), prefixLength(narrow))
  for (let index = 0; index <= prefix && index < most; index++)
    if (!covers(proof, itemOf(proof.wide, wide, index), itemOf(proof.narrow, narrow, index)))
      yield index < prefix ? `prefixItems.${index}` : 'items'
}

function* unmetObject(proof: CoverProof, { wide, narrow }: FormPair): Generator<string> {
  const outer = wideParts(proof, wide)
  const inner = partsOf(proof.narrow, narrow)
  yield* unmetLimits(
    wide,
    new Map(narrow.limits)
      .set('minProperties', Math.max(narrow.limits.get('minProperties') ?? 0, narrow.required.size))
      .set('maxProperties', mostKeys(narrow, inner)),
  )
  for (const name of wide.required) if (!narrow.required.has(name)) yield `required.${name}`
  for (const need of wide.needs) {
    const [name, other] = JSON.parse(need) as [string, string]
    if (narrow.needs.has(need) || narrow.required.has(other)) continue
    if (memberOf(proof.narrow, inner, name) !== false) yield 'dependentRequired'
  }
  if (!wide.names.every((rule) => keepsNames(proof, rule, narrow))) yield 'propertyNames'
  if (outer.length === 0) return
  for (const name of namesIn([...outer, ...inner]))
    if (!covers(proof, memberOf(proof.wide, outer, name), memberOf(proof.narrow, inner, name)))
      yield `properties.${name}`
  for (const part of outer) yield* unmetRest(proof, part, inner)
}

/** Keys that neither side names. */
function* unmetRest(proof: CoverProof, part: ObjectPart, inner: readonly ObjectPart[]): Generator<string> {
  const bounds = inner.length > 0 ? inner : [openPart]
  for (const [pattern, schema] of part.patterns) {
    const kept = bounds.some(({ patterns, extra = true }) => {
      const same = patterns.get(pattern)
      const options = same === undefined ? [extra, ...patterns.values()] : [same]
      return options.every((option) => covers(proof, schema, option))
    })
    if (!kept) yield `patternProperties.${pattern}`
  }
  const { extra: rule = true } = part
  const kept = bounds.some(({ patterns, extra = true }) => {
    const options = patterns
      .entries()
      .flatMap(([pattern, schema]) => (part.patterns.has(pattern) ? [] : [schema]))
    return [extra, ...options].every((option) => covers(proof, rule, option))
  })
  if (!kept) yield 'additionalProperties'
}

const openPart: ObjectPart = { properties: new Map(), patterns: new Map(), extra: undefined, lists: false }

function wideParts(proof: CoverProof, form: Form): readonly ObjectPart[] {
  const parts = partsOf(proof.wide, form)
  return proof.lenient ? parts.map((part) => (part.extra === false ? { ...part, extra: true } : part)) : parts
}

function keepsNames(proof: CoverProof, rule: AnySchema, narrow: Form): boolean {
  if (covers(proof, rule, anyName) || narrow.names.some((own) => covers(proof, rule, own))) return true
  const parts = partsOf(proof.narrow, narrow)
  if (!Number.isFinite(mostKeys({ ...narrow, limits: new Map() }, parts))) return false
  return namesIn(parts)
    .values()
    .every((name) => covers(proof, rule, { const: name }))
}

function isSubset(some: Form['values'], all: ReadonlyMap<string, unknown>): boolean {
  return some?.keys().every((text) => all.has(text)) ?? false
}

/** The bounds that a list of numbers or texts keeps by itself. */
function limitsAround(values: readonly unknown[]): Form['limits'] {
  const numbers = values.filter((value) => typeof value === 'number')
  const lengths = values.filter((value) => typeof value === 'string').map(lengthOf)
  const limits = new Map<LimitName, number>()
  if (numbers.length > 0) limits.set('minimum', least(numbers)).set('maximum', most(numbers))
  if (lengths.length > 0) limits.set('minLength', least(lengths)).set('maxLength', most(lengths))
  return limits
}

const least = (numbers: readonly number[]): number => numbers.reduce((left, right) => Math.min(left, right))
const most = (numbers: readonly number[]): number => numbers.reduce((left, right) => Math.max(left, right))

/** The form that one object or list fits, and nothing else. */
function literalForm(value: object): Form {
  if (Array.isArray(value)) {
    const prefix = value.map((item: unknown) => ({ const: item }))
    const limits = new Map<LimitName, number>([['minItems', value.length]])
    const unique = valueMap(value).size === value.length
    return { ...free.array, limits, unique, arrays: [{ prefix, rest: false }] }
  }
  const members = Object.entries(value).map(([name, member]) => [name, { const: member as unknown }] as const)
  const part: ObjectPart = { properties: new Map(members), patterns: new Map(), extra: false, lists: true }
  return { ...free.object, required: new Set(part.properties.keys()), objects: [part] }
}
