/**
 * Bytes with plain quotes, dashes and blanks in place of typographic ones, and the way back.
 *
 * @module
 */
import { Buffer } from 'node:buffer'

export interface PlainBytes {
  readonly bytes: Buffer
  /** Where a place in the plain bytes is in the original ones. */
  origin(position: number): number
}

/** Signs by what they become. All are single UTF-16 units. */
const signs: Readonly<Record<string, string>> = {
  "'": '‘’‚‛′ʼ',
  '"': '“”„‟″',
  '-': '‐‑‒–—―−',
  ' ': '\u00a0\u2007\u2009\u202f',
}

const plainOf: ReadonlyMap<string, string> = new Map(
  Object.entries(signs).flatMap(([plain, group]) => Array.from(group, (sign) => [sign, plain] as const)),
)
/** By the number of their bytes, which start with one of few. */
const byBytes: ReadonlyMap<number, number> = new Map(
  Array.from(plainOf, ([sign, plain]) => [numberOf(Buffer.from(sign), 0), plain.charCodeAt(0)] as const),
)
const leads: ReadonlySet<number> = new Set(Array.from(plainOf.keys(), (sign) => Buffer.from(sign)[0] ?? 0))

/** Undefined if there is no such sign. */
export function plainBytes(original: Buffer): PlainBytes | undefined {
  if (![...leads].some((lead) => original.includes(lead))) return undefined
  const bytes = Buffer.allocUnsafe(original.length)
  /** Where in the plain bytes a sign stands, and how much shorter they are from there on. */
  const places: number[] = []
  const shifts: number[] = []
  let [to, from] = [0, 0]
  while (from < original.length) {
    const byte = original[from] ?? 0
    const plain = leads.has(byte) ? byBytes.get(numberOf(original, from)) : undefined
    bytes[to++] = plain ?? byte
    from += plain === undefined ? 1 : lengthOf(byte)
    if (plain === undefined) continue
    places.push(to)
    shifts.push(from - to)
  }
  if (places.length === 0) return undefined
  return { bytes: bytes.subarray(0, to), origin: (position) => position + shiftAt(places, shifts, position) }
}

export function plainText(text: string): string {
  return Array.from(text, (character) => plainOf.get(character) ?? character).join('')
}

function numberOf(bytes: Buffer, at: number): number {
  const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + lengthOf(bytes[at] ?? 0))
  return (first << 16) | (second << 8) | third
}

function lengthOf(lead: number): number {
  return lead >= 0xe0 ? 3 : 2
}

function shiftAt(places: readonly number[], shifts: readonly number[], position: number): number {
  let [low, high] = [0, places.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((places[middle] ?? 0) <= position) low = middle + 1
    else high = middle
  }
  return shifts[low - 1] ?? 0
}
