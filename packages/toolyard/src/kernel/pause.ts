/**
 * Waits, unless the call ends meanwhile.
 *
 * @module
 */
import type { Clock } from './clock.ts'

/** Rejects with the reason of the signal. */
export function pause(
  ms: number,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      deadline.cancel()
      reject(signal.reason as Error)
    }
    const deadline = clock.after(ms, () => {
      signal.removeEventListener('abort', stop)
      resolve()
    })
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}
