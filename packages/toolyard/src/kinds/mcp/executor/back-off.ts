/**
 * How long a server that has ended by itself is left alone: twice as long each time, until it has stayed for a good while.
 *
 * @module
 */
import type { McpLimits } from './limits.ts'

export interface BackOff {
  /** It has ended, or could not be reached. */
  failed(now: number): void
  /** It has answered: what was before counts until it has stayed. */
  worked(now: number): void
  /** Somebody has set things right: it may be tried at once. */
  forget(): void
  /** Milliseconds until it may be tried again. */
  pause(now: number): number
  /** How often it has failed without having stayed in between. */
  readonly failures: number
}

/** Pauses are longer by up to so much, so that not all come back at once. */
const jitter = 0.25

export function createBackOff(limits: McpLimits, random: () => number = Math.random): BackOff {
  const { pauseMs, maxPauseMs, stableMs } = limits
  const longest = maxPauseMs / (1 + jitter)
  let failures = 0
  let until = 0
  let worksSince: number | undefined
  return {
    failed(now) {
      if (worksSince !== undefined && now - worksSince >= stableMs) failures = 0
      worksSince = undefined
      const doubled = Math.min(pauseMs * 2 ** failures, longest)
      until = now + doubled * (1 + random() * jitter)
      failures++
    },
    worked(now) {
      worksSince = now
    },
    forget() {
      failures = 0
      until = 0
      worksSince = undefined
    },
    pause: (now) => Math.max(0, until - now),
    get failures() {
      return failures
    },
  }
}
