/**
 * The calls that run now, and the end of what takes too long: tools at their time limit, hooks at theirs.
 *
 * One timer looks at the calls that run now and then, instead of a timer, or even a list entry, for each of them: most calls have
 * ended before it looks. It keeps the process alive only while calls run.
 *
 * @module
 */
import type { Clock } from '../kernel/index.ts'
import type { Invocation } from './invocation.ts'

/** How soon it looks after a call began, and how seldom at calls that run long. */
const [soonMs, seldomMs] = [20, 1000]
/** After which a call runs long. */
const longMs = 1000

/** Linked through the calls themselves: entering and leaving costs two assignments. */
export class RunningCalls {
  #first: Invocation | undefined

  get isEmpty(): boolean {
    return this.#first === undefined
  }

  add(invocation: Invocation): void {
    invocation.after = this.#first
    if (this.#first) this.#first.before = invocation
    this.#first = invocation
  }

  delete(invocation: Invocation): void {
    const { before, after } = invocation
    if (before) before.after = after
    else if (this.#first === invocation) this.#first = after
    if (after) after.before = before
    invocation.before = invocation.after = undefined
  }

  *[Symbol.iterator](): Generator<Invocation> {
    for (let at = this.#first; at;) {
      const next = at.after
      yield at
      at = next
    }
  }
}

export class Watchdog {
  readonly #clock: Clock
  readonly #running: RunningCalls
  readonly #overdue: (invocation: Invocation) => void
  /** Told at every look at which some call runs long. */
  onLong: (() => void) | undefined
  #timer: NodeJS.Timeout | undefined
  #waitMs = Infinity

  /** `overdue` is told of a call that has waited too long in a stage with a time limit of its own. */
  constructor(clock: Clock, running: RunningCalls, overdue: (invocation: Invocation) => void) {
    this.#clock = clock
    this.#running = running
    this.#overdue = overdue
  }

  /** A call waits, for so long at the most. */
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
    let earliest = now
    for (const invocation of this.#running) {
      soonest = Math.min(soonest, this.#judge(invocation, now))
      earliest = Math.min(earliest, invocation.startedAt)
    }
    if (now - earliest > longMs) this.onLong?.()
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
