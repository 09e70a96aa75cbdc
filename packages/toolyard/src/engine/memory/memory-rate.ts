/**
 * How often something may be done: a bucket that fills evenly over a minute.
 *
 * @module
 */
import type { Rate } from '../limits.ts'

export class MemoryRate implements Rate {
  readonly #perMinute: number
  #tokens: number
  #filledAt: number

  constructor(perMinute: number, now: number) {
    this.#perMinute = perMinute
    this.#tokens = perMinute
    this.#filledAt = now
  }

  /** 0 if it may go on; otherwise the milliseconds until it may. */
  take(now: number): number {
    if (this.available(now) < 1) return this.waitMs(now)
    this.spend(1)
    return 0
  }

  /** How often it may be done at once now. */
  available(now: number): number {
    // A call may have come in before the bucket was made.
    const passed = Math.max(0, now - this.#filledAt)
    this.#tokens = Math.min(this.#perMinute, this.#tokens + (passed / 60_000) * this.#perMinute)
    this.#filledAt += passed
    return Math.floor(this.#tokens)
  }

  spend(count: number): void {
    this.#tokens -= count
  }

  /** 0 if it may be done now. */
  waitMs(now: number): number {
    return this.available(now) >= 1 ? 0 : Math.ceil(((1 - this.#tokens) / this.#perMinute) * 60_000)
  }
}
