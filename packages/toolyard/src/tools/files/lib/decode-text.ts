/**
 * Bytes of a text file as text, with every bad byte shown.
 *
 * @module
 */
import { Buffer, isUtf8 } from 'node:buffer'
import type { TextEncoding } from '../../../host/index.ts'

export function decodeText(bytes: Buffer, encoding: TextEncoding): string {
  if (encoding === 'utf8') return isUtf8(bytes) ? bytes.toString('utf8') : decodeMarked(bytes)
  const even = bytes.subarray(0, bytes.length & ~1)
  return encoding === 'utf16le' ? even.toString('utf16le') : Buffer.from(even).swap16().toString('utf16le')
}

export function encodeText(text: string, encoding: TextEncoding): Buffer {
  if (encoding === 'utf8') return Buffer.from(text, 'utf8')
  const bytes = Buffer.from(text, 'utf16le')
  return encoding === 'utf16le' ? bytes : bytes.swap16()
}

/** Each byte that belongs to no character becomes a mark such as `⟨FF⟩`. */
function decodeMarked(bytes: Buffer): string {
  const parts: string[] = []
  let good = 0
  let at = 0
  while (at < bytes.length) {
    const length = characterAt(bytes, at)
    if (length > 0) at += length
    else {
      const mark = bytes.toString('hex', at, at + 1).toUpperCase()
      parts.push(bytes.toString('utf8', good, at), `⟨${mark}⟩`)
      good = ++at
    }
  }
  parts.push(bytes.toString('utf8', good))
  return parts.join('')
}

/** The length of the character that starts there; 0 if none does. */
function characterAt(bytes: Buffer, at: number): number {
  const lead = bytes[at] ?? 0
  if (lead < 0x80) return 1
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2
  return isUtf8(bytes.subarray(at, at + length)) ? length : 0
}
