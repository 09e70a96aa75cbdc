/**
 * The events of one stream that are kept, oldest first, and those who wait for the next one.
 *
 * @module
 */
import type { StreamEvent } from '../bus.ts'

export interface LogLimits {
  readonly events: number
  /** In characters, about. */
  readonly size: number
}

type WrittenEvent = Exclude<StreamEvent, { type: 'missed' }>

export class EventLog {
  attempt = 0
  endedAt: number | undefined
  readonly #limits: LogLimits
  #kept: { readonly event: WrittenEvent; readonly size: number }[] = []
  /** Those before it were dropped. */
  #head = 0
  #size = 0
  #last = 0
  readonly #waiting = new Set<() => void>()

  constructor(limits: LogLimits) {
    this.#limits = limits
  }

  /** The number of the last event. */
  get last(): number {
    return this.#last
  }

  get size(): number {
    return this.#size
  }

  add(event: WrittenEvent, size: number): void {
    this.#last = event.sequence
    this.#kept.push({ event, size })
    this.#size += size
    this.#trim()
    if (this.#waiting.size === 0) return
    for (const wake of this.#waiting) wake()
    this.#waiting.clear()
  }

  /** The event after this number, or how many of them are not kept; undefined if it has not come yet. */
  after(number: number): StreamEvent | undefined {
    const before = this.#last - (this.#kept.length - this.#head)
    if (number < before) return { type: 'missed', sequence: before, count: before - number }
    return this.#kept[this.#head + number - before]?.event
  }

  /** Calls `wake` once, when the next event has come. */
  wait(wake: () => void): void {
    this.#waiting.add(wake)
  }

  leave(wake: () => void): void {
    this.#waiting.delete(wake)
  }

  /** The newest one always stays: it may be the final one. */
  #trim(): void {
    const { events, size } = this.#limits
    const newest = this.#kept.length - 1
    while (this.#head < newest && (this.#kept.length - this.#head > events || this.#size > size))
      this.#size -= this.#kept[this.#head++]?.size ?? 0
    // Moving the rest costs as much as it holds, so it is done when as much was dropped.
    if (this.#head * 2 <= this.#kept.length) return
    this.#kept = this.#kept.slice(this.#head)
    this.#head = 0
  }
}
