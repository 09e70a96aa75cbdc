/**
 * What a schema has against a value, as a sentence.
 *
 * @module
 */
import type { Saying, SayingKey } from '../saying.ts'

export interface SchemaFault {
  readonly keyword: string
  /** The keyword's own value, or the names that the fault is about. */
  readonly about: unknown
}

export function wordsOf({ keyword, about }: SchemaFault): string {
  return (words.get(keyword) ?? ((): string => `must fit "${keyword}"`))(about)
}

/** The same by name; undefined for what no form can ask. */
export function sayingOf({ keyword, about }: SchemaFault): Saying | undefined {
  const key = sayings.get(keyword)
  if (key === undefined) return undefined
  if (keyword === 'enum' || keyword === 'additionalProperties') return { key, values: [list(about)] }
  if (keyword === 'type') return { key, values: [Array.isArray(about) ? about.join(' or ') : String(about)] }
  if (keyword === 'const') return { key, values: [JSON.stringify(about) ?? ''] }
  return { key, values: Array.isArray(about) ? about.map(String) : about === undefined ? [] : [list(about)] }
}

const sayings: ReadonlyMap<string, SayingKey> = new Map<string, SayingKey>([
  ['type', 'fieldType'],
  ['enum', 'fieldChoice'],
  ['const', 'fieldChoice'],
  ['required', 'fieldRequired'],
  ['additionalProperties', 'fieldsUnknown'],
  ['pattern', 'fieldPattern'],
  ['format', 'fieldFormat'],
  ['minimum', 'fieldLeast'],
  ['maximum', 'fieldMost'],
  ['exclusiveMinimum', 'fieldAbove'],
  ['exclusiveMaximum', 'fieldBelow'],
  ['multipleOf', 'fieldMultiple'],
  ['minLength', 'fieldShortest'],
  ['maxLength', 'fieldLongest'],
  ['minItems', 'fieldFewest'],
  ['maxItems', 'fieldMany'],
  ['uniqueItems', 'fieldTwice'],
  ['anyOf', 'fieldNoForm'],
  ['oneOf', 'fieldNoForm'],
])

const words: ReadonlyMap<string, (about: unknown) => string> = new Map<string, (about: unknown) => string>([
  ['boolean', () => 'is not accepted here'],
  [
    'type',
    (type) => (Array.isArray(type) ? `must be either ${type.join(' or ')}` : `must be ${String(type)}`),
  ],
  ['enum', (values) => `must be one of ${list(values)}`],
  ['const', (value) => `must be ${JSON.stringify(value)}`],
  ['required', (names) => `lacks ${list(names)}`],
  ['additionalProperties', (names) => `has unknown ${list(names)}`],
  ['unevaluatedProperties', (names) => `has unknown ${list(names)}`],
  ['unevaluatedItems', () => 'must not have unevaluated items'],
  ['propertyNames', (names) => `property names ${list(names)} are invalid`],
  ['pattern', (pattern) => `must match the pattern ${String(pattern)}`],
  ['format', (format) => `must match format "${String(format)}"`],
  ['minimum', (limit) => `must be >= ${String(limit)}`],
  ['maximum', (limit) => `must be <= ${String(limit)}`],
  ['exclusiveMinimum', (limit) => `must be > ${String(limit)}`],
  ['exclusiveMaximum', (limit) => `must be < ${String(limit)}`],
  ['multipleOf', (limit) => `must be multiple of ${String(limit)}`],
  ['minLength', (limit) => `must not have fewer than ${String(limit)} characters`],
  ['maxLength', (limit) => `must not have more than ${String(limit)} characters`],
  ['minItems', (limit) => `must not have fewer than ${String(limit)} items`],
  ['maxItems', (limit) => `must not have more than ${String(limit)} items`],
  ['minProperties', (limit) => `must not have fewer than ${String(limit)} properties`],
  ['maxProperties', (limit) => `must not have more than ${String(limit)} properties`],
  ['uniqueItems', () => 'must not have duplicate items'],
  ['contains', () => 'must contain at least 1 valid item'],
  ['minContains', (limit) => `must contain at least ${String(limit)} valid items`],
  ['maxContains', (limit) => `must contain at most ${String(limit)} valid items`],
  ['dependentRequired', (about) => neededWords(about as DependentNames)],
  ['not', () => 'must not be valid'],
  ['anyOf', () => 'must match a schema in anyOf'],
  ['oneOf', () => 'must match exactly one schema in oneOf'],
])

export interface DependentNames {
  readonly names: readonly string[]
  readonly beside: string
}

function neededWords({ names, beside }: DependentNames): string {
  return `must have properties ${names.join(', ')} when property ${beside} is present`
}

function list(values: unknown): string {
  return Array.isArray(values) ? values.map((value) => JSON.stringify(value)).join(', ') : String(values)
}
