/**
 * How long to wait before a service is asked again.
 *
 * @module
 */
import { backOffMs, type ToolyardError } from '../../kernel/index.ts'
import type { RetrySettings } from './loop-parts.ts'

export const usualRetry: RetrySettings = {
  attempts: 6,
  firstMs: 1000,
  longestMs: 60_000,
  silenceMs: 300_000,
}

export interface Attempt {
  /** From 1. */
  readonly number: number
  readonly settings: RetrySettings
  readonly random: () => number
}

/** `undefined` if it should not be asked again: it was asked often enough, it would not help, or it wants too long a wait. */
export function delayBefore(fault: ToolyardError, { number, settings, random }: Attempt): number | undefined {
  if (!fault.retryable || number >= settings.attempts) return undefined
  if (settings.errors && !settings.errors.includes(fault.code)) return undefined
  const wanted = fault.retryAfterMs
  if (wanted !== undefined && wanted > settings.longestMs) return undefined
  const { firstMs, longestMs } = settings
  if (wanted !== undefined) return Math.round(wanted + firstMs * random() * 0.25)
  return Math.round(backOffMs(number, { firstMs, longestMs, random }))
}
