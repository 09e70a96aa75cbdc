/**
 * A window of lines out of a UTF-8 file, in memory that does not grow with the file.
 *
 * @module
 */
import { Buffer } from 'node:buffer'
import { blockBytes, type LineIndex, type LineSource } from './line-index.ts'

export interface WindowRequest {
  /** The first line, from 1. */
  readonly offset: number
  /** Lines at most. */
  readonly limit: number
  /** Bytes at most; one line is always given. */
  readonly maxBytes: number
  readonly signal: AbortSignal
}

export interface LineWindow {
  /** Whole lines, each but the last with its line feed. */
  readonly bytes: Buffer
  readonly count: number
  /** Where they stand in the file. */
  readonly start: number
  readonly end: number
  /** Whether the file goes on after them. */
  readonly hasMore: boolean
  /** All lines of the file, where they are known. */
  readonly totalLines: number | undefined
  /** Whether a line was too long to give whole. */
  readonly hasCutLine: boolean
}

/** A line is shown up to here; of the rest only the length is reported. */
const maxLineBytes = 40_000
/** Up to this size the lines of a file are always counted: it takes a millisecond. */
const countedBytes = 16 * 1024 * 1024
/** What the number of a line takes beside it. */
const numberBytes = 8
const lineFeed = 10

export async function readWindow(
  file: LineSource,
  index: LineIndex,
  request: WindowRequest,
): Promise<LineWindow> {
  const start = await findLine(file, index, request)
  const taken = start === undefined ? nothing : await takeLines(file, start, request)
  const hasMore = taken.end < file.size && taken.count > 0
  if (!index.isComplete && file.size <= countedBytes) await index.scanTo(file, Infinity, request.signal)
  return { ...taken, start: start ?? 0, hasMore, totalLines: await countLines(file, index) }
}

/** Where a line starts; undefined if the file ends before it. */
async function findLine(
  file: LineSource,
  index: LineIndex,
  { offset, signal }: WindowRequest,
): Promise<number | undefined> {
  if (offset === 1) return 0
  const { position, newlines } = await index.find(file, offset - 1, signal)
  const block = await file.readPart(position, position + blockBytes)
  let at = -1
  for (let line = newlines + 1; line < offset; line++) {
    at = block.indexOf(lineFeed, at + 1)
    if (at < 0) return undefined
  }
  return position + at + 1
}

interface WindowBytes {
  readonly bytes: Buffer
  readonly count: number
  /** Where the file goes on. */
  readonly end: number
  readonly hasCutLine: boolean
}

const nothing: WindowBytes = { bytes: Buffer.alloc(0), count: 0, end: 0, hasCutLine: false }

async function takeLines(file: LineSource, start: number, request: WindowRequest): Promise<WindowBytes> {
  const { limit, maxBytes, signal } = request
  const chunk = await file.readPart(start, start + maxBytes)
  const isLast = start + chunk.length >= file.size
  const parts: Buffer[] = []
  let [count, at, whole, budget] = [0, 0, 0, maxBytes]
  while (count < limit && at < chunk.length) {
    const feed = chunk.indexOf(lineFeed, at)
    if (feed < 0 && !isLast && count > 0) break
    const end = feed < 0 ? chunk.length : feed + 1
    budget -= end - at + numberBytes
    if (budget < 0 && count > 0) break
    if (feed < 0 && !isLast) return longLine(file, { start, chunk, signal })
    if (end - at > maxLineBytes) {
      parts.push(chunk.subarray(whole, at), cutLine(chunk.subarray(at, end), end - at), newline)
      whole = end
    }
    at = end
    count++
  }
  const hasCutLine = parts.length > 0
  parts.push(chunk.subarray(whole, at))
  const bytes = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
  return { bytes: withoutFeed(bytes), count, end: start + at, hasCutLine }
}

const newline = Buffer.from('\n')

/** One line that is longer than a window. */
async function longLine(
  file: LineSource,
  { start, chunk, signal }: { readonly start: number; readonly chunk: Buffer; readonly signal: AbortSignal },
): Promise<WindowBytes> {
  for (let at = start + chunk.length; ; at += blockBytes) {
    signal.throwIfAborted()
    const block = await file.readPart(at, at + blockBytes)
    const feed = block.indexOf(lineFeed)
    if (feed < 0 && block.length === blockBytes) continue
    const end = at + (feed < 0 ? block.length : feed + 1)
    return { bytes: cutLine(chunk, end - start), count: 1, end, hasCutLine: true }
  }
}

function cutLine(line: Buffer, length: number): Buffer {
  const shown = wholeCharacters(line.subarray(0, maxLineBytes))
  return Buffer.concat([shown, Buffer.from(` […] [line of ${length} bytes, cut]`)])
}

/** Without the start of a character that is cut. */
function wholeCharacters(bytes: Buffer): Buffer {
  for (let back = 1; back <= 4 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if ((byte & 0xc0) === 0x80) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return length > back ? bytes.subarray(0, -back) : bytes
  }
  return bytes
}

function withoutFeed(bytes: Buffer): Buffer {
  return bytes.at(-1) === lineFeed ? bytes.subarray(0, -1) : bytes
}

/** A last line without a line feed counts too. */
async function countLines(file: LineSource, index: LineIndex): Promise<number | undefined> {
  if (!index.isComplete) return undefined
  if (file.size === 0) return 0
  const [last] = await file.readPart(file.size - 1, file.size)
  return index.newlines + (last === lineFeed ? 0 : 1)
}
