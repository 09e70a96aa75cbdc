/**
 * Identifiers: short, sortable by time within a process, unique across processes.
 *
 * @module
 */
import { randomBytes } from 'node:crypto'

export interface Ids {
  /** A new id such as `call_m3k9x0f2a7b1_10001b`: 60 random bits for the process, then a counter of even width. */
  next(prefix: string): string
}

export function createIds(): Ids {
  const process = randomBytes(8).readBigUInt64BE().toString(36).padStart(13, '0').slice(0, 12)
  let count = 36 ** 5
  return { next: (prefix) => `${prefix}_${process}_${(count++).toString(36)}` }
}
