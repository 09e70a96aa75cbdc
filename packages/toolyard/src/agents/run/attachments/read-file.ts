/**
 * Bytes → what a model can be shown: a picture, a PDF, a text. The bytes decide, whatever name and media type say; nothing is decoded
 * or unpacked. What no model reads is refused.
 *
 * @module
 */
import { type Buffer, isUtf8 } from 'node:buffer'
import { extname } from 'node:path'
import { fileKindOf, pictureSizeOf } from '../../../host/index.ts'
import { ToolyardError } from '../../../kernel/index.ts'
import { attachmentLimits } from './prompt.ts'

export interface ReadableFile {
  readonly type: 'image' | 'file'
  readonly mediaType: string
  readonly width?: number
  readonly height?: number
  readonly pages?: number
}

const pdfType = 'application/pdf'

/** Of texts, by the end of their names: it only says how a text is shown. */
const textTypes: Readonly<Record<string, string>> = {
  '.md': 'text/markdown',
  '.csv': 'text/csv',
  '.html': 'text/html',
  '.htm': 'text/html',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.xml': 'application/xml',
}

/** Of things that are only named; the end of a name is good enough for that. */
const otherTypes: Readonly<Record<string, string>> = {
  'ZIP archive': 'application/zip',
  'gzip archive': 'application/gzip',
  'PDF document': pdfType,
}

/** Throws `too_large`, `invalid_arguments`, and `unsupported_media_type` if no model reads such a thing. */
export function readFile(bytes: Buffer, name: string, asked: 'image' | 'file'): ReadableFile {
  if (bytes.length === 0) throw wrong(`"${name}" is empty`, 'Send a file with something in it.')
  const found = mediaOf(bytes, name)
  if (asked === 'image' && !found.isPicture)
    throw wrong(`"${name}" is said to be a picture and is ${found.words}`, pictureHint)
  if (found.isPicture) return picture(bytes, name, found.mediaType)
  if (found.mediaType === pdfType) {
    requireSize(bytes, name, attachmentLimits.pdfBytes)
    return { type: 'file', mediaType: pdfType, pages: pagesOf(bytes) }
  }
  if (!found.isText)
    throw new ToolyardError('unsupported_media_type', `"${name}" is ${found.words}: no model reads that`, {
      hint: 'Send pictures, PDF or text; put anything else into the workspace and let the agent use it there.',
    })
  requireSize(bytes, name, attachmentLimits.textBytes)
  return { type: 'file', mediaType: found.mediaType }
}

interface FoundMedia {
  readonly mediaType: string
  readonly isPicture: boolean
  readonly isText: boolean
  /** For people. */
  readonly words: string
}

/** Of a file, by its bytes; by its name only between texts. */
export function mediaOf(bytes: Buffer, name: string): FoundMedia {
  const other = { isPicture: false, isText: false }
  if (bytes.toString('latin1', 0, 5) === '%PDF-') return { ...other, mediaType: pdfType, words: 'a PDF' }
  const kind = fileKindOf(bytes)
  if (kind.kind === 'image')
    return { mediaType: kind.mimeType, isPicture: true, isText: false, words: 'a picture' }
  if (kind.kind === 'text' && isText(bytes, kind.encoding)) {
    const mediaType = textTypes[extname(name).toLowerCase()] ?? 'text/plain'
    return { mediaType, isPicture: false, isText: true, words: 'a text' }
  }
  const words = kind.kind === 'binary' ? `a ${kind.name}` : 'a binary file'
  const known = kind.kind === 'binary' ? otherTypes[kind.name] : undefined
  return { ...other, mediaType: known ?? 'application/octet-stream', words }
}

/** The text of a file that was found to be one. */
export function textIn(bytes: Buffer): string {
  const kind = fileKindOf(bytes)
  const encoding = kind.kind === 'text' ? kind.encoding : 'utf8'
  return new TextDecoder({ utf8: 'utf-8', utf16le: 'utf-16le', utf16be: 'utf-16be' }[encoding]).decode(bytes)
}

const pictureHint = 'Pictures are PNG, JPEG, GIF or WebP. Send anything else as a file.'

function isText(bytes: Buffer, encoding: string): boolean {
  return encoding === 'utf8' ? isUtf8(bytes) && !bytes.includes(0) : bytes.length % 2 === 0
}

function picture(bytes: Buffer, name: string, mediaType: string): ReadableFile {
  requireSize(bytes, name, attachmentLimits.imageBytes)
  const size = pictureSizeOf(bytes, mediaType)
  if (!size) throw wrong(`"${name}" is a broken picture (${mediaType})`, pictureHint)
  const { width, height } = size
  const most = attachmentLimits.imagePixels
  if (Math.max(width, height) > most)
    throw new ToolyardError(
      'too_large',
      `"${name}" has ${width}×${height} pixels; models take ${most.toLocaleString('en')} a side at the most`,
      { hint: 'Make it smaller, or send a part of it.' },
    )
  return { type: 'image', mediaType, width, height }
}

export function requireSize({ length }: { readonly length: number }, name: string, most: number): void {
  if (length <= most) return
  throw new ToolyardError(
    'too_large',
    `"${name}" has ${length.toLocaleString('en')} bytes; at most ${most.toLocaleString('en')} are taken`,
    { hint: 'Send a smaller one, or put it into the workspace and let the agent read it there.' },
  )
}

/** About: what stands in compressed parts is not looked at, so that large files count at least by their size. */
function pagesOf(bytes: Buffer): number {
  const named = bytes.toString('latin1').match(/\/Type\s*\/Page(?![a-zA-Z])/g)?.length ?? 0
  return Math.max(1, named, Math.ceil(bytes.length / 200_000))
}

export function wrong(message: string, hint: string): ToolyardError {
  return new ToolyardError('invalid_arguments', message, { hint })
}
