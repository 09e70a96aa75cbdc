/**
 * Text that may be too long, kept within limits.
 *
 * `BoundedText` takes in an endless stream and remembers its two ends; `cutText` gives the part of a finished
 * text that a model may see. Neither ever leaves half a surrogate pair behind.
 *
 * @module
 */
import { Buffer } from 'node:buffer'

export interface CutText {
  readonly text: string
  /** Lines in `text`. */
  readonly lines: number
  readonly totalLines: number
  readonly totalBytes: number
}

/** Keeps the head and the tail of text that may be endless, and counts what fell between. */
export class BoundedText {
  readonly #head: UnitRing
  readonly #tail: UnitRing
  #length = 0

  constructor(limits: { head: number; tail: number }) {
    this.#head = new UnitRing(limits.head)
    this.#tail = new UnitRing(limits.tail)
  }

  push(text: string): void {
    const room = this.#head.limit - Math.min(this.#length, this.#head.limit)
    this.#length += text.length
    if (room > 0) this.#head.write(text.slice(0, room))
    if (text.length > room) this.#tail.write(text.slice(Math.max(room, text.length - this.#tail.limit)))
  }

  /** Characters (UTF-16 units) pushed in all. */
  get length(): number {
    return this.#length
  }

  /** Characters that are no longer here. */
  get dropped(): number {
    return Math.max(0, this.#length - this.#head.limit - this.#tail.limit)
  }

  toString(): string {
    const head = this.#head.toString()
    const tail = this.#tail.toString()
    if (this.dropped === 0) return head + tail
    const first = isHighSurrogate(head.charCodeAt(head.length - 1)) ? head.slice(0, -1) : head
    const last = isLowSurrogate(tail.charCodeAt(0)) ? tail.slice(1) : tail
    const count = (this.#length - first.length - last.length).toLocaleString('en-US')
    return [first, `… ${count} characters left out …`, last].filter((part) => part !== '').join('\n')
  }
}

/** At most `limit` UTF-16 units, the newest: a ring of bytes, so that no piece of a string keeps the whole of it alive. */
class UnitRing {
  readonly limit: number
  #bytes = Buffer.alloc(0)
  #written = 0

  constructor(limit: number) {
    this.limit = limit
  }

  write(text: string): void {
    this.#grow(Math.min(this.limit, this.#written + text.length))
    if (this.limit === 0) return
    const at = this.#written % this.limit
    const before = text.slice(0, this.limit - at)
    this.#bytes.write(before, at * 2, 'utf16le')
    if (before.length < text.length) this.#bytes.write(text.slice(before.length), 0, 'utf16le')
    this.#written += text.length
  }

  toString(): string {
    if (this.#written <= this.limit) return this.#bytes.toString('utf16le', 0, this.#written * 2)
    const start = (this.#written % this.limit) * 2
    return this.#bytes.toString('utf16le', start) + this.#bytes.toString('utf16le', 0, start)
  }

  /** Twice as large each time, up to the limit: a short text costs a short buffer. */
  #grow(units: number): void {
    if (units * 2 <= this.#bytes.length) return
    const larger = Buffer.alloc(Math.min(this.limit, Math.max(units, this.#bytes.length, 512)) * 2)
    this.#bytes.copy(larger)
    this.#bytes = larger
  }
}

/**
 * The first part of `text` within both limits, cut at a line end if one is near; undefined if the text fits.
 * Bytes are those of UTF-8.
 */
export function cutText(
  text: string,
  limits: { readonly maxBytes: number; readonly maxLines: number },
): CutText | undefined {
  if (text.length <= limits.maxBytes / 4 && text.length < limits.maxLines) return undefined
  const totalBytes = text.length <= limits.maxBytes / 4 ? undefined : Buffer.byteLength(text)
  const fits = totalBytes === undefined || totalBytes <= limits.maxBytes
  const linesEnd = endOfLine(text, limits.maxLines)
  if (fits && linesEnd === text.length) return undefined
  const bytesEnd = fits ? text.length : endOfBytes(text, limits.maxBytes, totalBytes === text.length)
  const kept = text.slice(0, linesEnd <= bytesEnd ? linesEnd : nearLineEnd(text, bytesEnd))
  return {
    text: kept,
    lines: countLines(kept),
    totalLines: countLines(text),
    totalBytes: totalBytes ?? Buffer.byteLength(text),
  }
}

/** Where the `count`th line ends, before its line break; the text's length where there are no more lines than that. */
function endOfLine(text: string, count: number): number {
  if (count <= 0) return 0
  let at = -1
  for (let line = 0; line < count; line++) {
    at = text.indexOf('\n', at + 1)
    if (at < 0 || at === text.length - 1) return text.length
  }
  return at
}

function endOfBytes(text: string, maxBytes: number, isAscii: boolean): number {
  if (isAscii) return maxBytes
  let bytes = 0
  for (let at = 0; at < text.length; at++) {
    const point = text.codePointAt(at) ?? 0
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
    if (bytes > maxBytes) return at
    if (point > 0xffff) at++
  }
  return text.length
}

/** The line end before `end`, unless more than a quarter of the text would be lost for it. */
function nearLineEnd(text: string, end: number): number {
  if (text[end] === '\n') return end
  const lineEnd = text.lastIndexOf('\n', end - 1)
  return lineEnd > 0 && lineEnd >= end * 0.75 ? lineEnd : end
}

function countLines(text: string): number {
  if (text === '') return 0
  let lines = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < text.length - 1; at = text.indexOf('\n', at + 1)) lines++
  return lines
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff
}
