/**
 * One text for equal values: keys sorted, no white space, no `undefined`.
 *
 * Fingerprints and approval digests are hashes of this text, so it must not depend on key order or on the
 * library that made the object. Input is JSON data, or what a schema makes of it (dates, maps, sets, whole numbers of
 * any size): two different values never share a text by accident. A function or a symbol throws.
 *
 * @module
 */
import { createHash } from 'node:crypto'

export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'number') return Number.isFinite(value) ? JSON.stringify(value) : 'null'
  if (typeof value === 'bigint') return `"${value}n"`
  if (Array.isArray(value)) return `[${Array.from(value, (item) => canonicalJson(item ?? null)).join(',')}]`
  if (typeof value === 'object') {
    if (value instanceof Map || value instanceof Set) return canonicalJson([...value])
    const record = value as Record<string, unknown>
    if (typeof record['toJSON'] === 'function') return canonicalJson(record['toJSON']() ?? null)
    const members: string[] = []
    for (const key of Object.keys(record).toSorted()) {
      if (record[key] !== undefined) members.push(`${JSON.stringify(key)}:${canonicalJson(record[key])}`)
    }
    return `{${members.join(',')}}`
  }
  throw new TypeError(`A ${typeof value} is not JSON`)
}

/** SHA-256 of the canonical text, in hex. */
export function digestOf(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex')
}
