/**
 * What belongs to one client: a thread, so that stateful tools keep one state per client and what it was shown is what it
 * calls; the long answers that it was given; its calls that wait to be answered. Closing it ends them.
 *
 * @module
 */
import type { ToolService } from '../../runtime/index.ts'
import { createParkedCalls, type ParkedCalls } from './parked-calls.ts'
import { createGivenResults, type GivenResults } from './stored-results.ts'

export class McpSession {
  readonly threadId: string
  readonly results: GivenResults = createGivenResults()
  readonly parked: ParkedCalls = createParkedCalls()
  /** The ids of tasks that it began. */
  readonly tasks = new Set<string>()
  /** Aborts when the server ends: calls that wait for people then answer `pending`. */
  readonly leave: AbortSignal | undefined
  readonly #yard: ToolService
  /** Requests and calls, and open streams. */
  readonly #active = { call: 0, stream: 0 }
  #usedAt = performance.now()

  constructor(yard: ToolService, threadId: string, leave?: AbortSignal) {
    this.#yard = yard
    this.threadId = threadId
    this.leave = leave
  }

  /** It is in use until what this answers is called. */
  use(kind: 'call' | 'stream' = 'call'): () => void {
    this.#active[kind]++
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.#active[kind]--
      this.#usedAt = performance.now()
    }
  }

  /** How long it has not been used. */
  get idleMs(): number {
    return this.isHeard ? 0 : this.restingMs
  }

  /** How long it has made no call, whether or not a client listens. */
  get restingMs(): number {
    return this.#active.call > 0 ? 0 : performance.now() - this.#usedAt
  }

  /** Whether a client listens. */
  get isHeard(): boolean {
    return this.#active.stream > 0
  }

  async close(): Promise<void> {
    this.parked.close()
    await this.#yard.threads.cleanupContext(this.threadId)
  }
}
