/**
 * The lines that `read_file` shows, from files of any size and in every encoding that is read.
 *
 * @module
 */
import type { Buffer } from 'node:buffer'
import type { FileKind, OpenFile, SecretReader } from '../../../host/index.ts'
import { ToolyardError } from '../../../kernel/index.ts'
import { decodeText } from './decode-text.ts'
import { LineIndex, type LineIndexes, type LineSource } from './line-index.ts'
import { bytesAfter, contextAfter, contextBefore, keyBytes } from './secret-context.ts'
import { readWindow, type WindowRequest } from './read-window.ts'

export interface TextWindow {
  readonly lines: readonly string[]
  /** About how many bytes of the file they are. */
  readonly bytes: number
  readonly hasMore: boolean
  readonly totalLines: number | undefined
  /** Whether a line was too long to give whole. */
  readonly hasCutLine: boolean
}

export interface TextRequest extends WindowRequest {
  readonly kind: FileKind & { readonly kind: 'text' }
  /** The start of the file, which was read already; all of it if it is small. */
  readonly head: Buffer
  /** Takes out what is secret, even if it stands partly outside the window. */
  readonly secrets: Pick<SecretReader, 'redactWindow'>
}

/** UTF-16 is rare and has no index: it is read whole. */
const maxWideBytes = 64 * 1024 * 1024
/** Lines at the edges of a window that a secret outside of it may reach into: those of the longest key. */
const linesAround = 1000

export async function readText(
  file: OpenFile,
  indexes: LineIndexes,
  { kind, head, secrets, ...request }: TextRequest,
): Promise<TextWindow> {
  const { encoding, bom } = kind
  const isWhole = head.length === file.size
  if (encoding !== 'utf8') {
    if (file.size > maxWideBytes)
      throw new ToolyardError('tool_failed', `"${file.shown}" is UTF-16 and too large (${file.size} bytes)`, {
        hint: 'Ask the user to convert it to UTF-8.',
      })
    const bytes = isWhole ? head : await file.readPart(0, file.size)
    return windowOf(decodeText(bytes.subarray(bom), encoding), request, secrets)
  }
  const index = isWhole ? new LineIndex({ stamp: file.stamp, size: head.length }) : indexes.of(file)
  const source = readAhead(file, head)
  const { bytes, count, start, end, ...about } = await readWindow(source, index, request)
  if (count === 0) return { lines: [], bytes: 0, ...about }
  const all = linesOf(decodeText(request.offset === 1 ? bytes.subarray(bom) : bytes, encoding))
  const before = start === 0 ? '' : contextBefore(await source.readPart(Math.max(0, start - keyBytes), start))
  const after = end >= file.size ? '' : contextAfter(await source.readPart(end, end + bytesAfter))
  const lines = secrets.redactWindow({ before, lines: all, after })
  return { lines, bytes: bytes.length + 1, ...about }
}

function windowOf(
  text: string,
  { offset, limit, maxBytes }: WindowRequest,
  secrets: TextRequest['secrets'],
): TextWindow {
  const all = text.split('\n')
  if (all.at(-1) === '') all.pop()
  const lines: string[] = []
  let bytes = 0
  for (const line of all.slice(offset - 1, offset - 1 + limit)) {
    bytes += line.length * 2
    if (bytes > maxBytes && lines.length > 0) break
    lines.push(withoutReturn(line))
  }
  const end = offset - 1 + lines.length
  const before = contextBefore(all.slice(Math.max(0, offset - 1 - linesAround), offset - 1).join('\n'))
  const after = contextAfter(all.slice(end, end + linesAround).join('\n'))
  return {
    lines: secrets.redactWindow({ before, lines, after }),
    bytes,
    hasMore: end < all.length,
    totalLines: all.length,
    hasCutLine: false,
  }
}

function linesOf(text: string): readonly string[] {
  const lines = text.split('\n')
  return text.includes('\r') ? lines.map(withoutReturn) : lines
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}

/** The file, of which the start is in memory. */
function readAhead(file: OpenFile, head: Buffer): LineSource {
  return {
    size: file.size,
    read: (target, position) => file.read(target, position),
    async readPart(from, to) {
      return Math.min(to, file.size) <= head.length ? head.subarray(from, to) : file.readPart(from, to)
    },
  }
}
