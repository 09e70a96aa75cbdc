/**
 * Answers that are refusals, told as errors: what the service said, what to do, and whether trying again helps.
 *
 * @module
 */
import { type ErrorCode, ToolyardError } from '../../../kernel/index.ts'
import type { HttpAnswer } from './answer.ts'

/** Characters of what the service said. */
const mostBody = 2000

const hints: Readonly<Record<number, string>> = {
  400: 'Correct the arguments by what the service says.',
  401: 'The credentials were refused: a person must check config.auth of the tool and the variables that it names.',
  403: 'These credentials may not do that: do not try again; tell the user.',
  404: 'Check the identifiers in the arguments: nothing is there.',
  405: 'The endpoint takes another method: a person must check config.method of the tool.',
  409: 'It conflicts with what is there: look at its state first.',
  410: 'It is gone for good.',
  413: 'Send less at once.',
  422: 'Correct the arguments by what the service says.',
  429: 'Wait before the next call.',
}
const serverHint = 'The service has a fault of its own: try again later.'
const mayBeDone = 'It is not known whether it was done: check that before you try again.'

/** Statuses of which the next attempt may know better. */
export const retriedStatuses: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504])
/** The service says that it did nothing. */
const undone: ReadonlySet<number> = new Set([425, 429, 503])

export interface HttpRefusal {
  /** `GET https://api.example.com/users/42`. */
  readonly what: string
  readonly answer: HttpAnswer
  /** Whether to repeat the request does no harm. */
  readonly repeatable: boolean
  readonly attempts: number
  readonly retryAfterMs: number | undefined
}

export function statusError({
  what,
  answer,
  repeatable,
  attempts,
  retryAfterMs,
}: HttpRefusal): ToolyardError {
  const { status, response } = answer
  const mayHelp = retriedStatuses.has(status)
  const retryable = mayHelp && (repeatable || undone.has(status))
  const said = saidBy(answer)
  const tried = attempts > 1 ? `, ${attempts} times` : ''
  return new ToolyardError(
    codeOf(status),
    `${what} answered ${status} ${response.statusText}`.trimEnd() + tried + (said === '' ? '.' : `: ${said}`),
    {
      hint: mayHelp && !retryable ? mayBeDone : (hints[status] ?? (status >= 500 ? serverHint : hints[400])),
      retryable,
      ...(retryable && retryAfterMs !== undefined && { retryAfterMs }),
    },
  )
}

/** A failure on the way, of a request that must not simply be repeated. */
export function uncertain(error: ToolyardError): ToolyardError {
  return new ToolyardError(error.code, error.message, {
    hint: mayBeDone,
    retryable: false,
    cause: error.cause,
  })
}

export function afterAttempts(error: ToolyardError, attempts: number): ToolyardError {
  if (attempts < 2) return error
  const { code, message, hint, retryable, retryAfterMs, cause } = error
  return new ToolyardError(code, `${message.replace(/\.$/, '')} (tried ${attempts} times).`, {
    hint,
    retryable,
    retryAfterMs,
    cause,
  })
}

function codeOf(status: number): ErrorCode {
  if (status === 429) return 'rate_limited'
  return status >= 500 || status === 408 || status === 425 ? 'unavailable' : 'tool_failed'
}

/** The body in a line: of a page its title, of anything else its beginning. */
function saidBy({ kind, text }: HttpAnswer): string {
  if (kind === 'html') return pageTitle(text)
  const line = text.trim().replaceAll(/\s+/g, ' ')
  return line.length > mostBody ? `${line.slice(0, mostBody).toWellFormed()}…` : line
}

export function pageTitle(html: string): string {
  const title = /<title[^>]{0,200}>([^<]{1,300})/i.exec(html.slice(0, 100_000))?.[1]?.trim()
  return title === undefined || title === '' ? 'a web page' : `a web page, "${title.replaceAll(/\s+/g, ' ')}"`
}
