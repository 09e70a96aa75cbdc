/**
 * What the store says of its database, as the engine says it.
 *
 * @module
 */
import { ToolyardError } from '../../kernel/index.ts'

/** What the store calls `store_unavailable` is `unavailable` of the engine. */
export function asUnavailable(told: ToolyardError): ToolyardError {
  if (told.code !== 'store_unavailable') return told
  const { message, hint, retryable } = told
  return new ToolyardError('unavailable', message, { cause: told.cause, hint, retryable })
}

export function engineClosed(): ToolyardError {
  return new ToolyardError('closed', 'the engine is closed')
}

export function isUnavailable(error: unknown): boolean {
  return ToolyardError.isInstance(error) && error.code === 'unavailable'
}
