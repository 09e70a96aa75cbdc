/**
 * Sends a request, and sends it again where that helps and does no harm.
 *
 * A method that changes something each time it is called is sent once, unless the service takes a key by which it knows the
 * repeat. Pauses double, with full jitter; a service that says how long to wait is waited for, if that is not too long.
 *
 * @module
 */
import { neverSent, retryAfterOf } from '../../../host/net/index.ts'
import { backOffMs, pause, ToolyardError } from '../../../kernel/index.ts'
import { type HttpAnswer, isText, kindOf, otherAnswer, textAnswer } from './answer.ts'
import { authorise } from './authorise.ts'
import { afterAttempts, retriedStatuses, statusError, uncertain } from './http-error.ts'
import type { RestCall, RestRequest } from './rest-call.ts'

const defaults = { attempts: 3, delayMs: 250, maxDelayMs: 10_000, timeoutMs: 30_000 }

/** What went wrong with one attempt: an answer that is a refusal, or none at all. */
interface AttemptFailure {
  readonly attempt: number
  readonly answer?: HttpAnswer
  readonly error?: ToolyardError
}

/**
 * Rejects with a `ToolyardError` for everything but an answer that is no refusal. A token that is refused is renewed, once a
 * call: a request that was not let in has done nothing.
 */
export async function send(call: RestCall, request: RestRequest): Promise<HttpAnswer> {
  const { context, plan } = call
  const { method, timeoutMs = defaults.timeoutMs, totalMs = Infinity, maxBytes } = plan.facts
  const { signal, clock } = context
  const until = clock.now() + totalMs
  let leftMs = totalMs
  let isRenewed = false
  for (let attempt = 1; ; attempt++) {
    let failure: AttemptFailure
    try {
      const authorised = authorise(call, request)
      const { url, headers, body, token } = authorised instanceof Promise ? await authorised : authorised
      const limits = maxBytes === undefined ? undefined : { maxBytes }
      const response = await context.host.net.request({
        url,
        method,
        headers,
        body,
        timeoutMs: Math.min(timeoutMs, leftMs),
        signal,
        ...limits,
      })
      if (response.status === 401 && token !== undefined && !isRenewed) {
        isRenewed = true
        call.tokens.drop(token)
        response.discard()
        attempt--
        continue
      }
      const kind = kindOf(call, response)
      const answer = isText(kind)
        ? textAnswer(response, kind, await response.text())
        : await otherAnswer(response, kind)
      if (answer.status < 300 || answer.status === 304) return answer
      failure = { attempt, answer }
    } catch (error) {
      if (signal.aborted) throw error
      failure = { attempt, error: ToolyardError.from(error) }
    }
    await recover(call, request, { ...failure, leftMs: until - clock.now() })
    leftMs = Math.max(1, Math.ceil(until - clock.now()))
  }
}

/** Waits for the next attempt; rejects if there is none. */
async function recover(
  call: RestCall,
  { address }: RestRequest,
  failure: AttemptFailure & { readonly leftMs: number },
): Promise<void> {
  const { facts } = call.plan
  const { attempt, answer, error, leftMs } = failure
  const repeatable = isRepeatable(facts)
  const attempts = repeatable ? (facts.retry?.attempts ?? defaults.attempts) : 1
  const retryAfterMs = retryAfterOf(answer?.response.headers['retry-after'], call.context.clock.wall())
  const mayHelp = answer ? retriedStatuses.has(answer.status) : error?.retryable
  const wait = mayHelp && attempt < attempts ? pauseFor(call, attempt, retryAfterMs) : undefined
  if (wait === undefined || wait >= leftMs) {
    const what = `${facts.method} ${address}`
    if (answer) throw statusError({ what, answer, repeatable, attempts: attempt, retryAfterMs })
    if (error) throw isHarmless(error, repeatable) ? afterAttempts(error, attempt) : uncertain(error)
    return
  }
  const why = answer ? `${answer.status} ${answer.response.statusText}` : (error?.message ?? '')
  call.context.progress({
    message: `attempt ${attempt + 1} of ${attempts} in ${Math.round(wait)} ms: ${why}`,
  })
  await pause(wait, call.context)
}

function isRepeatable({ method, idempotencyHeader }: RestCall['plan']['facts']): boolean {
  return (method !== 'POST' && method !== 'PATCH') || idempotencyHeader !== undefined
}

/** Whether a model that tries again after this error repeats nothing. */
function isHarmless(error: ToolyardError, repeatable: boolean): boolean {
  return repeatable || !error.retryable || neverSent(error)
}

/** Undefined if it would take too long. */
function pauseFor(
  { plan, random }: RestCall,
  attempt: number,
  retryAfterMs: number | undefined,
): number | undefined {
  const { delayMs = defaults.delayMs, maxDelayMs = defaults.maxDelayMs } = plan.facts.retry ?? {}
  if (retryAfterMs !== undefined && retryAfterMs > maxDelayMs) return undefined
  const pauses = { firstMs: delayMs, longestMs: maxDelayMs, jitter: 1, random: () => 1 - random() }
  return Math.max(backOffMs(attempt, pauses), retryAfterMs ?? 0)
}
