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
  readonly #yard: ToolService
  /** Requests, calls and open streams. */
  #active = 0
  #usedAt = performance.now()

  constructor(yard: ToolService, threadId: string) {
    this.#yard = yard
    this.threadId = threadId
  }

  /** It is in use until what this answers is called. */
  use(): () => void {
    this.#active++
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.#active--
      this.#usedAt = performance.now()
    }
  }

  /** How long nobody has used it. */
  get idleMs(): number {
    return this.#active > 0 ? 0 : performance.now() - this.#usedAt
  }

  async close(): Promise<void> {
    this.parked.close()
    await this.#yard.threads.cleanupContext(this.threadId)
  }
}
