/**
 * Output on its way to a watcher of a call: text, at the reader's pace, and not more of it than a person can watch.
 *
 * The first megabytes go out as they come, and hold the program back where the reader is slow. Past them only so much a
 * second does, and no program waits: the whole is in the result, not in the stream.
 *
 * @module
 */
import { StringDecoder } from 'node:string_decoder'
import { type Clock, Queue } from '../../../kernel/index.ts'
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
  readonly #texts = new Queue<string>({ room: waitingCharacters })
  #sent = 0
  #skipped = 0
  #isClosed = false

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
    this.#tell(this.#readable.push(this.#decoder.write(chunk)))
    return this.#texts.room()
  }

  /** What has come since; waits for more, and answers `undefined` when there will be none. */
  async next(): Promise<string | undefined> {
    let text = await this.#texts.next()
    for (let more = this.#texts.take(); more !== undefined; more = this.#texts.take()) text += more
    return text
  }

  /** Nothing is taken any more; what waits can still be read. */
  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#tell(this.#readable.push(this.#decoder.end()) + this.#readable.flush())
    this.#texts.end()
  }

  #tell(readable: string): void {
    const text = this.#gap() + readable
    if (text !== '') this.#texts.push(text, text.length)
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
}
