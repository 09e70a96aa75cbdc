/**
 * JSON from outside: parsed with limits, never trusted.
 *
 * `parseJson` refuses what `JSON.parse` would quietly accept and a careful reader would not: duplicate keys,
 * prototype keys, bottomless nesting, megabytes. What comes out is plain data or a sentence.
 *
 * @module
 */

export interface JsonLimits {
  readonly maxBytes: number
  readonly maxDepth: number
}

export const defaultJsonLimits: JsonLimits = { maxBytes: 1_000_000, maxDepth: 64 }

/** Keys through which an object could reach its prototype; refused wherever data comes from outside. */
export const prototypeKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

export type Parsed = { readonly value: unknown } | { readonly problem: string }

export function parseJson(text: string, limits: JsonLimits = defaultJsonLimits): Parsed {
  if (text.length > limits.maxBytes) {
    return { problem: `is ${text.length} characters long; at most ${limits.maxBytes} are accepted` }
  }
  const problem = scan(text, limits.maxDepth)
  if (problem) return { problem }
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    return { problem: `is not valid JSON (${error instanceof Error ? error.message : 'unreadable'})` }
  }
}

/** An object of which only the names of its members are known to be texts. */
export type JsonObject = Readonly<Record<string, unknown>>

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** One pass over the text for what `JSON.parse` cannot tell: depth, and keys that appear twice or reach the prototype. */
function scan(text: string, maxDepth: number): string | undefined {
  const open: (Set<string> | undefined)[] = []
  let expectKey = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22) {
      const end = endOfString(text, at)
      if (expectKey) {
        const problem = noteKey(text.slice(at, end + 1), open.at(-1))
        if (problem) return problem
        expectKey = false
      }
      at = end
    } else if (code === 0x7b || code === 0x5b) {
      if (open.length >= maxDepth) return `is nested deeper than ${maxDepth} levels`
      expectKey = code === 0x7b
      open.push(expectKey ? new Set() : undefined)
    } else if (code === 0x7d || code === 0x5d) {
      open.pop()
      expectKey = false
    } else if (code === 0x2c) expectKey = open.at(-1) !== undefined
  }
  return undefined
}

function endOfString(text: string, start: number): number {
  let at = start + 1
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === 0x22) return at
    at += code === 0x5c ? 2 : 1
  }
  return text.length
}

function noteKey(quoted: string, seen: Set<string> | undefined): string | undefined {
  let key = quoted.slice(1, -1)
  if (key.includes('\\')) {
    try {
      key = String(JSON.parse(quoted))
    } catch {
      return undefined
    }
  }
  if (prototypeKeys.has(key)) return `has the key "${key}", which is not accepted`
  if (seen?.has(key)) return `has the key "${key.slice(0, 80)}" twice`
  seen?.add(key)
  return undefined
}
