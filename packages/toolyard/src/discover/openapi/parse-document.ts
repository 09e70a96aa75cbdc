/**
 * The text of a document → plain data that is safe to walk: a tree of bounded depth and size, without aliases or
 * prototype keys.
 *
 * @module
 */
import { Buffer } from 'node:buffer'
import { messageOf } from '../../kernel/index.ts'
import { into } from './json-node.ts'
import type { Problems } from './problems.ts'

/** Characters. YAML takes about a second for two million. */
const maxLength = { json: 32_000_000, yaml: 10_000_000 }
const maxDepth = 120
const maxValues = 3_000_000

/** Why a text gives no document, in words that fit behind its name. */
export class DocumentError extends Error {}

/** How many values may still be read, of all files of a document together. */
export interface ValueBudget {
  left: number
}

export function valueBudget(): ValueBudget {
  return { left: maxValues }
}

/** Throws a `DocumentError`. What is left out of an otherwise good document is reported. */
export async function parseDocument(
  text: string,
  problems: Problems,
  values = valueBudget(),
): Promise<unknown> {
  const content = text.startsWith('\uFEFF') ? text.slice(1) : text
  const kind = /^\s*[{[]/.test(content) ? 'json' : 'yaml'
  if (content.length > maxLength[kind])
    throw new DocumentError(
      `is ${content.length} characters long; at most ${maxLength[kind]} of ${kind.toUpperCase()} are read`,
    )
  if (content.trim() === '') throw new DocumentError('is empty')
  const value = kind === 'json' ? parseJson(content) : await parseYaml(content)
  if (kind === 'json' && isHarmless(value, maxDepth)) return value
  return copyValue(value, { problems, values, path: [], open: new Set() })
}

/** What JSON gives is a tree, and nearly always as it should be: then it needs no copy. Its length bounds its size. */
function isHarmless(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (depth === 0) return false
  for (const key in value)
    if (key === '__proto__' || !isHarmless((value as Record<string, unknown>)[key], depth - 1)) return false
  return true
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new DocumentError(`is not valid JSON (${withoutQuotes(error)})`)
  }
}

/** Duplicate keys are not looked for: that takes a time that grows with the square of their number. */
const yamlOptions = { merge: true, uniqueKeys: false, maxAliasCount: 10_000, logLevel: 'error' } as const

async function parseYaml(text: string): Promise<unknown> {
  const { parse } = await import('yaml')
  try {
    return parse(text, yamlOptions)
  } catch (error) {
    throw new DocumentError(`is not valid YAML (${withoutQuotes(error)})`)
  }
}

/** Parsers quote what they stumble over. A file that is no document may hold anything: what is wrong is reported, and where. */
function withoutQuotes(error: unknown): string {
  const message = messageOf(error)
  const [words = ''] = message.split(/, "|: |["%\\\n]| at (?:line|position) /, 1)
  const [place] = / at (?:line \d+, column|position) \d+/.exec(message) ?? []
  return words + (place ?? '')
}

interface CopyState {
  readonly problems: Problems
  readonly path: (string | number)[]
  /** What is being copied. */
  readonly open: Set<object>
  readonly values: ValueBudget
}

/** An alias is copied wherever it is used, so that no two places share a value; what that costs is counted. */
function copyValue(value: unknown, copy: CopyState): unknown {
  if (--copy.values.left < 0) throw new DocumentError(`holds more than ${maxValues} values, aliases counted`)
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'object' || value === null) return value ?? null
  if (copy.open.has(value)) throw new DocumentError('has an alias that leads back to itself')
  if (copy.path.length >= maxDepth) {
    copy.problems.tell({
      pointer: into('#', ...copy.path.slice(0, 8)),
      reason: `is nested deeper than ${maxDepth} levels; what is deeper was left out`,
    })
    return null
  }
  if (Buffer.isBuffer(value)) return value.toString('base64')
  copy.open.add(value)
  const copied =
    Array.isArray(value) || value instanceof Set
      ? [...value].map((item, index) => copyMember(item, index, copy))
      : copyObject(value, copy)
  copy.open.delete(value)
  return copied
}

function copyObject(value: object, copy: CopyState): Record<string, unknown> {
  const result: Record<string, unknown> = {}
  for (const [key, member] of Object.entries(value)) {
    if (key === '__proto__') {
      copy.problems.tell({
        pointer: into('#', ...copy.path),
        reason: 'has the key "__proto__", which was left out',
      })
      continue
    }
    result[key] = copyMember(member, key, copy)
  }
  return result
}

function copyMember(value: unknown, key: string | number, copy: CopyState): unknown {
  copy.path.push(key)
  const member = copyValue(value, copy)
  copy.path.pop()
  return member
}
