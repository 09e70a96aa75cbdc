/**
 * What goes wrong at a service, as one of our errors: what it said, whether asking again helps, and when.
 *
 * @module
 */
import { cutText, type ErrorCode, messageOf, ToolyardError } from '../../../kernel/index.ts'

interface FaultFacts {
  /** Absent if the connection or the stream broke: a stream may fail after its 200. */
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, string>>
  /** What the service calls the fault: `overloaded_error`, `insufficient_quota`. */
  readonly kind: string
  readonly message: string
  readonly body: string
}

const maxMessage = { maxBytes: 1000, maxLines: 10 }
/** In the words of services: of all that we know, and of those that speak as one of them does. */
const tooLong =
  /(?:prompt|input|request|conversation|messages?) (?:is|are) too (?:long|large)|context.?(?:length|window|size|limit)|maximum (?:context|prompt|input)|too many (?:input |prompt )?tokens|input token count|exceed(?:s|ed)? (?:the |model(?:'s)? |your )*(?:available |maximum |max )*(?:context|token|number of tokens|prompt|input)|(?:token|prompt) (?:limit|length) (?:of|exceeded)|request_too_large|model_context_window/i
/** Asking again says the same. */
const lasting = /invalid|authentication|permission|not_found|insufficient_quota|billing/i
const maxWaitMs = 86_400_000

/** Whether the service refused because the conversation is longer than the model takes. */
export function isTooLong(error: unknown): boolean {
  const { status, message, body, kind } = factsOf(error)
  if (status === 413) return true
  // Some say it with a 500; a limit of requests is no matter of length.
  const isRefusal = status === undefined ? kind !== '' : status !== 401 && status !== 403 && status !== 429
  return isRefusal && tooLong.test(`${kind} ${message} ${body}`)
}

/** In the service's own words, bounded. */
export function tellFault(error: unknown): string {
  const { message } = factsOf(error)
  return cutText(message, maxMessage)?.text ?? message
}

export function serviceFault(
  error: unknown,
  { model, redact }: { model: string; redact: (text: string) => string },
): ToolyardError {
  const facts = factsOf(error)
  const said = redact(tellFault(error))
  const place = `model "${model}"`
  const { status } = facts
  if (ToolyardError.isInstance(error))
    return new ToolyardError(error.code, `${place}: ${error.message}`, {
      hint: error.hint,
      retryable: error.retryable,
      retryAfterMs: error.retryAfterMs,
      cause: error,
    })
  return new ToolyardError(
    codeOf(status),
    status === undefined ? `${place}: ${said}` : `${place}: the service answered ${status} (${said})`,
    { hint: hintOf(facts), retryable: isRetryable(facts), retryAfterMs: retryAfterMs(facts), cause: error },
  )
}

function codeOf(status: number | undefined): ErrorCode {
  return status === 429 ? 'rate_limited' : 'unavailable'
}

function isRetryable({ status, kind, body }: FaultFacts): boolean {
  if (lasting.test(kind) || /insufficient_quota/.test(body)) return false
  return status === undefined || status === 408 || status === 409 || status === 429 || status >= 500
}

function hintOf({ status, kind, body }: FaultFacts): string {
  if (status === 401 || status === 403) return 'Check the key of this provider and what it may use.'
  if (status === 404) return 'Check the name of the model and the base URL of its provider.'
  if (/insufficient_quota|billing/.test(`${kind} ${body}`)) return 'Check plan and billing at the provider.'
  if (status !== undefined && status < 500 && status !== 429)
    return 'The service does not take this request as it is: check the model and its settings.'
  return 'Try again later, or use another model.'
}

/** In milliseconds, as a number of seconds, or as a date. */
function retryAfterMs({ headers }: FaultFacts): number | undefined {
  const exact = Number(headers['retry-after-ms'] ?? Number.NaN)
  if (exact >= 0) return Math.min(exact, maxWaitMs)
  const text = headers['retry-after']
  if (text === undefined) return undefined
  const seconds = Number(text)
  if (seconds >= 0) return Math.min(seconds * 1000, maxWaitMs)
  const [until, from] = [Date.parse(text), Date.parse(headers['date'] ?? '')]
  const wait = until - from
  return wait >= 0 ? Math.min(wait, maxWaitMs) : undefined
}

export function factsOf(error: unknown): FaultFacts {
  const outer = recordOf(error)
  const inner = recordOf(outer['error'])
  const data = recordOf(recordOf(outer['data'])['error'])
  const kind = [outer, inner, data].flatMap((from) => [from['type'], from['code'], from['status']])
  const status = outer['statusCode']
  return {
    status: typeof status === 'number' && status >= 400 ? status : undefined,
    headers: recordOf(outer['responseHeaders']) as Record<string, string>,
    kind: kind.filter((word) => typeof word === 'string').join(' '),
    message: typeof inner['message'] === 'string' ? inner['message'] : messageOf(error),
    body: typeof outer['responseBody'] === 'string' ? outer['responseBody'].slice(0, 4000) : '',
  }
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
