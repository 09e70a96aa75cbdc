/**
 * Calls that were turned away because there was no room: HTTP says so in its status, and when to come again.
 *
 * Only what never ran is told this way. A client that sends the same request again after 429 or 503 repeats nothing.
 *
 * @module
 */
import type { ToolResult } from '../../define/index.ts'
import { ToolyardError } from '../../kernel/index.ts'
import { retryAfter, statusOf } from './status.ts'

export interface RefusalHead {
  readonly status: number
  readonly headers: readonly string[]
}

const usualWaitMs = 1000
const codes: readonly string[] = ['rate_limited', 'busy', 'closed']
const storeCodes: readonly string[] = ['store_unavailable', 'internal']

export class Overload {
  /** Results of calls whose tools were not started. */
  readonly #neverRan = new WeakSet<ToolResult>()
  readonly #leaving = new AbortController()

  /** Aborts when the server ends: calls that wait for people then answer `pending`. */
  get leaving(): AbortSignal {
    return this.#leaving.signal
  }

  leave(): void {
    this.#leaving.abort(new ToolyardError('closed', 'the server is shutting down'))
  }

  /** Told of every call that ended. */
  note(result: ToolResult, ran: boolean): void {
    if (!ran && result.error) this.#neverRan.add(result)
  }

  /** Undefined if the result is an outcome of the call. */
  refusalOf(result: ToolResult): RefusalHead | undefined {
    const { error, status } = result
    if (!error) return undefined
    if (status === 'pending') return this.leaving.aborted ? refusal('closed', error) : undefined
    if (codes.includes(error.code))
      return error.code === 'closed' || this.#neverRan.has(result) ? refusal(error.code, error) : undefined
    if (storeCodes.includes(error.code) && error.retryable && status === 'error')
      return refusal('store_unavailable', error)
    return undefined
  }
}

function refusal(
  code: string,
  { retryAfterMs = usualWaitMs }: { readonly retryAfterMs?: number },
): RefusalHead {
  return { status: statusOf(code), headers: retryAfter(retryAfterMs) }
}
