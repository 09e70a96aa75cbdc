/**
 * How long a server that has ended by itself is left alone: twice as long each time, until it has stayed for a good while.
 *
 * @module
 */
import { backOffMs } from '../../../kernel/index.ts'
import type { McpLimits } from './limits.ts'

export interface ServerBackOff {
  /** It has ended, or could not be reached. */
  failed(now: number): void
  /** It has answered: what was before counts until it has stayed. */
  worked(now: number): void
  /** Its fault was mended: it may be tried at once. */
  forget(): void
  /** Milliseconds until it may be tried again. */
  pause(now: number): number
  /** How often it has failed without having stayed in between. */
  readonly failures: number
}

export function createBackOff(limits: McpLimits, random: () => number = Math.random): ServerBackOff {
  const { pauseMs, maxPauseMs, stableMs } = limits
  let failures = 0
  let until = 0
  let worksSince: number | undefined
  return {
    failed(now) {
      if (worksSince !== undefined && now - worksSince >= stableMs) failures = 0
      worksSince = undefined
      failures++
      until = now + backOffMs(failures, { firstMs: pauseMs, longestMs: maxPauseMs, random })
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
