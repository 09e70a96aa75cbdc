/**
 * Bytes that come in pieces, put together in one buffer that grows: memory follows the bytes, not the number of pieces.
 *
 * @module
 */
import { Buffer } from 'node:buffer'

const least = 4096

export class GrowingBytes {
  #bytes: Buffer = Buffer.alloc(0)
  #length = 0

  get length(): number {
    return this.#length
  }

  /** Copies the piece: its memory may be used again. */
  push(piece: Buffer): void {
    const length = this.#length + piece.length
    if (length > this.#bytes.length) {
      const grown = Buffer.allocUnsafeSlow(Math.max(least, length, this.#bytes.length * 2))
      this.#bytes.copy(grown, 0, 0, this.#length)
      this.#bytes = grown
    }
    piece.copy(this.#bytes, this.#length)
    this.#length = length
  }

  /** All that came, and empty from now on. */
  take(): Buffer {
    const whole = this.#bytes.subarray(0, this.#length)
    this.#bytes = Buffer.alloc(0)
    this.#length = 0
    return whole
  }
}
