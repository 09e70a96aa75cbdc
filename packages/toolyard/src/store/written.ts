/**
 * Those who want to know when a store was written.
 *
 * @module
 */
export class Written {
  readonly #listeners = new Set<() => void>()
  /** Undefined while no one listens: a call then pays nothing. */
  tell: (() => void) | undefined

  add(listener: () => void): () => void {
    const own = (): void => listener()
    this.#listeners.add(own)
    this.tell = () => {
      for (const each of this.#listeners) each()
    }
    return () => {
      this.#listeners.delete(own)
      if (this.#listeners.size === 0) this.tell = undefined
    }
  }
}
