/**
 * How long to wait before something that failed is tried again.
 *
 * @module
 */

export interface BackOffOptions {
  readonly firstMs: number
  readonly longestMs: number
  /** Which part of a wait is left to chance, so that many who failed at once do not come back at once; a quarter by default. */
  readonly jitter?: number
  /** From 0 up to 1. */
  readonly random?: () => number
}

/** Twice as long with each failure, up to the longest, and shorter by chance. */
export function backOffMs(failures: number, options: BackOffOptions): number {
  const { firstMs, longestMs, jitter = 0.25, random = Math.random } = options
  return Math.min(firstMs * 2 ** (failures - 1), longestMs) * (1 - random() * jitter)
}
