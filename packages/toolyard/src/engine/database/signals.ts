/**
 * Who waits for what in this process: readers of streams, those who stand in line for locks, and parts that look when other
 * processes have changed something.
 *
 * @module
 */
export interface Sign {
  /** Resolves when it was given, or its wait was ended. */
  readonly given: Promise<void>
  end(): void
}

export class Signals {
  readonly #waiting = new Map<string, Set<() => void>>()

  get size(): number {
    return this.#waiting.size
  }

  /** The next sign of this name, from now on. */
  next(name: string): Sign {
    const { promise, resolve } = Promise.withResolvers<void>()
    let waiting = this.#waiting.get(name)
    if (!waiting) this.#waiting.set(name, (waiting = new Set()))
    waiting.add(resolve)
    return {
      given: promise,
      end: () => {
        const others = this.#waiting.get(name)
        if (others?.delete(resolve) && others.size === 0) this.#waiting.delete(name)
        resolve()
      },
    }
  }

  give(name: string): void {
    const waiting = this.#waiting.get(name)
    if (!waiting) return
    this.#waiting.delete(name)
    for (const resolve of waiting) resolve()
  }

  giveAll(): void {
    for (const name of this.#waiting.keys()) this.give(name)
  }
}
