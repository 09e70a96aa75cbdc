/**
 * The part of a schema that is known without running it: which keys an object has, and their defaults.
 *
 * One walk over the raw arguments with their shape beside them finds what a schema's own check does not tell
 * or tells too late: unknown keys, prototype keys, NUL, arguments too deep or too large.
 * It copies nothing and stops at the first limit.
 *
 * @module
 */
import { type JsonLimits, prototypeKeys } from '../json.ts'
import type { JsonSchema } from './json-schema.ts'
import type { Saying } from '../saying.ts'
import { didYouMean, nearest } from '../text/near.ts'

export interface Shape {
  /** Known keys; a key whose value has no known shape maps to `undefined`. */
  readonly keys: ReadonlyMap<string, Shape | undefined>
  /** The same keys in their order: arguments come in it as a rule, and then nothing has to be looked up. */
  readonly order?: readonly string[]
  /** Whether a key outside `keys` is refused. */
  readonly closed: boolean
  readonly items: Shape | undefined
  readonly defaults: readonly (readonly [key: string, value: unknown])[]
}

export interface ShapeProblem {
  readonly path: readonly (string | number)[]
  readonly message: string
  readonly says?: Saying
  /** The key is simply not known: the one kind of problem that repair may mend. */
  readonly unknownKey?: string
}

/** Keywords that bring keys from elsewhere: an object with one of them is not closed by its own properties. */
const openers = [
  'patternProperties',
  'allOf',
  'anyOf',
  'oneOf',
  '$ref',
  '$dynamicRef',
  'if',
  'dependencies',
  'dependentSchemas',
  'unevaluatedProperties',
]

const noKeys: ReadonlyMap<string, undefined> = new Map()

/**
 * An object is closed by the properties that it names, unless `additionalProperties` or another keyword opens it. One that names
 * none is open where it does not say `additionalProperties: false`, or is `closesEmpty`.
 */
export function shapeOf(schema: unknown, closesEmpty = false): Shape | undefined {
  if (typeof schema !== 'object' || schema === null) return undefined
  const { properties, additionalProperties, items } = schema as JsonSchema
  if (items !== undefined && !Array.isArray(items)) {
    const inner = shapeOf(items, closesEmpty)
    return inner && { keys: noKeys, closed: false, items: inner, defaults: [] }
  }
  if (properties === undefined && additionalProperties !== false) return undefined
  const keys = new Map<string, Shape | undefined>()
  const defaults: (readonly [string, unknown])[] = []
  for (const [name, child] of Object.entries(properties ?? {})) {
    keys.set(name, shapeOf(child, closesEmpty))
    if (typeof child === 'object' && child.default !== undefined) defaults.push([name, child.default])
  }
  const open =
    (additionalProperties !== undefined && additionalProperties !== false) ||
    openers.some((keyword) => keyword in schema) ||
    (keys.size === 0 && additionalProperties === undefined && !closesEmpty)
  if (open && defaults.length === 0 && keys.values().every((shape) => shape === undefined)) return undefined
  return { keys, order: [...keys.keys()], closed: !open, items: undefined, defaults }
}

/** The schema without the demand for what `copyWithDefaults` fills in. */
export function withoutDefaulted(schema: JsonSchema): JsonSchema {
  const { properties, required, items } = schema
  const inner = <T>(child: T): T =>
    (typeof child === 'object' && child !== null ? withoutDefaulted(child as JsonSchema) : child) as T
  if (items !== undefined && !Array.isArray(items)) return { ...schema, items: inner(items) }
  if (typeof properties !== 'object' || properties === null) return schema
  const hasDefault = (name: string): boolean => {
    const child = Object.hasOwn(properties, name) ? properties[name] : undefined
    return typeof child === 'object' && child.default !== undefined
  }
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(properties).map(([name, child]) => [name, inner(child)])),
    ...(Array.isArray(required) && { required: required.filter((name) => !hasDefault(name)) }),
  }
}

/** The first problem of `value`, or nothing: the fast path. */
export function inspect(
  value: object,
  shape: Shape | undefined,
  limits: JsonLimits,
): ShapeProblem | undefined {
  const quick = shape !== undefined && limits.maxDepth > quickDepth && limits.maxBytes >= quickSize
  if (quick && glance(value, shape, 1) >= 0) return undefined
  const walk = new ShapeWalk(limits)
  return walk.visit(value, shape, 1) ? undefined : walk.problem
}

/** What the quick look goes into; deeper or longer data is walked with care. */
const quickDepth = 8
const quickLength = 256
const quickSize = 64_000

