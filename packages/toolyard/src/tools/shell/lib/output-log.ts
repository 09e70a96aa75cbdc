/**
 * What a program has printed since somebody last looked, as text.
 *
 * A character that is not whole yet waits for its rest. What does not fit is counted and said.
 *
 * @module
 */
import { Buffer } from 'node:buffer'
import { StringDecoder } from 'node:string_decoder'
import { BoundedBytes, type ByteLimits } from './bounded-bytes.ts'
import { readableText } from './readable-text.ts'

export class OutputLog {
  readonly #decoder = new StringDecoder('utf8')
  #limits: ByteLimits
  #bytes: BoundedBytes
  #total = 0

  constructor(limits: ByteLimits) {
    this.#limits = limits
    this.#bytes = new BoundedBytes(limits)
  }

  /** Bytes in all, those that were looked at included. */
  get total(): number {
    return this.#total
  }

  /** Bytes that nobody has looked at. */
  get unread(): number {
    return this.#bytes.length
  }

  push(chunk: Uint8Array): void {
    this.#total += chunk.length
    this.#bytes.push(chunk)
  }

  /** Everything since the last time; from now on within `limits`, where they are given. */
  take(limits = this.#limits): string {
    const { head, tail, dropped } = this.#bytes.kept()
    this.#bytes.close()
    this.#limits = limits
    this.#bytes = new BoundedBytes(limits)
    if (dropped === 0) return readableText(this.#decoder.write(head) + this.#decoder.write(tail))
    const first = this.#decoder.write(head) + this.#decoder.end()
    const note = `${first === '' ? '' : '\n'}… ${dropped.toLocaleString('en-US')} bytes left out …\n`
    return readableText(first + note + this.#decoder.write(fromCharacter(tail)))
  }

  /** What is kept of what nobody has looked at. */
  peek(): Buffer {
    const { head, tail } = this.#bytes.kept()
    return Buffer.concat([head, tail])
  }

  /** Gives back what it holds. */
  close(): void {
    this.#bytes.close()
  }

  /** The bytes of a character that will never be whole. */
  end(): string {
    return this.#decoder.end()
  }
}

/** From the first byte that begins a character. */
function fromCharacter(bytes: Buffer): Buffer {
  let start = 0
  while (start < Math.min(3, bytes.length) && ((bytes[start] ?? 0) & 0xc0) === 0x80) start++
  return bytes.subarray(start)
}
