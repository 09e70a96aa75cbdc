/**
 * A change of a file as the one stretch of bytes that differs.
 *
 * @module
 */
import type { Buffer } from 'node:buffer'
import type { FileContent } from '../../../host/index.ts'

export interface Stretch {
  /** Where it starts, before and after. */
  readonly start: number
  /** Where it ended before. */
  readonly end: number
  /** What stands there now. */
  readonly insert: Buffer
}

/** What is compared at once: the machine compares blocks far faster than we compare bytes. */
const block = 4096

export function stretchBetween(before: Buffer, after: Buffer): Stretch {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start + block <= shorter && before.compare(after, start, start + block, start, start + block) === 0)
    start += block
  while (start < shorter && before[start] === after[start]) start++
  const most = shorter - start
  let tail = 0
  while (tail + block <= most && equalTails(before, after, tail)) tail += block
  while (tail < most && before[before.length - tail - 1] === after[after.length - tail - 1]) tail++
  return { start, end: before.length - tail, insert: after.subarray(start, after.length - tail) }
}

function equalTails(before: Buffer, after: Buffer, tail: number): boolean {
  const [a, b] = [before.length - tail, after.length - tail]
  return before.compare(after, b - block, b, a - block, a) === 0
}

/** The whole file after the change, without a copy of what stays. */
export function contentOf(before: Buffer, { start, end, insert }: Stretch): FileContent {
  return [before.subarray(0, start), insert, before.subarray(end)]
}
