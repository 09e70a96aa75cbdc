/**
 * Parts of an answer on their way to a reader: cleaned and redacted, also where a secret is cut in two, and kept, within
 * bounds, for the final result.
 *
 * @module
 */
import type { Redactor } from '../host/index.ts'
import { BoundedText } from '../kernel/index.ts'

/** Structured chunks that are kept for the final answer. */
const mostItems = 10_000

export class ChunkStream {
  readonly #redactValue: ReturnType<Redactor['valueStream']>
  readonly #stream: ReturnType<Redactor['cleanStream']>
  readonly #text: BoundedText
  readonly #items: unknown[] = []

  constructor(redactor: Redactor, stored: number) {
    this.#redactValue = redactor.valueStream()
    this.#stream = redactor.cleanStream()
    this.#text = new BoundedText({ head: stored / 2, tail: stored / 2 })
  }

  /** What may be sent on now. */
  add(chunk: unknown): unknown[] {
    if (typeof chunk === 'string') {
      this.#text.push(chunk)
      return [...this.#stream.add(chunk)]
    }
    if (this.#items.length < mostItems) this.#items.push(chunk)
    // What may be the beginning of a secret waits for the next text: data in between does not end it.
    return [...this.#stream.add(''), this.#redactValue(chunk)]
  }

  /** What was held back. */
  flush(): unknown[] {
    return [...this.#stream.rest()]
  }

  /** All that was sent, as the result of a tool that returns nothing else. */
  get output(): unknown {
    if (this.#items.length === 0) return this.#text.toString()
    return this.#text.length === 0 ? this.#items : [this.#text.toString(), ...this.#items]
  }
}
