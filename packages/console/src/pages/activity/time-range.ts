/**
 * Which time is looked at: so long until now, last night, or from one moment to another.
 *
 * @module
 */

const hourMs = 3_600_000
const dayMs = 24 * hourMs

export const spans = {
  '15m': hourMs / 4,
  '1h': hourMs,
  '24h': dayMs,
  '7d': 7 * dayMs,
  '30d': 30 * dayMs,
} as const
export type SpanName = keyof typeof spans | 'night' | 'custom'
export const spanNames: readonly SpanName[] = ['15m', '1h', '24h', '7d', '30d', 'night', 'custom']

export interface TimeRange {
  readonly since: number
  /** Undefined if it is now. */
  readonly until?: number | undefined
}

/** When a night begins and ends, by the reader's clock. */
const [evening, morning] = [18, 8]

export function rangeOf(
  { span, from, to }: { readonly span: SpanName; readonly from: string; readonly to: string },
  now: number,
): TimeRange {
  if (span === 'night') return lastNight(now)
  if (span !== 'custom') return { since: now - spans[span] }
  const since = Date.parse(from)
  const until = Date.parse(to)
  const start = Number.isNaN(since) ? now - dayMs : since
  return Number.isNaN(until) || until <= start ? { since: start } : { since: start, until }
}

/** From yesterday evening to this morning, or to now if it is not over. */
function lastNight(now: number): TimeRange {
  const start = new Date(now)
  start.setHours(evening, 0, 0, 0)
  start.setDate(start.getDate() - 1)
  const end = new Date(now)
  end.setHours(morning, 0, 0, 0)
  return end.getTime() > now ? { since: start.getTime() } : { since: start.getTime(), until: end.getTime() }
}

/** A moment as a field for date and time takes it, by the reader's clock. */
export function localTime(at: number): string {
  const date = new Date(at)
  return new Date(at - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
