/**
 * A prompt → its words, what its message says of pictures and files, and their bytes for the store. Everything is checked before anything is
 * written.
 *
 * @module
 */
import { Buffer } from 'node:buffer'
import { basename } from 'node:path'
import { isPlainObject, tellValue, ToolyardError, visibleText } from '../../../kernel/index.ts'
import { attachedLine, type AttachedPart, type Attachment, type MessagePart } from '../../../store/index.ts'
import { attachmentLimits, type Prompt, type PromptPart, type SentFile } from './prompt.ts'
import { mediaOf, readFile, requireSize, wrong } from './read-file.ts'

/** Opens a file of the workspace for the person or agent that attaches it; `most` bytes of it are read. Throws if it may not be read. */
export type OpensWorkspaceFile = (
  path: string,
  most: number,
) => Promise<{ readonly shown: string; readonly size: number; readonly bytes: Buffer }>

export interface PromptPlace {
  readonly threadId: string
  readonly handle: () => string
  readonly at: number
  readonly open: OpensWorkspaceFile
}

export interface ReadPrompt {
  /** The words alone. */
  readonly text: string
  readonly attached: readonly AttachedPart[]
  /** For the store. */
  readonly kept: readonly Attachment[]
}

/** Throws `invalid_arguments`, `too_large`, `unsupported_media_type`, and what opening a file throws. */
export async function readPrompt(prompt: Prompt, place: PromptPlace): Promise<ReadPrompt> {
  if (typeof prompt === 'string') return { text: said(prompt), attached: [], kept: [] }
  checkParts(prompt)
  const files = prompt.filter((part) => part.type !== 'text')
  const { files: most } = attachmentLimits
  if (files.length > most)
    throw wrong(
      `${files.length.toLocaleString('en')} files are attached; a message takes ${most}`,
      'Send fewer, or put them into the workspace.',
    )
  const read: { part: AttachedPart; kept?: Attachment }[] = []
  let total = 0
  for (const file of files) {
    const next = 'path' in file ? await fromWorkspace(file, place) : sent(file, place)
    total += next.kept?.bytes.byteLength ?? 0
    requireSize({ length: total }, 'all files together', attachmentLimits.totalBytes)
    read.push(next)
  }
  const text = prompt.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
  return {
    text: read.length > 0 ? short(text) : said(text),
    attached: read.map(({ part }) => part),
    kept: read.flatMap(({ kept }) => kept ?? []),
  }
}

/** Throws if nothing is said. */
function said(text: string): string {
  if (text.trim() === '') throw wrong('nothing is said, and nothing is attached', 'Give a text, or a file.')
  return short(text)
}

function short(text: string): string {
  const { textLength: most } = attachmentLimits
  if (text.length <= most) return text
  throw new ToolyardError(
    'too_large',
    `the text has ${text.length.toLocaleString('en')} characters; a message takes ${most.toLocaleString('en')}`,
    { hint: 'Say less, or attach it as a file.' },
  )
}

/** The parts of the message: words first, if there are any. */
export function partsOf({ text, attached }: Pick<ReadPrompt, 'text' | 'attached'>): readonly MessagePart[] {
  return attached.length > 0 && text.trim() === '' ? attached : [{ type: 'text', text }, ...attached]
}

/** In words, for those who look at texts alone. */
export function wordsOf({ text, attached }: Pick<ReadPrompt, 'text' | 'attached'>): string {
  return [...(text.trim() === '' ? [] : [text]), ...attached.map((part) => attachedLine(part))].join('\n')
}

function sent(
  { type, data, name: given, mediaType }: SentFile & { readonly type: 'image' | 'file' },
  place: PromptPlace,
): { part: AttachedPart; kept: Attachment } {
  const name = nameOf(given)
  const bytes = fileBytes(data, name, attachmentLimits.pdfBytes)
  const asked = mediaType?.startsWith('image/') && mediaType !== 'image/svg+xml' ? 'image' : type
  return keep({ name, bytes, asked }, place)
}

