/**
 * Time, as the rest of the house sees it.
 *
 * `wall()` is what the system says the time is, also after it was set or the machine slept. `now()` never goes backwards, and `after()`
 * costs a list insertion, not a timer: one shared timer serves every deadline, because a timer per call would cost more than the call.
 * Deadlines fire up to one tick late and never early.
 *
 * @module
 */
// The global of the same name is a getter, which costs as much as the look itself.
import { performance } from 'node:perf_hooks'

/** A running deadline; cancelling twice, or after it fired, does nothing. */
export interface Deadline {
  cancel(): void
}

export interface Clock {
  /** Milliseconds since some fixed moment; monotonic, with a fraction. */
  now(): number
  /** Milliseconds since 1970, for people and for the journal; of now, or of a moment that `now` gave. */
  wall(at?: number): number
  /** Calls `fire` once, `ms` from now or up to one tick later. `now` spares a look at the clock to those who just took one. */
  after(ms: number, fire: () => void, now?: number): Deadline
  /** Drops every deadline without firing it. */
  close(): void
}

/** The longest delay that is accepted: above it a platform timer would fire at once. */
export const maxDelayMs = 2 ** 31 - 1

const tickMs = 10

export interface ClockOptions {
  /** Deadlines never keep the process alive, for those who hold something else that does. */
  readonly quiet?: boolean
  /** The time of the system; for tests that set it. */
  readonly wall?: () => number
}

/** For so long, what lies between the two clocks counts as known: moments of calls are told without a look at either. */
const knownMs = 20

export function createClock({ quiet = false, wall = () => Date.now() }: ClockOptions = {}): Clock {
  return new ListClock(quiet, wall)
}

class PendingDeadline implements Deadline {
  fire: (() => void) | undefined
  readonly at: number
  readonly list: DurationList
  previous: PendingDeadline | undefined
  next: PendingDeadline | undefined

  constructor(list: DurationList, at: number, fire: () => void) {
    this.list = list
    this.at = at
    this.fire = fire
  }

  cancel(): void {
    if (this.fire === undefined) return
    this.fire = undefined
    this.list.remove(this)
  }
}

/** Deadlines of one duration expire in the order in which they were set, so only the head is ever looked at. */
class DurationList {
  head: PendingDeadline | undefined
  tail: PendingDeadline | undefined
  readonly clock: ListClock

  constructor(clock: ListClock) {
    this.clock = clock
  }

  append(at: number, fire: () => void): PendingDeadline {
    const entry = new PendingDeadline(this, at, fire)
    entry.previous = this.tail
    if (this.tail) this.tail.next = entry
    else this.head = entry
    this.tail = entry
    this.clock.count(1)
    return entry
  }

  remove(entry: PendingDeadline): void {
    if (entry.previous) entry.previous.next = entry.next
    else this.head = entry.next
    if (entry.next) entry.next.previous = entry.previous
    else this.tail = entry.previous
    entry.previous = entry.next = undefined
    this.clock.count(-1)
  }
}

/** One list per duration and one timer for the earliest head. The timer keeps the process alive only while a deadline is set. */
class ListClock implements Clock {
  readonly #lists = new Map<number, DurationList>()
  readonly #wall: () => number
  /** Between `now` and the wall clock, and the moment at which that was looked up. */
  #offset = 0
  #lookedAt = -Infinity
  #timer: NodeJS.Timeout | undefined
  #wakeAt = Infinity
  #live = 0
  #holds = false
  #settling: boolean

  constructor(quiet: boolean, wall: () => number) {
    this.#wall = wall
    // As if it were being settled for ever.
    this.#settling = quiet
  }

  now(): number {
    return performance.now()
  }

  wall(at?: number): number {
    if (at === undefined) return this.#wall()
    if (Math.abs(at - this.#lookedAt) > knownMs) {
      this.#lookedAt = performance.now()
      this.#offset = this.#wall() - this.#lookedAt
    }
    return Math.round(at + this.#offset)
  }

  after(ms: number, fire: () => void, now = performance.now()): Deadline {
    const duration = Math.min(Math.ceil(Math.max(ms, 1) / tickMs) * tickMs, maxDelayMs)
    let list = this.#lists.get(duration)
    if (!list) this.#lists.set(duration, (list = new DurationList(this)))
    const at = now + duration
    const entry = list.append(at, fire)
    if (at < this.#wakeAt) this.#sleepUntil(at)
    return entry
  }

  /** Whether the timer keeps the process alive is settled once a turn of the event loop, not once a deadline. */
  count(change: 1 | -1): void {
    this.#live += change
    if (this.#settling || this.#live > 0 === this.#holds) return
    this.#settling = true
    setImmediate(() => {
      this.#settling = false
      this.#holds = this.#live > 0
      if (this.#holds) this.#timer?.ref()
      else this.#timer?.unref()
    })
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#wakeAt = Infinity
    this.#lists.clear()
  }

  #sleepUntil(at: number): void {
    clearTimeout(this.#timer)
    this.#wakeAt = at
    this.#timer = setTimeout(() => this.#wake(), Math.min(Math.max(at - performance.now(), 1), maxDelayMs))
    if (!this.#holds) this.#timer.unref()
  }

  #wake(): void {
    this.#wakeAt = Infinity
    const now = performance.now()
    const due: PendingDeadline[] = []
    for (const list of this.#lists.values())
      for (let entry = list.head; entry && entry.at <= now; entry = entry.next) due.push(entry)
    for (const entry of due.toSorted((left, right) => left.at - right.at)) {
      const { fire } = entry
      entry.cancel()
      fire?.()
    }
    let next = Infinity
    for (const [duration, list] of this.#lists) {
      if (list.head) next = Math.min(next, list.head.at)
      else this.#lists.delete(duration)
    }
    if (next < this.#wakeAt) this.#sleepUntil(next)
  }
}
