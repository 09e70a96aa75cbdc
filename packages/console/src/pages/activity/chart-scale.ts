/**
 * Figures into places on a chart.
 *
 * @module
 */
import type { StatBucket } from '../../api/types.ts'

export interface Slot {
  readonly at: number
  readonly bucket: StatBucket | undefined
}

/** Every stretch of time from the first to now, whether something happened in it or not. */
export function slotsOf(
  buckets: readonly StatBucket[],
  spanMs: number,
  { bucketMs, now }: { bucketMs: number; now: number },
): readonly Slot[] {
  const byTime = new Map(buckets.map((bucket) => [Math.floor(bucket.at / bucketMs), bucket]))
  const last = Math.floor(now / bucketMs)
  const count = Math.ceil(spanMs / bucketMs)
  return Array.from({ length: count }, (_none, index) => {
    const place = last - count + 1 + index
    return { at: place * bucketMs, bucket: byTime.get(place) }
  })
}

/** A round number at or above the largest: 1, 2, 5, 10, 20 … */
export function ceilingOf(largest: number): number {
  if (largest <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(largest))
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= largest) ?? largest
}

/** Durations reach from microseconds to minutes: a place between 0 and 1 by their magnitude. */
export function magnitude(ms: number, largest: number): number {
  return Math.log1p(ms) / Math.log1p(Math.max(ms, largest, 1))
}
