/**
 * Output on its way to whoever watches a call: text, at the reader's pace, and not more of it than anybody can watch.
 *
 * The first megabytes go out as they come, and hold the program back where the reader is slow. Past them only so much a
 * second does, and nobody waits: the whole is in the result, not in the stream.
 *
 * @module
 */
import { StringDecoder } from 'node:string_decoder'
import type { Clock } from '../../../kernel/index.ts'
import { ReadableText } from './readable-text.ts'

const burstBytes = 2_000_000
const bytesPerSecond = 64_000
/** What may wait for a slow reader. */
const waitingCharacters = 256_000

export class OutputFeed {
  readonly #clock: Clock
  readonly #startedAt: number
  readonly #decoder = new StringDecoder('utf8')
  readonly #readable = new ReadableText()
  #pending = ''
  #sent = 0
  #skipped = 0
  #isClosed = false
  #reader: (() => void) | undefined
  #room: PromiseWithResolvers<void> | undefined

  constructor(clock: Clock) {
    this.#clock = clock
    this.#startedAt = clock.now()
  }

  /** A promise where the program should wait. */
  push(chunk: Buffer): void | Promise<void> {
    if (this.#isClosed) return undefined
    if (this.#sent + chunk.length > this.#allowance) {
      this.#skipped += chunk.length
      return undefined
    }
    this.#sent += chunk.length
    this.#pending += this.#gap() + this.#readable.push(this.#decoder.write(chunk))
    this.#wake()
    if (this.#pending.length < waitingCharacters) return undefined
    return (this.#room ??= Promise.withResolvers()).promise
  }

  /** What has come since; waits for more, and answers nothing when there will be none. */
  async next(): Promise<string | undefined> {
    while (this.#pending === '' && !this.#isClosed) {
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#reader = resolve
      await promise
    }
    const text = this.#pending
    this.#pending = ''
    this.#makeRoom()
    return text === '' ? undefined : text
  }

  /** Nothing is taken any more; what waits can still be read. */
  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#pending += this.#gap() + this.#readable.push(this.#decoder.end()) + this.#readable.flush()
    this.#makeRoom()
    this.#wake()
  }

  get #allowance(): number {
    return burstBytes + ((this.#clock.now() - this.#startedAt) / 1000) * bytesPerSecond
  }

  #gap(): string {
    if (this.#skipped === 0) return ''
    const note = `\n… ${this.#skipped.toLocaleString('en-US')} bytes not shown here …\n`
    this.#skipped = 0
    return note
  }

  #makeRoom(): void {
    this.#room?.resolve()
    this.#room = undefined
  }

  #wake(): void {
    const reader = this.#reader
    this.#reader = undefined
    reader?.()
  }
}
