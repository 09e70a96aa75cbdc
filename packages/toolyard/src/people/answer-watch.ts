/**
 * One look for all requests of this process that wait for people, from wherever they are answered.
 *
 * An answer given in this process is told at once. Answers of other processes are looked for together when something was written:
 * one small number says whether anything moved on at all, and only then is it looked up what still waits. It does not look while no
 * request waits.
 *
 * @module
 */
import { lookWhenTold, type RepeatedLook, type Signs } from '../engine/index.ts'
import type { Clock } from '../kernel/index.ts'
import type { Store } from '../store/index.ts'

/** How long until the next look where signs can't be heard: the first after something happened, and the longest while nothing does. */
const soonMs = 200
const idleMs = 600
/** From one look to the next while signs come. */
const leastMs = 50

export interface AnswerWait extends Disposable {
  /** Resolves when the request may have moved on since the last time, its time is over, or the signal has aborted. */
  next(): Promise<void>
}

export class AnswerWatch {
  readonly #inbox: Pick<Store['inbox'], 'moves' | 'pending'>
  readonly #waiting = new Map<string, Set<() => void>>()
  readonly #clock: Clock
  readonly #signs: Signs | undefined
  #looking: RepeatedLook | undefined
  #isClosed = false
  /** As it was at the last look; nothing before the first one. */
  #moves: number | undefined

  get isClosed(): boolean {
    return this.#isClosed
  }

  constructor(inbox: Pick<Store['inbox'], 'moves' | 'pending'>, clock: Clock, signs?: Signs) {
    this.#inbox = inbox
    this.#clock = clock
    this.#signs = signs
  }

  /** To be disposed of when the wait is over. */
  wait(id: string, signal: AbortSignal): AnswerWait {
    let told = Promise.withResolvers<void>()
    const wake = (): void => told.resolve()
    const others = this.#waiting.get(id) ?? new Set()
    this.#waiting.set(id, others.add(wake))
    signal.addEventListener('abort', wake, { once: true })
    if (signal.aborted) wake()
    this.#begin()
    return {
      async next() {
        await told.promise
        told = Promise.withResolvers()
      },
      [Symbol.dispose]: () => {
        signal.removeEventListener('abort', wake)
        others.delete(wake)
        if (others.size === 0 && this.#waiting.get(id) === others) this.#waiting.delete(id)
        if (this.#waiting.size === 0) this.#rest()
      },
    }
  }

  /** The request was answered here. */
  tell(id: string): void {
    for (const wake of this.#waiting.get(id) ?? []) wake()
  }

  /** Nothing is looked for any more; those who still wait look for themselves, once. */
  close(): void {
    this.#isClosed = true
    this.#rest()
    for (const id of this.#waiting.keys()) this.tell(id)
  }

  #begin(): void {
    if (this.#isClosed) return
    const look = (): Promise<boolean> => this.#look()
    this.#looking ??= lookWhenTold({
      signs: this.#signs,
      clock: this.#clock,
      look,
      everyMs: soonMs,
      idleMs,
      leastMs,
    })
    this.#looking.expect()
  }

  #rest(): void {
    void this.#looking?.stop()
    this.#looking = undefined
    this.#moves = undefined
  }

  /** Whether anything has moved on. */
  async #look(): Promise<boolean> {
    const moves = await this.#inbox.moves()
    if (moves === this.#moves) return false
    const pending = new Set(await this.#inbox.pending())
    for (const id of this.#waiting.keys()) if (!pending.has(id)) this.tell(id)
    this.#moves = moves
    return true
  }
}