async function fromWorkspace(
  { path, type }: { readonly path: string; readonly type: 'image' | 'file' },
  place: PromptPlace,
): Promise<{ part: AttachedPart; kept?: Attachment }> {
  const { shown, size, bytes } = await place.open(path, attachmentLimits.pdfBytes)
  const name = nameOf(basename(shown))
  const media = mediaOf(bytes, name)
  if (type === 'file' && (size > bytes.length || !isReadable(bytes, name)))
    return { part: { type: 'file', path: shown, name, mediaType: media.mediaType, bytes: size } }
  requireSize({ length: size }, name, attachmentLimits.pdfBytes)
  return keep({ name, bytes, asked: type }, place)
}

/** Of a file in the workspace: what can't be shown is named. */
function isReadable(bytes: Buffer, name: string): boolean {
  try {
    readFile(bytes, name, 'file')
    return true
  } catch (error) {
    if (ToolyardError.isInstance(error)) return false
    throw error
  }
}

function keep(
  { name, bytes, asked }: { name: string; bytes: Buffer; asked: 'image' | 'file' },
  { threadId, handle: next, at }: PromptPlace,
): { part: AttachedPart; kept: Attachment } {
  const { type, mediaType, width = 0, height = 0, pages } = readFile(bytes, name, asked)
  const handle = next()
  const facts = { handle, name, mediaType, bytes: bytes.length }
  return {
    part:
      type === 'image'
        ? { type, ...facts, width, height }
        : { type, ...facts, ...(pages !== undefined && { pages }) },
    kept: { threadId, handle, name, mediaType, bytes, at },
  }
}

/** The last part of a path, without what could pass for something else. */
function nameOf(given: string | undefined): string {
  const name = basename((given ?? 'file').replaceAll('\\', '/'))
  if (name === '' || name === '.' || name === '..' || name.length > attachmentLimits.nameLength)
    throw wrong(
      `${tellValue(given)} is no name of a file`,
      `Give one of at most ${attachmentLimits.nameLength} characters.`,
    )
  if (visibleText(name) !== name || /[\n\r\t"]/.test(name))
    throw wrong(`the name ${tellValue(name)} has signs that can't be seen`, 'Give a plain name.')
  return name
}

const base64 = /^[A-Za-z0-9+/]*={0,2}$/

/** Throws `too_large`, and `invalid_arguments` if a text is no base64. */
export function fileBytes(data: Uint8Array | string, name: string, most: number): Buffer {
  if (typeof data !== 'string') {
    requireSize(data, name, most)
    return Buffer.from(data)
  }
  // Four characters are three bytes: what is too long is not decoded.
  requireSize({ length: Math.floor((data.length * 3) / 4) - 2 }, name, most)
  if (data.length % 4 === 1 || !base64.test(data))
    throw wrong(`"${name}": the data is no base64`, 'Send plain base64, without a prefix or line breaks.')
  return Buffer.from(data, 'base64')
}

function checkParts(prompt: readonly PromptPart[]): void {
  if (!Array.isArray(prompt)) throw wrongPrompt(prompt)
  for (const part of prompt as readonly unknown[]) {
    if (!isPlainObject(part)) throw wrongPrompt(part)
    const { type, text, data, path, name, mediaType } = part
    const isFile = typeof path === 'string' || typeof data === 'string' || data instanceof Uint8Array
    const isPart =
      type === 'text' ? typeof text === 'string' : (type === 'image' || type === 'file') && isFile
    if (!isPart || !isOptionalText(name) || !isOptionalText(mediaType)) throw wrongPrompt(part)
  }
}

function isOptionalText(value: unknown): boolean {
  return value === undefined || typeof value === 'string'
}

function wrongPrompt(part: unknown): ToolyardError {
  return wrong(
    `${tellValue(part)} is no prompt and no part of one`,
    "Give a text, or parts: { type: 'text', text }, { type: 'image' | 'file', data, name } or { type: 'image' | 'file', path }.",
  )
}
