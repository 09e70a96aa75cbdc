/**
 * What stands around a part of a file that is shown, as far as a secret can reach into it.
 *
 * A key block may be long, so far back only its beginning is looked for; every other secret is near.
 *
 * @module
 */
import type { Buffer } from 'node:buffer'

/** No key block is longer. */
export const keyBytes = 65_536
/** How far any other secret reaches, white space in it included. */
const nearBytes = 4096
export const bytesAfter = nearBytes

const keyStart = '-----BEGIN'

/** Of what stands before a part: from the last beginning of a key block on, or the end of it. Without its last line feed. */
export function contextBefore(text: Buffer | string): string {
  const start = text.lastIndexOf(keyStart)
  const from = Math.max(0, start < 0 ? text.length - nearBytes : Math.min(start, text.length - nearBytes))
  const near = typeof text === 'string' ? text.slice(from) : text.toString('utf8', from)
  return near.endsWith('\n') ? near.slice(0, -1) : near
}

/** Of what stands after it. */
export function contextAfter(text: Buffer | string): string {
  const near = typeof text === 'string' ? text : text.toString('utf8')
  return near.slice(0, nearBytes)
}
