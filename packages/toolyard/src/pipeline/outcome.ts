/**
 * How a call ended, before it is turned into what the caller sees.
 *
 * @module
 */
import type { ToolFault, ToolStatus } from '../define/index.ts'
import { type ErrorCode, errorCodes, type ErrorDetails, messageOf, ToolyardError } from '../kernel/index.ts'

export type Outcome = Answered | Refused

/** There is an output: the tool's, or what a hook put in its place. */
export interface Answered {
  readonly kind: 'answered'
  readonly status: 'ok' | 'skipped'
  readonly output: unknown
  /** The output is not the tool's own: it is shown as it is, without the tool's `render`. */
  readonly asIs?: boolean
}

/** There is none, and why. */
export interface Refused {
  readonly kind: 'refused'
  readonly status: ToolStatus
  readonly fault: ToolFault
}

/** A step answers undefined to go on, or an outcome to end the call with. */
export type StepAnswer = Outcome | undefined | Promise<Outcome | undefined>

export function answered(output: unknown): Answered {
  return { kind: 'answered', status: 'ok', output }
}

export function refuse(
  status: ToolStatus,
  code: ErrorCode,
  say: { readonly message: string } & Omit<ErrorDetails, 'problems'> & Pick<ToolFault, 'problems'>,
): Refused {
  const { message, hint, retryable = false, retryAfterMs, waitsFor, problems, says } = say
  return {
    kind: 'refused',
    status,
    fault: {
      code,
      message,
      retryable,
      ...(hint !== undefined && { hint }),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
      ...(waitsFor !== undefined && { waitsFor }),
      ...(problems !== undefined && { problems }),
      ...(says !== undefined && { says }),
    },
  }
}

/** The same as an error, for those who throw. */
export function errorOf({ fault: { code, message, hint, says } }: Refused): ToolyardError {
  return new ToolyardError(code, message, { hint, says })
}

/** Statuses of errors that say more than `error`. */
const statuses: Partial<Record<ErrorCode, ToolStatus>> = {
  cancelled: 'cancelled',
  timeout: 'timeout',
  denied: 'denied',
  denied_by_hook: 'denied',
  rejected: 'denied',
  approval_expired: 'denied',
  approval_pending: 'pending',
}

/** An outcome for anything that a tool threw. */
export function fromThrown(thrown: unknown, tool: string): Refused {
  try {
    const { code, message, hint, retryable, retryAfterMs, waitsFor } = ToolyardError.from(thrown, tool)
    if (errorCodes.includes(code) && typeof message === 'string')
      return refuse(statuses[code] ?? 'error', code, { message, hint, retryable, retryAfterMs, waitsFor })
  } catch {
    // What was thrown can't even be looked at; it is told as far as it can be.
  }
  return refuse('error', 'tool_failed', { message: messageOf(thrown) })
}

/** What the store could not do, under its own code and with its own advice. */
export function fromStore(
  error: unknown,
  say: { readonly what: string; readonly hint: string; readonly status?: ToolStatus },
): Refused {
  const { code, hint, retryable, retryAfterMs } = ToolyardError.isInstance(error)
    ? error
    : { code: 'store_unavailable' as const, hint: undefined, retryable: true, retryAfterMs: undefined }
  const { status = 'error' } = say
  return refuse(status, code, {
    message: `${say.what}: ${messageOf(error)}`,
    hint: status === 'error' && hint !== undefined ? hint : say.hint,
    retryable: status === 'error' && retryable,
    retryAfterMs,
  })
}

/** Our own fault, or the store's. */
export function fromCrash(
  error: unknown,
  { name, ran }: { readonly name: string; readonly ran: boolean },
): Refused {
  if (!isOfStore(error))
    return refuse('error', 'internal', {
      message: `Toolyard failed: ${messageOf(error)}`,
      hint: 'This is a fault of Toolyard; please report it.',
      says: { key: 'ownFault', values: [] },
    })
  return fromStore(error, {
    status: ran ? 'unknown' : 'error',
    what: ran ? `"${name}" ran, but its answer was lost` : 'the call was not run',
    hint: 'Check whether a change was made before you call again.',
  })
}

export function isOfStore(error: unknown): boolean {
  const code = ToolyardError.isInstance(error) ? error.code : undefined
  return code === 'store_unavailable' || code === 'store_corrupt' || code === 'store_newer'
}

export function isThenable(value: unknown): value is PromiseLike<unknown> {
  if (typeof value !== 'object' || value === null) return false
  return value instanceof Promise || ('then' in value && typeof value.then === 'function')
}
