/**
 * Mends what models get wrong, where there is only one way to mean it.
 *
 * Arguments wrapped in `arguments`, a parameter under its alias or in another case, JSON in a string, a number or a
 * boolean in quotes, `null` for an optional parameter. Never inside unions, never by guessing: whatever comes out is validated
 * again, and where that fails the caller is told of the arguments as they came.
 *
 * @module
 */
import type { Tool } from '../../define/index.ts'
import { isPlainObject, type JsonSchema, parseJson } from '../../kernel/index.ts'

const wrappers = ['arguments', 'args', 'input', 'parameters', 'params', 'tool_input']

/** The repaired arguments, or undefined if there was nothing to repair. */
export function repairArguments(
  given: Record<string, unknown>,
  tool: Tool,
): Record<string, unknown> | undefined {
  const schema = tool.input.json
  const unwrapped = unwrap(given, schema)
  const renamed = rename(unwrapped, tool)
  const mended = mendObject(renamed, schema)
  return mended === given ? undefined : mended
}

/** The names that were written for parameters, by the parameters' own names. */
export function writtenNames(given: Record<string, unknown>, tool: Tool): ReadonlyMap<string, string> {
  const schema = tool.input.json
  const written = new Map<string, string>()
  const unwrapped = unwrap(given, schema)
  for (const key of Object.keys(unwrapped)) {
    const target = hasProperty(schema, key) ? undefined : (tool.aliases.get(key) ?? sameWords(key, schema))
    if (target !== undefined && !Object.hasOwn(unwrapped, target)) written.set(target, key)
  }
  return written
}

function unwrap(given: Record<string, unknown>, schema: JsonSchema): Record<string, unknown> {
  const keys = Object.keys(given)
  const [only] = keys
  if (keys.length !== 1 || only === undefined || !wrappers.includes(only) || hasProperty(schema, only))
    return given
  const inner = fromText(given[only])
  return isPlainObject(inner) ? inner : given
}

function rename(given: Record<string, unknown>, tool: Tool): Record<string, unknown> {
  const schema = tool.input.json
  let renamed: Record<string, unknown> | undefined
  for (const key of Object.keys(given)) {
    if (hasProperty(schema, key)) continue
    const target = tool.aliases.get(key) ?? sameWords(key, schema)
    if (target === undefined) continue
    const isTaken = Object.hasOwn(renamed ?? given, target)
    if (isTaken && !isFlagBeside(given[key], given[target])) continue
    renamed ??= { ...given }
    if (!isTaken || given[key] === true) renamed[target] = given[key]
    delete renamed[key]
  }
  return renamed ?? given
}

/** A flag that stands for another kind of value: set, it takes its place; not set, it says nothing. */
function isFlagBeside(flag: unknown, value: unknown): boolean {
  return typeof flag === 'boolean' && value !== undefined && typeof value !== 'boolean'
}

/** The one parameter that differs only in case and separators. */
function sameWords(key: string, schema: JsonSchema): string | undefined {
  const wanted = fold(key)
  const found = Object.keys(schema.properties ?? {}).filter((name) => fold(name) === wanted)
  return found.length === 1 ? found[0] : undefined
}

function mendObject(given: Record<string, unknown>, schema: JsonSchema): Record<string, unknown> {
  let mended: Record<string, unknown> | undefined
  for (const [key, child] of Object.entries(schema.properties ?? {})) {
    if (!Object.hasOwn(given, key) || typeof child === 'boolean') continue
    const value = given[key]
    if (value === null && !schema.required?.includes(key) && !allowsNull(child)) {
      mended ??= { ...given }
      delete mended[key]
      continue
    }
    const better = mendValue(value, child)
    if (better === value) continue
    mended ??= { ...given }
    mended[key] = better
  }
  return mended ?? given
}

function mendValue(value: unknown, schema: JsonSchema): unknown {
  const { type } = schema
  if (typeof type !== 'string' || isUnion(schema)) return value
  if (typeof value === 'string' && type !== 'string') {
    const read = mendText(value, type)
    return typeof read === 'object' ? mendValue(read, schema) : read
  }
  if (type === 'object' && isPlainObject(value)) return mendObject(value, schema)
  if (type === 'array' && Array.isArray(value) && isSchema(schema.items)) {
    const { items } = schema
    const mended = value.map((item) => mendValue(item, items))
    return mended.some((item, index) => item !== value[index]) ? mended : value
  }
  return value
}

function mendText(text: string, type: string): unknown {
  const trimmed = text.trim()
  if (type === 'integer') return /^-?\d{1,15}$/.test(trimmed) ? Number(trimmed) : text
  if (type === 'number')
    return /^-?\d{1,15}(?:\.\d{1,17})?(?:[eE][+-]?\d{1,3})?$/.test(trimmed) ? Number(trimmed) : text
  if (type === 'boolean') return trimmed === 'true' ? true : trimmed === 'false' ? false : text
  if (type === 'array' && trimmed.startsWith('[')) return fromText(text)
  if (type === 'object' && trimmed.startsWith('{')) return fromText(text)
  return text
}

function fromText(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const parsed = parseJson(value)
  return 'value' in parsed ? parsed.value : value
}

function allowsNull(schema: JsonSchema): boolean {
  if (isUnion(schema) || schema.type === undefined || schema.enum?.includes(null)) return true
  return schema.type === 'null'
}

function isUnion(schema: JsonSchema): boolean {
  return (
    Array.isArray(schema.type) ||
    'anyOf' in schema ||
    'oneOf' in schema ||
    'allOf' in schema ||
    '$ref' in schema
  )
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function hasProperty(schema: JsonSchema, name: string): boolean {
  return Object.hasOwn(schema.properties ?? {}, name)
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, '')
}
