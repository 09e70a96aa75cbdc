/**
 * Signs that something was written to the store, in whichever process, on the engine's bus.
 *
 * A SQLite file gives them by itself: the engine in it hears of every commit, so writers do nothing. What is written to a store in
 * memory is told within the process. Processes on a database server publish what they write, a few times a second at the most;
 * without an engine that they share, nothing can be heard.
 *
 * @module
 */
import type { Engine, Signs } from '../engine/index.ts'
import { settlesWithin } from '../kernel/index.ts'
import type { Store } from '../store/index.ts'

/** Told when something was written to the store. */
export const storeTopic = 'store'

interface Engines {
  readonly here: Engine
  /** `here`, if no other process hears of it. */
  readonly shared: () => Promise<Engine>
}

/** From one sign of this process to the next. */
const leastMs = 100
/** How long the last sign may take when the process ends. */
const farewellMs = 1000

export class StoreSigns implements Signs {
  readonly #store: Store
  readonly #engine: Engines
  /** Set while this process has to publish what it writes. */
  #stop: (() => void) | undefined
  #timer: NodeJS.Timeout | undefined
  #publishedAt = -Infinity
  #isUntold = false

  constructor(store: Store, engine: Engines) {
    this.#store = store
    this.#engine = engine
    if (store.durable && store.file === undefined) this.#stop = store.onWritten?.(() => this.#written())
  }

  async hear(listener: () => void): Promise<(() => void) | undefined> {
    const store = this.#store
    if (!store.durable) return store.onWritten?.(listener)
    if (store.file === undefined && !store.onWritten) return undefined
    const engine = await this.#engine.shared()
    return engine === this.#engine.here ? undefined : engine.bus.subscribe(storeTopic, listener)
  }

  /** Before the engine closes: the last writes are told too. */
  async close(): Promise<void> {
    if (!this.#stop) return
    // Rows that wait are written with it.
    await Promise.resolve(this.#store.calls.list({ brief: true, limit: 1 })).catch(() => {})
    this.#stop()
    this.#stop = undefined
    clearTimeout(this.#timer)
    if (this.#isUntold) await settlesWithin(this.#publish(), farewellMs)
  }

  #written(): void {
    if (this.#isUntold) return
    this.#isUntold = true
    const waitMs = Math.max(0, this.#publishedAt + leastMs - performance.now())
    this.#timer = setTimeout(() => void this.#publish(), waitMs).unref()
  }

  async #publish(): Promise<void> {
    this.#isUntold = false
    this.#publishedAt = performance.now()
    try {
      const engine = await this.#engine.shared()
      if (engine !== this.#engine.here) await engine.bus.publish(storeTopic, null)
      else this.#stop?.()
    } catch {
      // Those who listen look by themselves now and then.
    }
  }
}
