/**
 * What the SDK says of a run that it could not finish.
 *
 * @module
 */
import { ToolyardError } from '../../kernel/index.ts'
import type { SdkResult } from './sdk.ts'

/** The conversation is longer than the model takes, and the SDK could not make it shorter. */
export function isTooLong({ terminal_reason: reason }: SdkResult): boolean {
  return reason === 'prompt_too_long'
}

export function resultFault(given: SdkResult): ToolyardError {
  const { result, errors = [], subtype, api_error_status: status } = given
  const said = result ?? (errors.join('; ') || subtype)
  if (isTooLong(given))
    return new ToolyardError('budget_exhausted', `the conversation does not fit any more (${said})`, {
      hint: 'Give the agent a shorter prompt or fewer tools, or take a model with a longer context.',
    })
  const isRefusal = typeof status === 'number' && status < 500 && status !== 429 && status !== 408
  return new ToolyardError(status === 429 ? 'rate_limited' : 'unavailable', said, {
    hint: isRefusal
      ? 'Check the key, the name of the model and the base URL.'
      : 'Try again later, or use another model.',
    retryable: typeof status === 'number' && !isRefusal,
  })
}
