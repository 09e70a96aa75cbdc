/**
 * Output that may be endless, kept within bounds: whole up to a limit, past it the first and the last bytes of it.
 *
 * The two ends are in memory. What lies between them is put aside on disk as long as the whole may still be wanted.
 *
 * @module
 */
import { Buffer } from 'node:buffer'
import { type Spool } from '../../index.ts'
import { createSpool } from '../index.ts'

export interface ByteLimits {
  /** Up to so many bytes everything is kept. */
  readonly whole: number
  /** Past that, so many of the first and of the last ones. */
  readonly head: number
  readonly tail: number
}

export interface KeptBytes {
  readonly head: Buffer
  readonly tail: Buffer
  /** Bytes between the two that are gone. */
  readonly dropped: number
}

const smallest = 4096
const pieceBytes = 256 * 1024

export class BoundedBytes {
  readonly #limits: ByteLimits
  readonly #middle: Spool = createSpool()
  #head = Buffer.alloc(0)
  #headLength = 0
  /** The newest bytes after the head: a ring once it is full. */
  #ring = Buffer.alloc(0)
  #ringLength = 0
  #ringStart = 0
  #total = 0

  constructor(limits: ByteLimits) {
    this.#limits = limits
  }

  /** Bytes that were pushed in all. */
  get length(): number {
    return this.#total
  }

  /** Copies what it keeps. */
  push(chunk: Uint8Array): void {
    const first = chunk.subarray(0, this.#limits.head - this.#headLength)
    this.#head = grown(this.#head, this.#headLength + first.length, this.#limits.head)
    this.#head.set(first, this.#headLength)
    this.#headLength += first.length
    this.#total += chunk.length
    for (let from = first.length; from < chunk.length; from += this.#limits.tail)
      this.#turn(chunk.subarray(from, from + this.#limits.tail))
    if (this.#total > this.#limits.whole) this.#middle.close()
  }

  kept(): KeptBytes {
    const head = this.#head.subarray(0, this.#headLength)
    const tail = Buffer.concat([
      this.#ring.subarray(this.#ringStart, this.#ringLength),
      this.#ring.subarray(0, this.#ringStart),
    ])
    const dropped = this.#total - head.length - this.#middle.length - tail.length
    if (this.#middle.length === 0) return { head, tail, dropped }
    return { head, tail: Buffer.concat([this.#middle.read(), tail]), dropped }
  }

  /** Bytes that are kept before and after those that are gone, and how many are. */
  get lengths(): { readonly before: number; readonly after: number; readonly dropped: number } {
    const kept = this.#headLength + this.#middle.length + this.#ringLength
    const dropped = this.#total - kept
    return dropped > 0
      ? { before: this.#headLength, after: kept - this.#headLength, dropped }
      : { before: kept, after: 0, dropped }
  }

  /** What is kept, in pieces of bounded length; `dropped` where bytes are missing between two of them. */
  *pieces(): Generator<Buffer | { readonly dropped: number }> {
    yield* slices(this.#head.subarray(0, this.#headLength))
    const { dropped } = this.lengths
    if (dropped > 0) yield { dropped }
    for (let from = 0; from < this.#middle.length; from += pieceBytes)
      yield this.#middle.read(from, from + pieceBytes)
    yield* slices(this.#ring.subarray(this.#ringStart, this.#ringLength))
    yield* slices(this.#ring.subarray(0, this.#ringStart))
  }

  /** Gives the disk back. */
  close(): void {
    this.#middle.close()
  }

  /** At most as many bytes as the ring holds. What they take the place of goes to the middle. */
  #turn(news: Uint8Array): void {
    const { tail, whole } = this.#limits
    const fresh = news.subarray(0, tail - this.#ringLength)
    this.#ring = grown(this.#ring, this.#ringLength + fresh.length, tail)
    this.#ring.set(fresh, this.#ringLength)
    this.#ringLength += fresh.length
    for (let from = fresh.length; from < news.length;) {
      const part = news.subarray(from, from + tail - this.#ringStart)
      const end = this.#ringStart + part.length
      if (this.#total <= whole) this.#middle.append(this.#ring.subarray(this.#ringStart, end))
      this.#ring.set(part, this.#ringStart)
      this.#ringStart = end % tail
      from += part.length
    }
  }
}

function* slices(bytes: Buffer): Generator<Buffer> {
  for (let from = 0; from < bytes.length; from += pieceBytes) yield bytes.subarray(from, from + pieceBytes)
}

/** The same bytes with room for `needed`, twice as much each time, up to `most`. */
function grown(bytes: Buffer<ArrayBuffer>, needed: number, most: number): Buffer<ArrayBuffer> {
  if (needed <= bytes.length) return bytes
  const larger = Buffer.allocUnsafeSlow(Math.min(most, Math.max(needed, bytes.length * 2, smallest)))
  larger.set(bytes)
  return larger
}
