/**
 * Zod's checks of strings, numbers and lists, folded into the keywords that say the same.
 *
 * A check that is not known here ends the attempt; one that JSON Schema cannot tell (a refinement, `trim`) says nothing,
 * as in Zod's own converter.
 *
 * @module
 */
import type { ZodCheckDef, ZodInternals } from './zod-internals.ts'

type Json = Record<string, unknown>

export interface Folded {
  minimum: number | undefined
  maximum: number | undefined
  exclusiveMinimum: number | undefined
  exclusiveMaximum: number | undefined
  whole: boolean
  format: string | undefined
  /** The format takes more than its keyword allows, so it is not named. */
  lax: boolean
  pattern: RegExp | undefined
}

/** Formats of text as JSON Schema calls them; the empty one is told by its pattern alone. */
const textFormats: ReadonlyMap<string, string> = new Map([
  ['date', 'date'],
  ['datetime', 'date-time'],
  ['email', 'email'],
  ['ends_with', 'ends_with'],
  ['guid', 'uuid'],
  ['includes', 'includes'],
  ['ipv4', 'ipv4'],
  ['ipv6', 'ipv6'],
  ['regex', ''],
  ['starts_with', 'starts_with'],
  ['url', 'uri'],
  ['uuid', 'uuid'],
])

const wholeRanges: ReadonlyMap<string, readonly [number, number]> = new Map([
  ['safeint', [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]],
  ['int32', [-2_147_483_648, 2_147_483_647]],
  ['uint32', [0, 4_294_967_295]],
])

/** `undefined` where there is a check, or something left by one, that is not known. */
export function foldChecks({ def, bag }: ZodInternals): Folded | undefined {
  for (const _ in bag) return undefined
  const folded: Folded = {
    minimum: undefined,
    maximum: undefined,
    exclusiveMinimum: undefined,
    exclusiveMaximum: undefined,
    whole: false,
    format: undefined,
    lax: false,
    pattern: undefined,
  }
  // The schema of a format, such as `z.email()`, is its own first check.
  if (def.check !== undefined && !fold(def, folded)) return undefined
  for (const check of def.checks ?? []) if (!fold(check._zod.def, folded)) return undefined
  return folded
}

function fold(check: ZodCheckDef, into: Folded): boolean {
  switch (check.check) {
    case 'min_length':
      return atLeast(into, check.minimum)
    case 'max_length':
      return atMost(into, check.maximum)
    case 'length_equals':
      return atLeast(into, check.length) && atMost(into, check.length)
    case 'greater_than':
      return check.inclusive ? atLeast(into, check.value) : above(into, check.value)
    case 'less_than':
      return check.inclusive ? atMost(into, check.value) : below(into, check.value)
    case 'number_format':
      return wholeNumber(into, check.format)
    case 'string_format':
      return textFormat(into, check)
    case 'custom':
    case 'overwrite':
      return true
    default:
      return false
  }
}

function isBound(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && !Object.is(value, -0)
}

function atLeast(into: Folded, value: unknown): boolean {
  if (!isBound(value)) return false
  if (into.minimum === undefined || value > into.minimum) into.minimum = value
  return true
}

function atMost(into: Folded, value: unknown): boolean {
  if (!isBound(value)) return false
  if (into.maximum === undefined || value < into.maximum) into.maximum = value
  return true
}

function above(into: Folded, value: unknown): boolean {
  if (!isBound(value)) return false
  if (into.exclusiveMinimum === undefined || value > into.exclusiveMinimum) into.exclusiveMinimum = value
  return true
}

function below(into: Folded, value: unknown): boolean {
  if (!isBound(value)) return false
  if (into.exclusiveMaximum === undefined || value < into.exclusiveMaximum) into.exclusiveMaximum = value
  return true
}

function wholeNumber(into: Folded, format: string | undefined): boolean {
  const range = wholeRanges.get(format ?? '')
  if (!range) return false
  into.whole = true
  return atLeast(into, range[0]) && atMost(into, range[1])
}

function textFormat(into: Folded, { format, pattern, local, precision }: ZodCheckDef): boolean {
  const name = textFormats.get(format ?? '')
  if (name === undefined) return false
  into.format = name
  if (local || precision === -1) into.lax = true
  if (!pattern) return true
  if (into.pattern !== undefined && into.pattern !== pattern) return false
  into.pattern = pattern
  return true
}

export function stringKeywords(folded: Folded | undefined): Json | undefined {
  if (!folded) return undefined
  const { minimum, maximum, format, lax, pattern } = folded
  const json: Json = { type: 'string' }
  if (minimum !== undefined) json['minLength'] = minimum
  if (maximum !== undefined) json['maxLength'] = maximum
  if (format && !lax) json['format'] = format
  if (pattern) json['pattern'] = pattern.source
  return json
}

export function numberKeywords(folded: Folded | undefined): Json | undefined {
  if (!folded) return undefined
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, whole } = folded
  const json: Json = { type: whole ? 'integer' : 'number' }
  // Of two bounds on one side only the narrower one is told.
  if (exclusiveMinimum !== undefined && exclusiveMinimum >= (minimum ?? -Infinity))
    json['exclusiveMinimum'] = exclusiveMinimum
  else if (minimum !== undefined) json['minimum'] = minimum
  if (exclusiveMaximum !== undefined && exclusiveMaximum <= (maximum ?? Infinity))
    json['exclusiveMaximum'] = exclusiveMaximum
  else if (maximum !== undefined) json['maximum'] = maximum
  return json
}
