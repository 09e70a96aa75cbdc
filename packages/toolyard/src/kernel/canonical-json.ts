/**
 * One text for equal values: keys sorted, no white space, no `undefined`.
 *
 * Fingerprints and approval digests are hashes of this text, so it must not depend on key order or on the
 * library that made the object. Input is JSON data; anything else is a programmer's mistake and throws.
 *
 * @module
 */
import { createHash } from 'node:crypto'

export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'number') return Number.isFinite(value) ? JSON.stringify(value) : 'null'
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`
  if (typeof value === 'object') {
    const record = value as Record<string, unknown>
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
