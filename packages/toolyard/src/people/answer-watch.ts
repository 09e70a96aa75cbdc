/**
 * One look for all requests of this process that wait for people, whoever answers them.
 *
 * An answer given in this process is told at once. Answers of other processes are looked for together: one small number says
 * whether anything moved on at all, and only then is it looked up what still waits. Nothing is looked for while nobody waits.
 *
 * @module
 */
import type { Store } from '../store/index.ts'

/** How long until the next look: the first after something happened, and the longest while nothing does. */
const soonMs = 200
const idleMs = 600

export interface Waiting extends Disposable {
  /** Resolves when the request may have moved on since the last time, its time is over, or the signal has aborted. */
  next(): Promise<void>
}

export class AnswerWatch {
  readonly #inbox: Pick<Store['inbox'], 'moves' | 'pending'>
  readonly #waiting = new Map<string, Set<() => void>>()
  #timer: NodeJS.Timeout | undefined
  #delay = soonMs
  #isClosed = false
  /** As it was at the last look; nothing before the first one. */
  #moves: number | undefined

  get isClosed(): boolean {
    return this.#isClosed
  }

  constructor(inbox: Pick<Store['inbox'], 'moves' | 'pending'>) {
    this.#inbox = inbox
  }

  /** To be disposed of when the wait is over. */
  wait(id: string, signal: AbortSignal): Waiting {
    let told = Promise.withResolvers<void>()
    const wake = (): void => told.resolve()
    const others = this.#waiting.get(id) ?? new Set()
    this.#waiting.set(id, others.add(wake))
    signal.addEventListener('abort', wake, { once: true })
    if (signal.aborted) wake()
    this.#delay = soonMs
    this.#plan()
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

  #plan(): void {
    if (this.#timer || this.#isClosed) return
    const timer = setTimeout(() => {
      void this.#look().finally(() => {
        // Where the last wait ended meanwhile, another row of looks may have begun.
        if (this.#timer !== timer) return
        this.#timer = undefined
        if (this.#waiting.size > 0) this.#plan()
      })
    }, this.#delay)
    this.#timer = timer
  }

  #rest(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#moves = undefined
  }

  async #look(): Promise<void> {
    try {
      const moves = await this.#inbox.moves()
      if (moves === this.#moves) {
        this.#delay = Math.min(idleMs, this.#delay * 1.5)
        return
      }
      const pending = new Set(await this.#inbox.pending())
      for (const id of this.#waiting.keys()) if (!pending.has(id)) this.tell(id)
      this.#moves = moves
      this.#delay = soonMs
    } catch {
      // A database that is away is asked again; what waits has its own end.
      this.#delay = idleMs
    }
  }
}
