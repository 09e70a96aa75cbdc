/**
 * The keywords of JSON Schema that look at one value and into no schema: types, literals, bounds, lengths, formats.
 *
 * Each answers for any value whatever: a bound of numbers has nothing against a text. A keyword whose own value is wrong
 * can't be enforced, and nothing is known.
 *
 * @module
 */
import type * as Formats from 'typebox/format'
import { canonicalJson } from './canonical-json.ts'
import { lazy } from './lazy.ts'
import type { Verdict } from './verdict.ts'

const formats = lazy((require) => require('typebox/format') as typeof Formats)

/** A keyword's own value, and the value that is checked. */
export type Assertion = (limit: unknown, value: unknown) => Verdict

type Members = Readonly<Record<string, unknown>>

export const assertions: ReadonlyMap<string, Assertion> = new Map<string, Assertion>([
  ['type', isOfType],
  ['enum', (limit, value) => (Array.isArray(limit) && limit.length > 0 ? isOneOf(value, limit) : undefined)],
  ['const', (limit, value) => isOneOf(value, [limit])],
  ['minimum', ofNumber((value, limit) => value >= limit)],
  ['maximum', ofNumber((value, limit) => value <= limit)],
  ['exclusiveMinimum', ofNumber((value, limit) => value > limit)],
  ['exclusiveMaximum', ofNumber((value, limit) => value < limit)],
  ['multipleOf', ofNumber((value, limit) => (limit > 0 ? isMultiple(value, limit) : undefined))],
  ['minLength', ofText((value, limit) => value.length >= limit && lengthOf(value) >= limit)],
  ['maxLength', ofText((value, limit) => value.length <= limit || lengthOf(value) <= limit)],
  ['minItems', ofList((value, limit) => value.length >= limit)],
  ['maxItems', ofList((value, limit) => value.length <= limit)],
  ['uniqueItems', hasNoTwins],
  ['minProperties', ofObject((value, limit) => keysOf(value).length >= limit)],
  ['maxProperties', ofObject((value, limit) => keysOf(value).length <= limit)],
  ['format', hasFormat],
])

/** Keys that have a value; `undefined` is as good as absent. */
export function keysOf(value: Members): string[] {
  return Object.keys(value).filter((key) => value[key] !== undefined)
}

export function has(value: Members, key: string): boolean {
  return Object.hasOwn(value, key) && value[key] !== undefined
}

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isOfType(limit: unknown, value: unknown): Verdict {
  const names: readonly unknown[] = Array.isArray(limit) ? limit : [limit]
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

function isOneOf(value: unknown, allowed: readonly unknown[]): boolean {
  if (typeof value !== 'object' || value === null) return allowed.includes(value === 0 ? 0 : value)
  const text = canonicalJson(value)
  return allowed.some((one) => typeof one === 'object' && one !== null && canonicalJson(one) === text)
}

function hasNoTwins(limit: unknown, value: unknown): Verdict {
  if (typeof limit !== 'boolean') return undefined
  if (!limit || !Array.isArray(value)) return true
  return new Set(value.map((item) => canonicalJson(item ?? null))).size === value.length
}

function ofNumber(fits: (value: number, limit: number) => Verdict): Assertion {
  return (limit, value) => {
    if (typeof limit !== 'number' || !Number.isFinite(limit)) return undefined
    return typeof value !== 'number' || fits(value, limit)
  }
}

function ofText(fits: (value: string, limit: number) => boolean): Assertion {
  return (limit, value) => {
    if (typeof limit !== 'number' || Number.isNaN(limit)) return undefined
    return typeof value !== 'string' || fits(value, limit)
  }
}

function ofList(fits: (value: readonly unknown[], limit: number) => boolean): Assertion {
  return (limit, value) => {
    if (typeof limit !== 'number' || Number.isNaN(limit)) return undefined
    return !Array.isArray(value) || fits(value, limit)
  }
}

function ofObject(fits: (value: Members, limit: number) => boolean): Assertion {
  return (limit, value) => {
    if (typeof limit !== 'number' || Number.isNaN(limit)) return undefined
    return !isMembers(value) || fits(value, limit)
  }
}

/** In code points. */
function lengthOf(text: string): number {
  let length = 0
  for (const _ of text) length++
  return length
}

function hasFormat(limit: unknown, value: unknown): Verdict {
  if (typeof limit !== 'string') return undefined
  return typeof value !== 'string' || !formats().Has(limit) || formats().Test(limit, value)
}

/** In decimals, as they were written: 0.3 is three times 0.1. */
function isMultiple(value: number, of: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(of)) return value % of === 0
  const left = decimalOf(value)
  const right = decimalOf(of)
  const places = Math.max(left.places, right.places)
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
