/**
 * The requests that a mounted handler answers now. The connections are the host application's; these are waited for at the end.
 *
 * @module
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { HttpExchange, HttpResponse } from './message.ts'

/** Who is let in, and how it ends. */
export interface Gate {
  /** Why a request is not looked at; undefined if it is. */
  admit(exchange: Pick<HttpExchange, 'request' | 'response'>): 'full' | 'ending' | undefined
  /** Takes no more requests, and waits for those that run, for so long at the most. */
  end(drainMs: number): Promise<void>
}

export class RunningRequests implements Gate {
  readonly #responses = new Set<HttpResponse>()
  #ended: PromiseWithResolvers<void> | undefined

  admit({ response }: Pick<HttpExchange, 'response'>): 'ending' | undefined {
    if (this.#ended) return 'ending'
    this.#responses.add(response)
    response.once('close', () => {
      this.#responses.delete(response)
      if (this.#responses.size === 0) this.#ended?.resolve()
    })
    return undefined
  }

  async end(drainMs: number): Promise<void> {
    this.#ended ??= Promise.withResolvers()
    if (this.#responses.size > 0) {
      const over = new AbortController()
      const late = sleep(drainMs, undefined, { signal: over.signal }).catch(() => {})
      await Promise.race([this.#ended.promise, late])
      over.abort()
    }
    for (const response of this.#responses) response.destroy()
  }
}
