/**
 * Why the signal of a running job aborted.
 *
 * @module
 */
import { type ErrorCode, ToolyardError } from '../kernel/index.ts'

/** Whether another worker goes on with the job; otherwise it was cancelled. */
export function isLostJob(signal: AbortSignal): boolean {
  return hasCode(signal, 'unavailable') || isGivenBack(signal)
}

/** Whether the job is still this worker's, which ends and gives it to another one. */
export function isGivenBack(signal: AbortSignal): boolean {
  return hasCode(signal, 'closed')
}

function hasCode({ aborted, reason }: AbortSignal, code: ErrorCode): boolean {
  return aborted && ToolyardError.isInstance(reason) && reason.code === code
}
