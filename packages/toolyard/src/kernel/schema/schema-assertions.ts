/**
 * The keywords of JSON Schema that look at one value and into no schema: types, literals, bounds, lengths, formats.
 *
 * Each answers for any value whatever: a bound of numbers has nothing against a text. A keyword whose own value is wrong
 * can't be enforced, and nothing is known.
 *
 * @module
 */
import type * as Formats from 'typebox/format'
import { canonicalJson } from '../canonical-json.ts'
import { lazy } from '../lazy.ts'
import type { JsonObject } from '../json.ts'
import { partsPerStep } from './schema-node.ts'
import type { Verdict } from './verdict.ts'

const formats = lazy((require) => require('typebox/format') as typeof Formats)

/** How many characters are looked at in the time of one step. */
export const lettersPerStep = 24
/** How many literals are compared in the time of one step. */
const literalsPerStep = 64

/** Counts steps beyond the one that each keyword is. */
type SpendSteps = (steps: number) => void
/** A keyword's own value, and the value that is checked. */
export type Assertion = (limit: unknown, value: unknown, spend: SpendSteps) => Verdict

export const assertions: ReadonlyMap<string, Assertion> = new Map<string, Assertion>([
  ['type', isOfType],
  [
    'enum',
    (limit, value, spend) =>
      Array.isArray(limit) && limit.length > 0 ? isOneOf(value, limit, spend) : undefined,
  ],
  ['const', (limit, value, spend) => isOneOf(value, [limit], spend)],
  ['minimum', ofNumber((value, limit) => value >= limit)],
  ['maximum', ofNumber((value, limit) => value <= limit)],
  ['exclusiveMinimum', ofNumber((value, limit) => value > limit)],
  ['exclusiveMaximum', ofNumber((value, limit) => value < limit)],
  [
    'multipleOf',
    ofNumber((value, limit, spend) => (limit > 0 ? isMultiple(value, limit, spend) : undefined)),
  ],
  ['minLength', ofText((value, limit) => value.length >= limit && lengthOf(value) >= limit)],
  ['maxLength', ofText((value, limit) => value.length <= limit || lengthOf(value) <= limit)],
  ['minItems', ofList((value, limit) => value.length >= limit)],
  ['maxItems', ofList((value, limit) => value.length <= limit)],
  ['uniqueItems', hasNoTwins],
  ['minProperties', ofObject((count, limit) => count >= limit)],
  ['maxProperties', ofObject((count, limit) => count <= limit)],
  ['format', hasFormat],
])

/** Keys that have a value; `undefined` is as good as absent. */
export function keysOf(value: JsonObject): string[] {
  return Object.keys(value).filter((key) => value[key] !== undefined)
}

export function has(value: JsonObject, key: string): boolean {
  return Object.hasOwn(value, key) && value[key] !== undefined
}

export function isMembers(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isOfType(limit: unknown, value: unknown, spend: SpendSteps): Verdict {
  const names: readonly unknown[] = Array.isArray(limit) ? limit : [limit]
  spend(names.length / partsPerStep)
  const verdicts = names.map((name) => isOfOneType(name, value))
  if (verdicts.includes(true)) return true
  return verdicts.length === 0 || verdicts.includes(undefined) ? undefined : false
}

function isOfOneType(name: unknown, value: unknown): Verdict {
  switch (name) {
    case 'string':
    case 'boolean':
      return typeof value === name
    case 'number':
      return Number.isFinite(value)
    case 'integer':
      return Number.isInteger(value)
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isMembers(value)
    default:
      return undefined
  }
}

function isOneOf(value: unknown, allowed: readonly unknown[], spend: SpendSteps): boolean {
  spend(allowed.length / literalsPerStep)
  if (typeof value !== 'object' || value === null) return allowed.includes(value === 0 ? 0 : value)
  const text = textOf(value, spend)
  return allowed.some((one) => typeof one === 'object' && one !== null && textOf(one, spend) === text)
}

function textOf(value: unknown, spend: SpendSteps): string {
  const text = canonicalJson(value)
  spend(1 + text.length / 8)
  return text
}

function hasNoTwins(limit: unknown, value: unknown, spend: SpendSteps): Verdict {
  if (typeof limit !== 'boolean') return undefined
  if (!limit || !Array.isArray(value)) return true
  return new Set(value.map((item) => textOf(item ?? null, spend))).size === value.length
}

function ofNumber(fits: (value: number, limit: number, spend: SpendSteps) => Verdict): Assertion {
  return (limit, value, spend) => {
    if (typeof limit !== 'number' || !Number.isFinite(limit)) return undefined
    return typeof value !== 'number' || fits(value, limit, spend)
  }
}

function ofText(fits: (value: string, limit: number) => boolean): Assertion {
  return (limit, value, spend) => {
    if (typeof limit !== 'number' || Number.isNaN(limit)) return undefined
    if (typeof value !== 'string') return true
    spend(value.length / lettersPerStep)
    return fits(value, limit)
  }
}

function ofList(fits: (value: readonly unknown[], limit: number) => boolean): Assertion {
  return (limit, value) => {
    if (typeof limit !== 'number' || Number.isNaN(limit)) return undefined
    return !Array.isArray(value) || fits(value, limit)
  }
}

function ofObject(fits: (count: number, limit: number) => boolean): Assertion {
  return (limit, value, spend) => {
    if (typeof limit !== 'number' || Number.isNaN(limit)) return undefined
    if (!isMembers(value)) return true
    const count = keysOf(value).length
    spend(count)
    return fits(count, limit)
  }
}

/** In code points. */
function lengthOf(text: string): number {
  let length = 0
  for (const _ of text) length++
  return length
}

function hasFormat(limit: unknown, value: unknown, spend: SpendSteps): Verdict {
  if (typeof limit !== 'string') return undefined
  if (typeof value !== 'string') return true
  spend(value.length / lettersPerStep)
  return !formats().Has(limit) || formats().Test(limit, value)
}

/** In decimals, as they were written: 0.3 is three times 0.1. */
function isMultiple(value: number, of: number, spend: SpendSteps): boolean {
  if (!Number.isFinite(value)) return false
  if (Number.isSafeInteger(value) && Number.isSafeInteger(of)) return value % of === 0
  const left = decimalOf(value)
  const right = decimalOf(of)
  const places = Math.max(left.places, right.places)
  spend(1 + (places - Math.min(left.places, right.places)) / lettersPerStep)
  const scaled = ({ digits, places: own }: Decimal): bigint => digits * 10n ** BigInt(places - own)
  return scaled(left) % scaled(right) === 0n
}

interface Decimal {
  readonly digits: bigint
  /** Digits behind the point; negative where noughts are left out. */
  readonly places: number
}

function decimalOf(value: number): Decimal {
  const [mantissa = '0', exponent = '0'] = String(value).split('e')
  const [whole = '0', fraction = ''] = mantissa.split('.')
  return { digits: BigInt(whole + fraction), places: fraction.length - Number(exponent) }
}
