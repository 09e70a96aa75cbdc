/**
 * What a file is, told by its first bytes: text and how it is written, a picture, or something else and what.
 *
 * @module
 */
import type { Buffer } from 'node:buffer'

export type TextEncoding = 'utf8' | 'utf16le' | 'utf16be'

export type FileKind =
  | { readonly kind: 'text'; readonly encoding: TextEncoding; /** Bytes of its mark. */ readonly bom: number }
  | { readonly kind: 'image'; readonly mimeType: string }
  | { readonly kind: 'binary'; readonly name: string }

/** As much of a file as is looked at. */
const headBytes = 8192

const images: readonly (readonly [start: string, mimeType: string])[] = [
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['\xff\xd8\xff', 'image/jpeg'],
  ['GIF87a', 'image/gif'],
  ['GIF89a', 'image/gif'],
]

const others: readonly (readonly [start: string, name: string])[] = [
  ['%PDF-', 'PDF document'],
  ['PK\x03\x04', 'ZIP archive'],
  ['PK\x05\x06', 'ZIP archive'],
  ['\x1f\x8b', 'gzip archive'],
  ['BZh', 'bzip2 archive'],
  ['\xfd7zXZ\0', 'xz archive'],
  ['\x28\xb5\x2f\xfd', 'Zstandard archive'],
  ['7z\xbc\xaf\x27\x1c', '7-Zip archive'],
  ['\x7fELF', 'ELF program'],
  ['MZ', 'Windows program'],
  ['\xcf\xfa\xed\xfe', 'macOS program'],
  ['\xca\xfe\xba\xbe', 'Java class or macOS program'],
  ['\0asm', 'WebAssembly module'],
  ['SQLite format 3\0', 'SQLite database'],
  ['OggS', 'Ogg file'],
  ['ID3', 'MP3 file'],
  ['fLaC', 'FLAC file'],
  ['BM', 'BMP image'],
  ['II*\0', 'TIFF image'],
  ['MM\0*', 'TIFF image'],
  ['wOFF', 'web font'],
  ['wOF2', 'web font'],
]

export function fileKindOf(head: Buffer): FileKind {
  const start = head.toString('latin1', 0, 32)
  const image = images.find(([mark]) => start.startsWith(mark))
  if (image) return { kind: 'image', mimeType: image[1] }
  if (/^RIFF[^]{4}WEBP/.test(start)) return { kind: 'image', mimeType: 'image/webp' }
  if (start.startsWith('\xef\xbb\xbf')) return { kind: 'text', encoding: 'utf8', bom: 3 }
  if (start.startsWith('\xff\xfe') && !start.startsWith('\xff\xfe\0\0'))
    return { kind: 'text', encoding: 'utf16le', bom: 2 }
  if (start.startsWith('\xfe\xff')) return { kind: 'text', encoding: 'utf16be', bom: 2 }
  const sample = head.subarray(0, headBytes)
  if (!sample.includes(0)) return { kind: 'text', encoding: 'utf8', bom: 0 }
  const encoding = wideEncoding(sample)
  if (encoding) return { kind: 'text', encoding, bom: 0 }
  return { kind: 'binary', name: nameOf(start) }
}

function nameOf(start: string): string {
  const known = others.find(([mark]) => start.startsWith(mark))
  if (known) return known[1]
  if (start.slice(4, 8) === 'ftyp') return 'MP4 or HEIF file'
  return 'binary file'
}

/** UTF-16 without a mark: of Western text nearly every second byte is zero, and none of the others. */
function wideEncoding(sample: Buffer): TextEncoding | undefined {
  const pairs = sample.length >> 1
  let [first, second] = [0, 0]
  for (let at = 0; at < pairs * 2; at += 2) {
    if (sample[at] === 0) first++
    if (sample[at + 1] === 0) second++
  }
  if (first === 0 && second >= pairs * 0.7) return 'utf16le'
  return second === 0 && first >= pairs * 0.7 ? 'utf16be' : undefined
}
