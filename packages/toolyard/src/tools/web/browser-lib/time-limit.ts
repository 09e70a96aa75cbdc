/**
 * Everything that a page is waited for ends in time, whatever the page does.
 *
 * @module
 */
import { type Clock, pause, ToolyardError } from '../../../kernel/index.ts'

export interface TimeLimit {
  readonly clock: Clock
  readonly signal: AbortSignal
}

/** Rejects with `timeout` after so long, or with the signal's reason. What comes later is not heard. */
export function within<T>(work: Promise<T>, ms: number, { clock, signal }: TimeLimit): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const stop = (): void => reject(signal.reason as Error)
  const deadline = clock.after(ms, () => reject(notAnswering()))
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  work.then(resolve, reject)
  return promise.finally(() => {
    deadline.cancel()
    signal.removeEventListener('abort', stop)
  })
}

/** Looks again and again until `isSo` or the time is over; answers whether it was so. */
export async function until(isSo: () => boolean, ms: number, limit: TimeLimit): Promise<boolean> {
  const end = limit.clock.now() + ms
  while (!isSo()) {
    if (limit.clock.now() >= end) return false
    await pause(20, limit)
  }
  return true
}

function notAnswering(): ToolyardError {
  return new ToolyardError('timeout', 'the page does not answer', {
    hint: 'It may be busy: wait and try again, or close its tab (action=close with tab) and open it anew.',
  })
}
