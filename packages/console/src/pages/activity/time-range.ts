/**
 * Which time is looked at: so long until now, last night, or from one moment to another.
 *
 * @module
 */
import { lastNight, type TimeRange } from '../../components/last-night.ts'

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

/** A moment as a field for date and time takes it, by the reader's clock. */
export function localTime(at: number): string {
  const date = new Date(at)
  return new Date(at - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
