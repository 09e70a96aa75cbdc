/**
 * All conversations of one Toolyard: opened on first use, ended by hand, by idleness or at shutdown.
 *
 * @module
 */
import { type Clock, createClock } from '../../kernel/index.ts'
import type { LoopGuard } from '../limits/index.ts'
import type { CallThreads } from '../ports.ts'
import { ThreadContext } from './thread-context.ts'

export interface ThreadOptions {
  readonly clock?: Clock
  /** A thread without a call for so long is ended. */
  readonly idleMs?: number
  readonly makeGuard?: () => LoopGuard
  /** Told before a thread's objects are disposed: its calls must end first. */
  readonly onEnd?: (threadId: string) => void
}

const defaultIdleMs = 30 * 60_000

export class ThreadContextManager implements CallThreads {
  readonly #threads = new Map<string, ThreadContext>()
  readonly #options: ThreadOptions
  readonly #clock: Clock
  readonly #idleMs: number
  #timer: NodeJS.Timeout | undefined

  constructor(options: ThreadOptions = {}) {
    this.#options = options
    this.#clock = options.clock ?? createClock()
    this.#idleMs = options.idleMs ?? defaultIdleMs
  }

  get size(): number {
    return this.#threads.size
  }

  get ids(): string[] {
    return [...this.#threads.keys()]
  }

  has(id: string): boolean {
    return this.#threads.has(id)
  }

  get(id: string): ThreadContext {
    const existing = this.#threads.get(id)
    if (existing) return existing
    this.#timer ??= setTimeout(() => this.#sweep(), Math.min(this.#idleMs / 2, 60_000)).unref()
    const thread = new ThreadContext(id, this.#clock.now(), this.#options.makeGuard?.())
    this.#threads.set(id, thread)
    return thread
  }

  getOrCreateContext(threadId: string): ThreadContext {
    return this.get(threadId)
  }

  /** Ends a thread: its calls are cancelled, its objects disposed. */
  async cleanupContext(threadId: string): Promise<void> {
    const thread = this.#threads.get(threadId)
    if (!thread) return
    this.#threads.delete(threadId)
    this.#options.onEnd?.(threadId)
    await thread.cleanupAll()
  }

  async cleanupAll(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    await Promise.all(this.ids.map((id) => this.cleanupContext(id)))
  }

  /** Ends threads that had no call for a while. */
  evictIdle(): void {
    const now = this.#clock.now()
    for (const [id, thread] of this.#threads) {
      if (thread.active === 0 && now - thread.usedAt > this.#idleMs) void this.cleanupContext(id)
    }
  }

  #sweep(): void {
    this.#timer = undefined
    this.evictIdle()
    if (this.#threads.size > 0)
      this.#timer ??= setTimeout(() => this.#sweep(), Math.min(this.#idleMs / 2, 60_000)).unref()
  }
}
