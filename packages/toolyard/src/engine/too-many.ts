/**
 * What those are told whose job is refused because too many wait.
 *
 * @module
 */
import { ToolyardError } from '../kernel/index.ts'

const retryAfterMs = 1000

export function tooManyWait(count?: number): ToolyardError {
  return busy(`${count ?? 'too many'} jobs are waiting, and no more are taken`, 'Try again later.')
}

export function tooManyOfTenant(queue: string, count: number): ToolyardError {
  return busy(
    `${count} of your jobs are waiting in the queue "${queue}", and no more are taken`,
    'Try again when some of them have begun.',
  )
}

function busy(message: string, hint: string): ToolyardError {
  return new ToolyardError('busy', message, { hint, retryable: true, retryAfterMs })
}
