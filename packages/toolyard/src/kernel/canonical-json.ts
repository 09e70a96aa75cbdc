/**
 * One text for equal values: keys sorted, no white space, no `undefined`.
 *
 * Fingerprints and approval digests are hashes of this text, so it must not depend on key order or on the
 * library that made the object. Input is JSON data, or what a schema makes of it (dates, maps, sets, whole numbers of
 * any size): two different values never share a text by accident. A function or a symbol throws.
 *
 * @module
 */
import { hash } from 'node:crypto'

export function canonicalJson(value: unknown): string {
  if (typeof value === 'string') return quoted(value)
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'number') return Number.isFinite(value) ? JSON.stringify(value) : 'null'
  if (typeof value === 'bigint') return `"${value}n"`
  if (Array.isArray(value)) return `[${Array.from(value, (item) => canonicalJson(item ?? null)).join(',')}]`
  if (typeof value === 'object') {
    if (value instanceof Map || value instanceof Set) return canonicalJson([...value])
    const record = value as Record<string, unknown>
    if (typeof record['toJSON'] === 'function') return canonicalJson(record['toJSON']() ?? null)
    let members = ''
    for (const key of sortedKeys(record)) {
      const member = record[key]
      if (member === undefined) continue
      members += `${members === '' ? '' : ','}${quoted(key)}:${canonicalJson(member)}`
    }
    return `{${members}}`
  }
  throw new TypeError(`A ${typeof value} is not JSON`)
}

/** What JSON does not write as it is. */
// oxlint-disable-next-line no-control-regex
const escaped = /["\\\u0000-\u001f\ud800-\udfff]/

/** As `JSON.stringify` writes it. */
function quoted(text: string): string {
  return escaped.test(text) ? JSON.stringify(text) : `"${text}"`
}

/** How many words are put in order by hand, which is faster than a general sort of so few. */
const few = 16

/** The same list, in order where it is short; else a copy. */
export function sorted(words: string[]): string[] {
  if (words.length > few) return words.toSorted()
  for (let next = 1; next < words.length; next++) {
    const word = words[next] as string
    let at = next
    for (; at > 0 && (words[at - 1] as string) > word; at--) words[at] = words[at - 1] as string
    words[at] = word
  }
  return words
}

export function sortedKeys(record: object): string[] {
  return sorted(Object.keys(record))
}

/** SHA-256 of the canonical text, in hex. */
export function digestOf(value: unknown): string {
  return sha256(canonicalJson(value))
}

export function sha256(text: string): string {
  return hash('sha256', text, 'hex')
}
