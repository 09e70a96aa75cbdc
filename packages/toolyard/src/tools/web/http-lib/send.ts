/**
 * Sends a request, and sends it again if that may help and does no harm: only methods that change nothing, or requests with
 * a key by which the server knows the repeat. All attempts and pauses share one time limit.
 *
 * @module
 */
import type { ToolContext } from '../../../define/index.ts'
import type { NetResponse } from '../../../host/index.ts'
import { neverSent, type NetRequest, retryAfterOf } from '../../../host/net/index.ts'
import { backOffMs, pause, ToolyardError } from '../../../kernel/index.ts'

export interface SentRequest {
  readonly response: NetResponse
  readonly attempts: number
}

const mostAttempts = 3
/** A server that wants a longer pause is not waited for. */
const pauses = { firstMs: 500, longestMs: 10_000, jitter: 0 }
const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])
/** Statuses after which the next attempt may succeed. */
const retriedStatuses: ReadonlySet<number> = new Set([408, 425, 429, 502, 503, 504])

type SendContext = Pick<ToolContext, 'host' | 'clock' | 'signal' | 'progress'>

/** Rejects with a `ToolyardError`; every status is an answer. */
export async function send(
  request: NetRequest & { readonly timeoutMs: number },
  context: SendContext,
): Promise<SentRequest> {
  const { host, clock, signal } = context
  const until = clock.now() + request.timeoutMs
  const isSafe = isRepeatable(request)
  for (let attempts = 1; ; attempts++) {
    const mayRepeat = isSafe && attempts < mostAttempts
    const timeoutMs = Math.max(1, Math.ceil(until - clock.now()))
    let waitMs = backOffMs(attempts, pauses)
    let why: string
    try {
      const response = await host.net.request({ ...request, timeoutMs, signal, maxBytes: Infinity })
      const asked = retryAfterOf(response.headers['retry-after'], clock.wall())
      waitMs = asked ?? waitMs
      if (!mayRepeat || !retriedStatuses.has(response.status) || !fits(waitMs, until - clock.now()))
        return { response, attempts }
      response.discard()
      why = `status ${response.status}`
    } catch (thrown) {
      const error = ToolyardError.from(thrown)
      if (signal.aborted || !mayRepeat || !error.retryable || !fits(waitMs, until - clock.now()))
        throw isSafe || neverSent(error) || !error.retryable ? error : uncertain(error)
      why = error.message
    }
    context.progress({
      message: `attempt ${attempts + 1} of ${mostAttempts} in ${Math.round(waitMs)} ms: ${why}`,
    })
    await pause(waitMs, context)
  }
}

function fits(waitMs: number, leftMs: number): boolean {
  return waitMs <= pauses.longestMs && waitMs < leftMs
}

function isRepeatable({ method = 'GET', headers = {} }: NetRequest): boolean {
  return safeMethods.has(method) || headers['idempotency-key'] !== undefined
}

/** To repeat it may do it twice. */
function uncertain({ code, message, cause }: ToolyardError): ToolyardError {
  return new ToolyardError(code, message, {
    hint: 'It is not known whether the server did it: check that before you try again.',
    retryable: false,
    cause,
  })
}
