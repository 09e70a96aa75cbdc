/**
 * How a run ended: its last event when something was thrown, and what its record says of it.
 *
 * @module
 */
import { messageOf, ToolyardError } from '../../kernel/index.ts'
import type { RunRecord } from '../../store/index.ts'
import type { LiveRun } from './live-run.ts'
import type { LastRunEvent, RunEnd } from './run-event.ts'
import { lostProcess } from './run-moments.ts'
import { usageOf } from './run-usage.ts'

export function failed({ record }: LiveRun, thrown: unknown): LastRunEvent {
  const { code, message, hint, retryable, says } = ToolyardError.isInstance(thrown)
    ? thrown
    : new ToolyardError('internal', messageOf(thrown))
  return {
    type: 'error',
    error: { code, message, retryable, ...(hint !== undefined && { hint }), ...(says && { says }) },
    usage: usageOf(record),
  }
}

/** The last event of a run whose process could not tell it, from its row. */
export function lastEventOf(run: RunRecord): LastRunEvent {
  const usage = usageOf(run)
  if (run.status === 'failed' || run.status === 'unknown') {
    const message = run.error ?? lostProcess
    return { type: 'error', error: { code: 'unavailable', message, retryable: false }, usage }
  }
  const { reason = 'stopped', result: text = '', output } = run
  return { type: 'done', reason: reason as RunEnd, text, ...(output !== undefined && { output }), usage }
}

export function outcomeOf(
  event: LastRunEvent,
): Pick<RunRecord, 'status' | 'reason' | 'result' | 'output' | 'error'> {
  if (event.type === 'error')
    return {
      status: 'failed',
      reason: event.error.code,
      error: `${event.error.code}: ${event.error.message}`,
    }
  const { reason, text, output } = event
  return { status: statusOf(reason), reason, result: text, ...(output !== undefined && { output }) }
}

/** Only what has come to its end is done. */
function statusOf(reason: RunEnd): RunRecord['status'] {
  if (reason === 'finished' || reason === 'stop_condition') return 'done'
  return reason === 'stopped' ? 'stopped' : 'incomplete'
}
