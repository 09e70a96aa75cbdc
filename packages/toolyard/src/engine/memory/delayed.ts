/**
 * What is due later, under one timer for all of it.
 *
 * @module
 */
import type { Clock } from '../../kernel/index.ts'

/** The wall clock may be set, and a machine may sleep: it is looked at this often. */
const mostMs = 60_000

export class DelayedItems<T> {
  readonly #clock: Clock
  readonly #due: (item: T) => void
  /** The earliest stands last. */
  readonly #items: { readonly at: number; readonly item: T }[] = []
  #timer: { readonly at: number; cancel(): void } | undefined

  constructor(clock: Clock, due: (item: T) => void) {
    this.#clock = clock
    this.#due = due
  }

  /** `at` is wall time. */
  add(at: number, item: T): void {
    let low = 0
    for (let high = this.#items.length; low < high;) {
      const middle = (low + high) >>> 1
      if ((this.#items[middle]?.at ?? 0) > at) low = middle + 1
      else high = middle
    }
    this.#items.splice(low, 0, { at, item })
    this.#plan()
  }

  close(): void {
    this.#timer?.cancel()
    this.#items.length = 0
  }

  #plan(): void {
    const at = this.#items.at(-1)?.at
    if (at === undefined || (this.#timer && this.#timer.at <= at)) return
    this.#timer?.cancel()
    const deadline = this.#clock.after(Math.min(at - this.#clock.wall(), mostMs), () => this.#look())
    this.#timer = { at, cancel: () => deadline.cancel() }
  }

  #look(): void {
    this.#timer = undefined
    const now = this.#clock.wall()
    const due: T[] = []
    for (let last = this.#items.at(-1); last && last.at <= now; last = this.#items.at(-1)) {
      this.#items.pop()
      due.push(last.item)
    }
    this.#plan()
    for (const item of due) this.#due(item)
  }
}
