/**
 * How long a server that has ended by itself is left alone: longer each time, and for a good while after too many times.
 *
 * @module
 */
import type { McpLimits } from './limits.ts'

export interface BackOff {
  /** It has ended, or could not be reached. */
  failed(now: number): void
  /** It has answered: what was before counts less. */
  worked(): void
  /** Somebody has set things right: it may be tried at once. */
  forget(): void
  /** Milliseconds until it may be tried again. */
  pause(now: number): number
  /** It has failed so often that nobody waits for it. */
  readonly isResting: boolean
}

export function createBackOff(limits: McpLimits, random: () => number = Math.random): BackOff {
  let failures: number[] = []
  let inARow = 0
  let until = 0
  let isResting = false
  return {
    failed(now) {
      inARow++
      failures = [...failures.filter((at) => now - at < limits.crashWindowMs), now]
      isResting = failures.length >= limits.maxCrashes
      const doubled = Math.min(limits.pauseMs * 2 ** (inARow - 1), limits.maxPauseMs)
      until = now + (isResting ? limits.restMs : doubled * (0.5 + random() / 2))
      if (isResting) failures = []
    },
    worked() {
      inARow = 0
      isResting = false
    },
    forget() {
      failures = []
      inARow = 0
      until = 0
      isResting = false
    },
    pause: (now) => Math.max(0, until - now),
    get isResting() {
      return isResting
    },
  }
}
