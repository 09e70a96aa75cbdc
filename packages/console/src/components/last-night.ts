/**
 * The night before, by the reader's clock: what operators ask for first in the morning.
 *
 * @module
 */

export interface TimeRange {
  readonly since: number
  /** Undefined if it is now. */
  readonly until?: number | undefined
}

/** When a night begins and ends. */
const [evening, morning] = [18, 8]

/** From yesterday evening to this morning, or to now if it is not over. */
export function lastNight(now: number): TimeRange {
  const start = new Date(now)
  start.setHours(evening, 0, 0, 0)
  start.setDate(start.getDate() - 1)
  const end = new Date(now)
  end.setHours(morning, 0, 0, 0)
  return end.getTime() > now ? { since: start.getTime() } : { since: start.getTime(), until: end.getTime() }
}
