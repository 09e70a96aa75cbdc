/**
 * Those who want to know of changes to what was discovered.
 *
 * @module
 */
import type { DiscoveryChange } from '../define/index.ts'

type TellChange = (change: DiscoveryChange) => void

export class ChangeListeners {
  readonly #listeners = new Set<{ readonly tell: TellChange }>()

  get isEmpty(): boolean {
    return this.#listeners.size === 0
  }

  /** Answers how to stop; the same function may be added more than once. */
  add(tell: TellChange): () => void {
    const listener = { tell }
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  clear(): void {
    this.#listeners.clear()
  }

  /** A listener that throws is its owner's bug: it surfaces as such, and stops neither the others nor the watch. */
  tell(change: DiscoveryChange): void {
    for (const listener of this.#listeners) {
      try {
        listener.tell(change)
      } catch (error) {
        queueMicrotask(() => {
          throw error
        })
      }
    }
  }
}
