/**
 * Values of a form. `undefined` is a parameter that is not sent; everything else goes as it is.
 *
 * @module
 */
import type { JsonSchema } from '../../api/types.ts'
import { type Field, fieldOf, type Variant } from './field.ts'
import { objectOf, resolve } from './resolve.ts'

/** Deeper than any form that a person fills in: what refers to itself stops here. */
const mostDepth = 12

/** What a form starts with: defaults, and of what is required the emptiest value. */
export function initialValue(schema: JsonSchema, root: JsonSchema, depth = 0): unknown {
  const field = fieldOf(schema, root)
  if (field.default !== undefined) return structuredClone(field.default)
  return emptyValue(field, root, depth)
}

function emptyValue(field: Field, root: JsonSchema, depth: number): unknown {
  switch (field.kind) {
    case 'const':
      return field.value
    case 'boolean':
      return false
    case 'array':
      return field.first.map((item) => initialValue(item, root, depth + 1))
    case 'null':
      return null
    case 'object':
      return depth > mostDepth ? {} : objectValue(field, root, depth)
    case 'union':
      return depth > mostDepth ? undefined : initialValue(field.variants[0]?.schema ?? {}, root, depth + 1)
    default:
      // A text, a number, a choice, free JSON: nothing stands for "not said yet", and an empty text is a text.
      return undefined
  }
}

function objectValue(field: Extract<Field, { kind: 'object' }>, root: JsonSchema, depth: number): object {
  const entries = field.properties.flatMap(({ name, schema, isRequired }): [string, unknown][] => {
    const value = fieldOf(schema, root).default
    if (value !== undefined) return [[name, structuredClone(value)]]
    return isRequired ? [[name, initialValue(schema, root, depth + 1)]] : []
  })
  return Object.fromEntries(entries)
}

/** Which variant a value is of: the first that it could be. */
export function variantOf(value: unknown, variants: readonly Variant[], root: JsonSchema): number {
  const found = variants.findIndex(({ schema }) => couldBe(value, schema, root))
  return Math.max(0, found)
}

function couldBe(value: unknown, schema: JsonSchema, root: JsonSchema): boolean {
  const field = fieldOf(schema, root)
  if (value === null) return field.isNullable || field.kind === 'null'
  switch (field.kind) {
    case 'const':
      return JSON.stringify(field.value) === JSON.stringify(value)
    case 'enum':
      return field.options.some((option) => JSON.stringify(option) === JSON.stringify(value))
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isRecord(value) && fitsObject(value, schema, root)
    case 'union':
      return field.variants.some((variant) => couldBe(value, variant.schema, root))
    case 'null':
      return false
    case 'json':
      return true
    default:
      return typeof value === field.kind
  }
}

/** By its constants, and by whether all that it has is known. */
function fitsObject(value: Readonly<Record<string, unknown>>, schema: JsonSchema, root: JsonSchema): boolean {
  const plain = resolve(schema, root)
  const properties = objectOf(plain['properties'])
  const areKnown =
    plain['additionalProperties'] !== false || Object.keys(value).every((key) => key in properties)
  return (
    areKnown &&
    Object.entries(properties).every(([name, property]) => {
      const inner = fieldOf(property as JsonSchema, root)
      return inner.kind !== 'const' || value[name] === inner.value
    })
  )
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Sets or, with `undefined`, takes away one key; the order of the others stays. */
export function withKey(value: unknown, key: string, next: unknown): Readonly<Record<string, unknown>> {
  const before = isRecord(value) ? value : {}
  if (next !== undefined) return { ...before, [key]: next }
  const { [key]: _, ...rest } = before
  return rest
}

/** Without the keys and items that are not said. */
export function cleaned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => cleaned(item) ?? null)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .map(([key, inner]) => [key, cleaned(inner)]),
  )
}
