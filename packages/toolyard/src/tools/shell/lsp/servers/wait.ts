/**
 * Waiting for something that may never come: with a limit, and no longer than the caller wants to.
 *
 * @module
 */
import { ToolyardError } from '../../../../kernel/index.ts'

export interface Patience {
  readonly ms: number
  readonly signal?: AbortSignal | undefined
}

/**
 * What `promise` gives, or `undefined` when the time is over. Rejects where the signal aborts first, or `death`, whose
 * reason is the error. Signals are listened to only while it waits: a race with a promise that lives on would keep every
 * answer alive with it.
 */
export async function waitFor<T>(
  promise: Promise<T>,
  { ms, signal }: Patience,
  death?: AbortSignal,
): Promise<T | undefined> {
  const over = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => over.resolve(undefined), ms)
  const abort = (): void => over.reject(cancelled())
  const die = (): void => over.reject(death?.reason as Error)
  if (death?.aborted) die()
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort)
  death?.addEventListener('abort', die)
  try {
    return await Promise.race([promise, over.promise])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
    death?.removeEventListener('abort', die)
  }
}

function cancelled(): ToolyardError {
  return new ToolyardError('cancelled', 'the call was cancelled while the language server worked')
}

/** Something happens again and again; who waits is woken the next time. */
export interface Pulse {
  fire(): void
  next(): Promise<void>
}

export function createPulse(): Pulse {
  let coming = Promise.withResolvers<void>()
  return {
    fire() {
      coming.resolve()
      coming = Promise.withResolvers()
    },
    next: () => coming.promise,
  }
}
