/**
 * The lines that `read_file` shows, from files of any size and in every encoding that is read.
 *
 * @module
 */
import type { Buffer } from 'node:buffer'
import type { OpenFile } from '../../../host/index.ts'
import { ToolyardError } from '../../../kernel/index.ts'
import { decodeText } from './decode-text.ts'
import type { FileKind } from './file-kind.ts'
import { LineIndex, type LineIndexes, type LineSource } from './line-index.ts'
import { readWindow, type WindowRequest } from './read-window.ts'

export interface TextWindow {
  readonly lines: readonly string[]
  /** About how many bytes of the file they are. */
  readonly bytes: number
  readonly hasMore: boolean
  readonly totalLines: number | undefined
}

export interface TextRequest extends WindowRequest {
  readonly kind: FileKind & { readonly kind: 'text' }
  /** The start of the file, which was read already; all of it where it is small. */
  readonly head: Buffer
}

/** UTF-16 is rare and has no index: it is read whole. */
const maxWideBytes = 64 * 1024 * 1024

export async function readText(
  file: OpenFile,
  indexes: LineIndexes,
  { kind, head, ...request }: TextRequest,
): Promise<TextWindow> {
  const { encoding, bom } = kind
  const isWhole = head.length === file.size
  if (encoding !== 'utf8') {
    if (file.size > maxWideBytes)
      throw new ToolyardError('tool_failed', `"${file.shown}" is UTF-16 and too large (${file.size} bytes)`, {
        hint: 'Ask the user to convert it to UTF-8.',
      })
    const bytes = isWhole ? head : await file.readPart(0, file.size)
    return windowOf(decodeText(bytes.subarray(bom), encoding), request)
  }
  const index = isWhole ? new LineIndex({ stamp: file.stamp, size: head.length }) : indexes.of(file)
  const { bytes, count, hasMore, totalLines } = await readWindow(readAhead(file, head), index, request)
  if (count === 0) return { lines: [], bytes: 0, hasMore, totalLines }
  const text = decodeText(request.offset === 1 ? bytes.subarray(bom) : bytes, encoding)
  return { lines: linesOf(text), bytes: bytes.length + 1, hasMore, totalLines }
}

function windowOf(text: string, { offset, limit, maxBytes }: WindowRequest): TextWindow {
  const all = text.split('\n')
  if (all.at(-1) === '') all.pop()
  const lines: string[] = []
  let bytes = 0
  for (const line of all.slice(offset - 1, offset - 1 + limit)) {
    bytes += line.length * 2
    if (bytes > maxBytes && lines.length > 0) break
    lines.push(withoutReturn(line))
  }
  return { lines, bytes, hasMore: offset - 1 + lines.length < all.length, totalLines: all.length }
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
