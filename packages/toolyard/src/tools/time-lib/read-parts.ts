/**
 * What a reader found in words: a day, a time of the day, and how it repeats if no day was named in full.
 *
 * @module
 */
import type { Temporal } from 'temporal-polyfill'

export interface ReadParts {
  readonly date: Temporal.PlainDate
  /** Absent if only a day was named. */
  readonly clock?: Temporal.PlainTime | undefined
  /** When it comes again, if that is in the past: "Friday" a week later, "3pm" a day later. */
  readonly period?: 'day' | 'week' | 'month' | 'year' | undefined
  /** Where a stretch of time ends: "3-5pm". */
  readonly until?: { readonly date: Temporal.PlainDate; readonly clock: Temporal.PlainTime } | undefined
  readonly notes: readonly string[]
}
