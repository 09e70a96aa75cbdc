/**
 * Bytes in pieces become lines of JSON.
 *
 * A line is never longer than the limit, and what is not UTF-8 or not JSON is refused with the number of its line: a program
 * that does not keep to its side is stopped, not guessed at.
 *
 * @module
 */
import type { Buffer } from 'node:buffer'
import { GrowingBytes, messageOf, visibleText } from '../../../kernel/index.ts'

/** Characters of a bad line that are shown. */
const shown = 120
const newline = 0x0a

export class JsonLines {
  readonly #maxBytes: number
  readonly #take: (value: unknown, size: number) => void
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })
  readonly #begun = new GrowingBytes()
  #line = 0

  /** `take` is told of each line, in order. What it throws, and what is wrong with a line, `add` throws. */
  constructor(take: (value: unknown, size: number) => void, maxBytes = 16_000_000) {
    this.#take = take
    this.#maxBytes = maxBytes
  }

  add(chunk: Buffer): void {
    let from = 0
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
      this.#check(end - from)
      if (this.#begun.length === 0) this.#finish(chunk.subarray(from, end))
      else {
        this.#begun.push(chunk.subarray(from, end))
        this.#finish(this.#begun.take())
      }
      from = end + 1
    }
    if (from === chunk.length) return
    this.#check(chunk.length - from)
    this.#begun.push(chunk.subarray(from))
  }

  /** Nothing more will come: what is left is a last line without its end. */
  end(): void {
    if (this.#begun.length > 0) this.#finish(this.#begun.take())
  }

  /** What is left of a line, with what came of it before. */
  #check(more: number): void {
    if (this.#begun.length + more > this.#maxBytes)
      throw new Error(`line ${this.#line + 1} of its output is longer than ${this.#maxBytes} bytes`)
  }

  #finish(bytes: Buffer): void {
    this.#line++
    const text = this.#decode(bytes)
    if (text.trim() !== '') this.#take(this.#parse(text), bytes.length)
  }

  #decode(bytes: Buffer): string {
    try {
      return this.#decoder.decode(bytes)
    } catch {
      throw new Error(`line ${this.#line} of its output is not UTF-8: ${excerpt(bytes.toString('latin1'))}`)
    }
  }

  #parse(text: string): unknown {
    try {
      return JSON.parse(text)
    } catch (error) {
      const problem = text.length > 10_000 ? messageOf(error).slice(0, 200) : excerpt(text)
      throw new Error(`line ${this.#line} of its output is not JSON: ${problem}`, { cause: error })
    }
  }
}

function excerpt(text: string): string {
  return visibleText(text.length > shown ? `${text.slice(0, shown)}…` : text)
}
