/**
 * Changes that wait for a transaction: those of one turn share it, and transactions go one after the other.
 *
 * @module
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Step } from './transaction.ts'

export interface WaitingChange {
  readonly step: () => Step<unknown>
  readonly resolve: (answer: unknown) => void
  readonly reject: (error: unknown) => void
}

export class ChangeQueue {
  /** Settles every change that it is given, and never throws. */
  readonly #commit: (changes: readonly WaitingChange[]) => Promise<void>
  #changes: WaitingChange[] = []
  #last: WaitingChange[] = []
  #flushing: Promise<void> | undefined

  constructor(commit: (changes: readonly WaitingChange[]) => Promise<void>) {
    this.#commit = commit
  }

  add(change: WaitingChange, isLast = false): void {
    if (isLast) this.#last.push(change)
    else this.#changes.push(change)
    this.#flushing ??= this.#flush()
  }

  /** What has not begun is refused. */
  refuse(error: unknown): void {
    for (const { reject } of this.#takeAll()) reject(error)
  }

  /** Resolves when none waits and none is under way. */
  async idle(): Promise<void> {
    while (this.#flushing) await this.#flushing
  }

  async #flush(): Promise<void> {
    while (this.#changes.length + this.#last.length > 0) {
      await nextTurn()
      const changes = this.#takeAll()
      if (changes.length > 0) await this.#commit(changes)
    }
    this.#flushing = undefined
  }

  #takeAll(): WaitingChange[] {
    const changes = [...this.#changes, ...this.#last]
    this.#changes = []
    this.#last = []
    return changes
  }
}
