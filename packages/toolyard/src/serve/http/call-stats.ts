/**
 * Figures about calls, by stretches of time.
 *
 * @module
 */
import type { CallTiming } from '../../store/index.ts'

export interface Bucket {
  /** When the stretch begins. */
  readonly at: number
  readonly count: number
  readonly errors: number
  /** How long half of them, and nearly all of them, took at the most. */
  readonly p50: number
  readonly p95: number
}

/** Oldest first; stretches without a call are left out. */
export function bucketsOf(calls: readonly CallTiming[], bucketMs: number): Bucket[] {
  const ended = calls.filter(({ status }) => status !== 'running')
  const groups = Map.groupBy(ended, ({ startedAt }) => Math.floor(startedAt / bucketMs) * bucketMs)
  return [...groups]
    .map(([at, group]) => {
      const durations = group.map(({ durationMs }) => durationMs).toSorted((left, right) => left - right)
      return {
        at,
        count: group.length,
        errors: group.filter(({ status }) => status !== 'ok' && status !== 'skipped').length,
        p50: quantile(durations, 0.5),
        p95: quantile(durations, 0.95),
      }
    })
    .toSorted((left, right) => left.at - right.at)
}

function quantile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}
