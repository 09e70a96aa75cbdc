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
  say: { readonly message: string } & ErrorDetails,
): Refused {
  const { message, hint, retryable = false, retryAfterMs } = say
  return {
    kind: 'refused',
    status,
    fault: {
      code,
      message,
      retryable,
      ...(hint !== undefined && { hint }),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    },
  }
}

/** The same as an error, for those who throw. */
export function errorOf({ fault: { code, message, hint } }: Refused): ToolyardError {
  return new ToolyardError(code, message, { hint })
}

/** Statuses of errors that say more than `error`. */
const statuses: Partial<Record<ErrorCode, ToolStatus>> = {
  cancelled: 'cancelled',
  timeout: 'timeout',
  denied: 'denied',
  denied_by_hook: 'denied',
  rejected: 'denied',
  approval_expired: 'denied',
}

/** An outcome for anything that a tool threw. */
export function fromThrown(thrown: unknown, tool: string): Refused {
  try {
    const { code, message, hint, retryable, retryAfterMs } = ToolyardError.from(thrown, tool)
    if (errorCodes.includes(code) && typeof message === 'string')
      return refuse(statuses[code] ?? 'error', code, { message, hint, retryable, retryAfterMs })
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

export function isOfStore(error: unknown): boolean {
  const code = ToolyardError.isInstance(error) ? error.code : undefined
  return code === 'store_unavailable' || code === 'store_corrupt' || code === 'store_newer'
}
