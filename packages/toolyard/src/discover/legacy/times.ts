/**
 * Times of legacy files in milliseconds.
 *
 * The keys in snake_case (`timeout`, `retry_delay`, `refresh_interval`) count seconds; those of `[config]` and of
 * `metadata.customFields`, in camelCase (`timeout`, `retryDelay`), count milliseconds.
 *
 * @module
 */
import type { Table } from './table.ts'

/** No call may take longer, so that a larger number can't mean seconds. */
const mostSeconds = 600
const fewMilliseconds = 100

/** A key that counts seconds; 0 says nothing. */
export function seconds(table: Table, key: string): number | undefined {
  const written = table.number(key)
  if (!written) return undefined
  if (written <= mostSeconds) return Math.max(1, Math.round(written * 1000))
  table.note(key, {
    reason: `${key} = ${written} is read as milliseconds: no call takes more than ${mostSeconds} seconds`,
    hint: `Write ${key} = ${written / 1000}, in seconds.`,
  })
  return Math.round(written)
}

/** A key that counts milliseconds; 0 says nothing. */
export function milliseconds(table: Table, key: string): number | undefined {
  const written = table.number(key)
  if (!written) return undefined
  if (written < fewMilliseconds)
    table.note(key, {
      reason: `${key} = ${written} is read as milliseconds, as every time in this table`,
      hint: `Write ${key} = ${written * 1000} where seconds are meant.`,
    })
  return Math.max(1, Math.round(written))
}
