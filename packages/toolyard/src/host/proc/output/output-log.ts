/**
 * What a program has printed since a caller last looked, as text.
 *
 * A character that is not whole yet waits for its rest. What does not fit is counted and said.
 *
 * @module
 */
import { Buffer, isAscii } from 'node:buffer'
import { StringDecoder } from 'node:string_decoder'
import { BoundedBytes, type ByteLimits } from './bounded-bytes.ts'
import { ReadableText } from './readable-text.ts'

export interface TakeOutputOptions {
  readonly limits?: ByteLimits
  readonly isLast?: boolean
}

/** More than this is read in turns. */
const turnBytes = 256 * 1024

export class OutputLog {
  readonly #decoder = new StringDecoder('utf8')
  #limits: ByteLimits
  #bytes: BoundedBytes
  #total = 0
  #taking: Promise<unknown> = Promise.resolve()

  constructor(limits: ByteLimits) {
    this.#limits = limits
    this.#bytes = new BoundedBytes(limits)
  }

  /** Bytes in all, those that were looked at included. */
  get total(): number {
    return this.#total
  }

  /** Bytes that were not taken yet. */
  get unread(): number {
    return this.#bytes.length
  }

  push(chunk: Uint8Array): void {
    this.#total += chunk.length
    this.#bytes.push(chunk)
  }

  /**
   * Everything since the last time; from now on within `limits`, if they are given. Read in turns, so that megabytes hold nothing
   * up. `isLast`: a character that is not whole yet will never be.
   */
  take({ limits = this.#limits, isLast = false }: TakeOutputOptions = {}): Promise<string> {
    const bytes = this.#bytes
    this.#limits = limits
    this.#bytes = new BoundedBytes(limits)
    const taken = this.#taking.then(() => this.#read(bytes, isLast))
    this.#taking = taken.catch(() => {})
    return taken
  }

  async #read(bytes: BoundedBytes, isLast: boolean): Promise<string> {
    const parts = ['']
    let isAfterGap = false
    try {
      for (const part of await inTurns(bytes)) {
        if ('dropped' in part) parts.push(this.#decoder.end(), gapNote(parts, part.dropped))
        else await this.#decode(isAfterGap ? fromCharacter(part) : part, parts)
        isAfterGap = 'dropped' in part
        // Given back at once: the text is as long again.
        if (!('dropped' in part)) part.buffer.transfer(0)
      }
    } finally {
      bytes.close()
    }
    if (isLast) parts.push(this.#decoder.end())
    return readable(parts.filter((part) => part !== '').join(''))
  }

  /** Plain letters take no time at once, and no memory twice; all others are decoded in turns. */
  async #decode(bytes: Buffer, parts: string[]): Promise<void> {
    if (bytes.length <= turnBytes || isAscii(bytes)) return void parts.push(this.#decoder.write(bytes))
    for (let from = 0; from < bytes.length; from += turnBytes) {
      parts.push(this.#decoder.write(bytes.subarray(from, from + turnBytes)))
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  /** What is kept of what was not taken yet. */
  peek(): Buffer {
    const { head, tail } = this.#bytes.kept()
    return Buffer.concat([head, tail])
  }

  /** Gives back what it holds. */
  close(): void {
    this.#bytes.close()
  }
}

type LogPart = Buffer<ArrayBuffer> | { readonly dropped: number }

/** What is kept, in one part, or in two with a gap between them. */
async function inTurns(bytes: BoundedBytes): Promise<LogPart[]> {
  const parts: LogPart[] = []
  const { before, after, dropped } = bytes.lengths
  let [target, at] = [Buffer.allocUnsafeSlow(before), 0]
  for (const piece of bytes.pieces()) {
    if ('dropped' in piece) {
      parts.push(target, { dropped })
      ;[target, at] = [Buffer.allocUnsafeSlow(after), 0]
      continue
    }
    target.set(piece, at)
    at += piece.length
    if (bytes.length > turnBytes) await new Promise((resolve) => setImmediate(resolve))
  }
  return [...parts, target]
}

/** The same text, where all of it is one. */
async function readable(text: string): Promise<string> {
  const reader = new ReadableText()
  let shown = ''
  let isSame = true
  for (let from = 0; from < text.length; from += turnBytes) {
    const piece = text.slice(from, from + turnBytes)
    const read = reader.push(piece)
    if (isSame && read !== piece) {
      isSame = false
      shown = text.slice(0, from)
    }
    if (!isSame) shown += read
    if (text.length > turnBytes) await new Promise((resolve) => setImmediate(resolve))
  }
  return isSame ? text : shown + reader.flush()
}

function gapNote(before: readonly string[], dropped: number): string {
  const isFirst = before.every((part) => part === '')
  return `${isFirst ? '' : '\n'}… ${dropped.toLocaleString('en-US')} bytes left out …\n`
}

/** From the first byte that begins a character. */
function fromCharacter(bytes: Buffer): Buffer {
  let start = 0
  while (start < Math.min(3, bytes.length) && ((bytes[start] ?? 0) & 0xc0) === 0x80) start++
  return bytes.subarray(start)
}
