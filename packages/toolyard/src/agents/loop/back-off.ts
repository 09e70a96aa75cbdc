/**
 * How long to wait before a service is asked again.
 *
 * @module
 */
import type { Clock, ToolyardError } from '../../kernel/index.ts'
import type { RetrySettings } from './loop-parts.ts'

export const usualRetry: RetrySettings = {
  attempts: 6,
  firstMs: 1000,
  longestMs: 60_000,
  silenceMs: 300_000,
}

/** Part of a wait that is left to chance, so that many who were refused at once do not come back at once. */
const jitter = 0.25

export interface Attempt {
  /** From 1. */
  readonly number: number
  readonly settings: RetrySettings
  readonly random: () => number
}

/** Nothing where it should not be asked again: it was asked often enough, it would not help, or it wants too long a wait. */
export function delayBefore(fault: ToolyardError, { number, settings, random }: Attempt): number | undefined {
  if (!fault.retryable || number >= settings.attempts) return undefined
  const wanted = fault.retryAfterMs
  if (wanted !== undefined && wanted > settings.longestMs) return undefined
  const doubled = Math.min(settings.firstMs * 2 ** (number - 1), settings.longestMs)
  const chance = random() * jitter
  return Math.round(wanted === undefined ? doubled * (1 - chance) : wanted + settings.firstMs * chance)
}

/** Ends early where the signal aborts. */
export async function wait(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted || ms <= 0) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const end = (): void => resolve()
  const deadline = clock.after(ms, end)
  signal.addEventListener('abort', end, { once: true })
  await promise
  deadline.cancel()
  signal.removeEventListener('abort', end)
}