/** Known keys with short values: most arguments, told at a glance. Answers what is left of the size, negative where it can't tell. */
function glance(value: object, shape: Shape, depth: number): number {
  if (Array.isArray(value)) return glanceList(value, shape.items, depth)
  if (depth > quickDepth || !shape.closed || Object.getPrototypeOf(value) !== Object.prototype) return -1
  const { keys, order } = shape
  let left = quickSize
  let at = 0
  for (const key in value) {
    if (order?.[at] === key) at++
    else if (!keys.has(key)) return -1
    const child = (value as Record<string, unknown>)[key]
    if (typeof child === 'string') {
      if (child.length > quickLength || child.includes('\0')) return -1
      left -= child.length
    } else if (typeof child === 'object' && child !== null) {
      const inner = keys.get(key)
      const rest = inner === undefined ? glanceList(child, undefined, depth) : glance(child, inner, depth + 1)
      if (rest < 0) return -1
      left -= quickSize - rest
    }
    left -= key.length
  }
  return left
}

function glanceList(value: object, items: Shape | undefined, depth: number): number {
  if (!Array.isArray(value) || value.length > quickLength) return -1
  let left = quickSize
  for (const item of value as unknown[]) {
    if (typeof item === 'string') {
      if (item.length > quickLength || item.includes('\0')) return -1
      left -= item.length
    } else if (typeof item === 'object' && item !== null) {
      if (items === undefined || depth >= quickDepth) return -1
      const rest = glance(item, items, depth + 1)
      if (rest < 0) return -1
      left -= quickSize - rest
    }
    left -= 8
    if (left < 0) return -1
  }
  return left
}

class ShapeWalk {
  problem: ShapeProblem | undefined
  #left: number
  readonly #limits: JsonLimits
  readonly #path: (string | number)[] = []

  constructor(limits: JsonLimits) {
    this.#limits = limits
    this.#left = limits.maxBytes
  }

  visit(value: object, shape: Shape | undefined, depth: number): boolean {
    const { maxDepth } = this.#limits
    if (depth > maxDepth)
      return this.#fail(`is nested deeper than ${maxDepth} levels`, {
        key: 'fieldTooDeep',
        values: [String(maxDepth)],
      })
    if (Array.isArray(value)) {
      const items = shape?.items
      for (let index = 0; index < value.length; index++)
        if (!this.#member(index, value[index], { shape: items, depth })) return false
      return true
    }
    const keys = shape?.keys
    for (const key in value) {
      if (!Object.hasOwn(value, key)) return this.#fail('has inherited keys')
      this.#left -= key.length
      let inner: Shape | undefined
      if (keys !== undefined) {
        inner = keys.get(key)
        if (inner === undefined && shape?.closed && !keys.has(key)) return this.#unknown(key, keys)
      }
      if (prototypeKeys.has(key)) return this.#fail(`has the key "${key}", which is not accepted`)
      const child = (value as Record<string, unknown>)[key]
      if (typeof child === 'number' || typeof child === 'boolean') this.#left -= 8
      else if (!this.#member(key, child, { shape: inner, depth })) return false
    }
    return this.#left >= 0 || this.#tooLarge()
  }

  #member(key: string | number, value: unknown, at: { shape: Shape | undefined; depth: number }): boolean {
    if (typeof value === 'string') {
      this.#left -= value.length
      if (value.includes('\0')) return this.#failAt(key, 'holds a NUL character, which is not accepted')
    } else if (typeof value === 'object' && value !== null) {
      this.#path.push(key)
      if (!this.visit(value, at.shape, at.depth + 1)) return false
      this.#path.pop()
    } else this.#left -= 8
    return this.#left >= 0 || this.#tooLarge()
  }

  #tooLarge(): false {
    const { maxBytes } = this.#limits
    return this.#fail(`is larger than ${maxBytes} characters in all`, {
      key: 'fieldTooLarge',
      values: [String(maxBytes)],
    })
  }

  #unknown(key: string, keys: ReadonlyMap<string, unknown>): false {
    const known =
      keys.size === 0 ? 'It takes no parameters.' : `Known: ${[...keys.keys()].slice(0, 30).join(', ')}.`
    this.problem = {
      path: [...this.#path, key],
      message: `is not a known parameter.${didYouMean(key, keys.keys()) || ` ${known}`}`,
      says: { key: 'fieldUnknown', values: nearest(key, keys.keys(), 1) },
      ...(prototypeKeys.has(key) ? {} : { unknownKey: key }),
    }
    return false
  }

  #failAt(key: string | number, message: string): false {
    this.#path.push(key)
    return this.#fail(message)
  }

  #fail(message: string, says?: Saying): false {
    this.problem = { path: [...this.#path], message, ...(says && { says }) }
    return false
  }
}

/** A copy of JSON data with the shape's defaults filled in, so that nothing shares structure with the caller. */
export function copyWithDefaults(value: unknown, shape: Shape | undefined): unknown {
  if (Array.isArray(value)) return value.map((item) => copyWithDefaults(item, shape?.items))
  if (typeof value !== 'object' || value === null) return value
  const source = value as Record<string, unknown>
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(source)) {
    if (source[key] !== undefined) copy[key] = copyWithDefaults(source[key], shape?.keys.get(key))
  }
  if (shape) {
    for (const [key, byDefault] of shape.defaults)
      if (!Object.hasOwn(copy, key)) copy[key] = copyWithDefaults(byDefault, undefined)
  }
  return copy
}
