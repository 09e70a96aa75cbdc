/**
 * Waits for some time, or for a promise, but no longer than it has to.
 *
 * @module
 */
import type { Clock } from './clock.ts'

export interface PauseOptions {
  readonly clock: Clock
  readonly signal?: AbortSignal | undefined
}

/** Rejects with the reason of the signal if it aborts meanwhile. */
export function pause(ms: number, { clock, signal }: PauseOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      deadline.cancel()
      reject(signal?.reason as Error)
    }
    const deadline = clock.after(ms, () => {
      signal?.removeEventListener('abort', stop)
      resolve()
    })
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}

/** Whether `work` is done, well or badly, before `ms` have passed. Never rejects. */
export async function settlesWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  const late = Promise.withResolvers<boolean>()
  const timer = setTimeout(late.resolve, ms, false)
  const settled = Promise.allSettled([work]).then(() => true)
  const isDone = await Promise.race([settled, late.promise])
  clearTimeout(timer)
  return isDone
}
