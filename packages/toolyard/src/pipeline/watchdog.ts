/**
 * Ends what takes too long: tools at their time limit, hooks at theirs.
 *
 * One timer looks at the calls that run now and then, instead of a timer, or even a list entry, for each of them: most calls have
 * ended before it looks. It keeps the process alive only while calls run.
 *
 * @module
 */
import type { Clock } from '../kernel/index.ts'
import type { Invocation } from './invocation.ts'
import type { RunningCalls } from './running-calls.ts'

/** How soon it looks after a call began, and how seldom at calls that run long. */
const [soonMs, seldomMs] = [20, 1000]

export class Watchdog {
  readonly #clock: Clock
  readonly #running: RunningCalls
  readonly #overdue: (invocation: Invocation) => void
  #timer: NodeJS.Timeout | undefined
  #waitMs = Infinity

  /** `overdue` is told of a call that has waited too long in a part with a time limit of its own. */
  constructor(clock: Clock, running: RunningCalls, overdue: (invocation: Invocation) => void) {
    this.#clock = clock
    this.#running = running
    this.#overdue = overdue
  }

  /** Somebody is waited for, for so long at the most. */
  watch(limitMs: number): void {
    if (this.#timer === undefined || limitMs < this.#waitMs) this.#sleep(Math.min(limitMs, soonMs))
  }

  /** A call has ended. */
  rest(): void {
    if (this.#waitMs > soonMs && this.#timer !== undefined && this.#running.isEmpty) this.close()
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#waitMs = Infinity
  }

  #sleep(ms: number): void {
    clearTimeout(this.#timer)
    this.#waitMs = ms
    this.#timer = setTimeout(() => this.#look(), ms)
  }

  #look(): void {
    this.#timer = undefined
    this.#waitMs = Infinity
    const now = this.#clock.now()
    let soonest = Infinity
    for (const invocation of this.#running) soonest = Math.min(soonest, this.#judge(invocation, now))
    if (!this.#running.isEmpty && this.#timer === undefined)
      this.#sleep(Math.min(Math.max(soonest, 1), seldomMs))
  }

  /** Milliseconds until this call has to be looked at again. */
  #judge(invocation: Invocation, now: number): number {
    const left = invocation.remaining(now)
    if (left <= 0) {
      invocation.stop('timeout')
      return Infinity
    }
    const limit = invocation.waiting?.timeoutMs
    if (limit === undefined) return left
    if (invocation.waitingSince === 0) invocation.waitingSince = now
    const wait = limit - (now - invocation.waitingSince)
    if (wait > 0) return Math.min(left, wait)
    this.#overdue(invocation)
    return left
  }
}
