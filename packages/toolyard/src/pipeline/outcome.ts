/**
 * How a call ended, before it is turned into what the caller sees.
 *
 * @module
 */
import type { ToolFault, ToolStatus } from '../define/index.ts'
import { type ErrorCode, type ErrorDetails, ToolyardError } from '../kernel/index.ts'

export interface Outcome {
  readonly status: ToolStatus
  /** What the tool returned, or a hook put in its place. */
  readonly output?: unknown
  readonly fault?: ToolFault
}

/** A step answers nothing to go on, or an outcome to end the call with. */
export type StepAnswer = Outcome | undefined | Promise<Outcome | undefined>

export function refuse(
  status: ToolStatus,
  code: ErrorCode,
  say: { readonly message: string } & ErrorDetails,
): Outcome {
  const { message, hint, retryable = false, retryAfterMs } = say
  return {
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
export function fromThrown(thrown: unknown, tool: string): Outcome {
  const error = ToolyardError.from(thrown, tool)
  const { code, message, hint, retryable, retryAfterMs } = error
  return refuse(statuses[code] ?? 'error', code, { message, hint, retryable, retryAfterMs })
}

/** The one way in which faults are told to a model. */
export function faultText({ code, message, hint }: ToolFault): string {
  return hint ? `${code}: ${message}\n${hint}` : `${code}: ${message}`
}
