/**
 * Zod's bounds of strings, numbers and lists, folded into the keywords that say the same.
 *
 * A check that is not known here (a format, a pattern, a step) ends the attempt; one that JSON Schema cannot tell
 * (a refinement, `trim`) says nothing, as in Zod's own converter.
 *
 * @module
 */
import type { ZodCheckDef, ZodInternals } from './zod-internals.ts'

/** A JSON schema in the making. */
export type SchemaObject = Record<string, unknown>

export interface NumberBounds {
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  whole?: boolean
}

/** `undefined` if there is a check, or something left by one, that is not known. */
export function foldChecks({ def, bag }: ZodInternals): NumberBounds | undefined {
  for (const _ in bag) return undefined
  const bounds: NumberBounds = {}
  // The schema of a format, such as `z.int()`, is its own first check.
  if (def.check !== undefined && !fold(def, bounds)) return undefined
  for (const check of def.checks ?? []) if (!fold(check._zod.def, bounds)) return undefined
  return bounds
}

function fold(check: ZodCheckDef, into: NumberBounds): boolean {
  switch (check.check) {
    case 'min_length':
      return above(into, 'minimum', check.minimum)
    case 'max_length':
      return below(into, 'maximum', check.maximum)
    case 'length_equals':
      return above(into, 'minimum', check.length) && below(into, 'maximum', check.length)
    case 'greater_than':
      return above(into, check.inclusive ? 'minimum' : 'exclusiveMinimum', check.value)
    case 'less_than':
      return below(into, check.inclusive ? 'maximum' : 'exclusiveMaximum', check.value)
    case 'number_format':
      into.whole = check.format === 'safeint'
      return (
        into.whole &&
        above(into, 'minimum', Number.MIN_SAFE_INTEGER) &&
        below(into, 'maximum', Number.MAX_SAFE_INTEGER)
      )
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

function above(into: NumberBounds, name: 'minimum' | 'exclusiveMinimum', value: unknown): boolean {
  if (!isBound(value)) return false
  into[name] = Math.max(into[name] ?? -Infinity, value)
  return true
}

function below(into: NumberBounds, name: 'maximum' | 'exclusiveMaximum', value: unknown): boolean {
  if (!isBound(value)) return false
  into[name] = Math.min(into[name] ?? Infinity, value)
  return true
}

/** The keywords of a number. Of two bounds on one side only the narrower one is told. */
export function numberKeywords(bounds: NumberBounds | undefined): SchemaObject | undefined {
  if (!bounds) return undefined
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, whole } = bounds
  const json: SchemaObject = { type: whole ? 'integer' : 'number' }
  if (exclusiveMinimum !== undefined && exclusiveMinimum >= (minimum ?? -Infinity))
    json['exclusiveMinimum'] = exclusiveMinimum
  else if (minimum !== undefined) json['minimum'] = minimum
  if (exclusiveMaximum !== undefined && exclusiveMaximum <= (maximum ?? Infinity))
    json['exclusiveMaximum'] = exclusiveMaximum
  else if (maximum !== undefined) json['maximum'] = maximum
  return json
}

/** A string or a list with its bounds, in the words for it: `minLength`, `maxItems`. */
export function sizeKeywords(
  json: SchemaObject,
  noun: 'Length' | 'Items',
  bounds: NumberBounds | undefined,
): SchemaObject | undefined {
  if (!bounds) return undefined
  if (bounds.minimum !== undefined) json[`min${noun}`] = bounds.minimum
  if (bounds.maximum !== undefined) json[`max${noun}`] = bounds.maximum
  return json
}
