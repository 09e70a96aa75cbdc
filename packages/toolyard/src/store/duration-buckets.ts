/**
 * Durations as numbers of buckets, each a tenth wider than the one before: a percentile that is told by its bucket is right within
 * five percent, from a tenth of a millisecond to a month.
 *
 * The bounds are in the database too (`call_bounds`), so that SQL and this file sort a duration into the same bucket.
 *
 * @module
 */

const lowestMs = 0.1
const growth = 1.1
const bucketCount = 250

/** Where each bucket begins; the first one holds all that is shorter than the second begins. */
export const bucketBounds: readonly number[] = Array.from({ length: bucketCount }, (_, bucket) =>
  bucket === 0 ? 0 : lowestMs * growth ** (bucket - 1),
)

const logGrowth = Math.log(growth)

export function bucketOf(ms: number): number {
  if (!(ms >= lowestMs)) return 0
  const guess = Math.min(bucketCount - 1, Math.floor(Math.log(ms / lowestMs) / logGrowth) + 1)
  // The logarithm is off by a hair now and then; the bounds decide.
  if (ms < (bucketBounds[guess] ?? 0)) return guess - 1
  return ms >= (bucketBounds[guess + 1] ?? Infinity) ? guess + 1 : guess
}

/** What stands for the durations of a bucket: as far from its lower end as from its upper one. */
export function middleOf(bucket: number): number {
  if (bucket <= 0) return lowestMs / 2
  return (bucketBounds[Math.min(bucket, bucketCount - 1)] ?? 0) * Math.sqrt(growth)
}
