/**
 * A schedule as people say it: first as a pattern, which others may put into the words of their language, then in English: "every 15
 * minutes", "at 09:00 on Monday to Friday, Europe/Berlin". What has no simple words is told as it was written.
 *
 * @module
 */
import type { Timetable } from './timetable.ts'

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const units = [
  [604_800_000, 'week'],
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
  [1000, 'second'],
] as const
const minuteMs = 60_000
const nicknames: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
}

/** `time` is `09:00` in the zone of the schedule; Sunday is day 0 of a week. */
export type TimetablePattern =
  | { readonly kind: 'every'; readonly everyMs: number }
  | { readonly kind: 'once'; readonly at: number }
  | { readonly kind: 'hourly'; readonly minute: number }
  | { readonly kind: 'daily'; readonly time: string }
  /** `isRange`: from the first day to the second. */
  | {
      readonly kind: 'weekly'
      readonly time: string
      readonly days: readonly number[]
      readonly isRange: boolean
    }
  | { readonly kind: 'monthly'; readonly time: string; readonly day: number }
  | { readonly kind: 'other' }

export function patternOf({ kind, text, everyMs, next }: Timetable): TimetablePattern {
  if (everyMs !== undefined) return { kind: 'every', everyMs }
  if (kind === 'once') return { kind: 'once', at: next(-Infinity) ?? 0 }
  return cronPattern(nicknames[text.toLowerCase()] ?? text) ?? { kind: 'other' }
}

export function describeTimetable(timetable: Timetable): string {
  const { text, zone } = timetable
  const pattern = patternOf(timetable)
  switch (pattern.kind) {
    case 'every':
      return everyWords(pattern.everyMs)
    case 'once':
      return `once at ${clockText(pattern.at, zone)}, ${zone}`
    case 'hourly':
      return `every hour at minute ${pattern.minute}`
    case 'daily':
      return `at ${pattern.time} every day, ${zone}`
    case 'weekly':
      return `at ${pattern.time} on ${dayWords(pattern.days, pattern.isRange)}, ${zone}`
    case 'monthly':
      return `at ${pattern.time} on day ${pattern.day} of every month, ${zone}`
    default:
      return `${text}, ${zone}`
  }
}

function everyWords(ms: number): string {
  const [size, name] = units.find(([unit]) => ms % unit === 0) ?? [1000, 'second']
  return ms === size ? `every ${name}` : `every ${ms / size} ${name}s`
}

function dayWords(numbers: readonly number[], isRange: boolean): string {
  const names = numbers.map((day) => days[day] ?? '')
  return isRange ? names.join(' to ') : names.map((name) => `${name}s`).join(' and ')
}

function cronPattern(text: string): TimetablePattern | undefined {
  const parts = text.split(' ')
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = parts.slice(-5)
  if (parts.length === 6 && parts[0] !== '0') return undefined
  if (month !== '*') return undefined
  if (day === '*' && weekday === '*') {
    if (hour === '*') return minutePattern(minute)
    if (minute === '0' && /^\*\/(?:2|3|4|6|8|12)$/.test(hour))
      return { kind: 'every', everyMs: Number(hour.slice(2)) * 60 * minuteMs }
  }
  if (!/^\d+$/.test(minute) || !/^\d+$/.test(hour)) return undefined
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`
  if (day === '*') return weekday === '*' ? { kind: 'daily', time } : weekPattern(weekday, time)
  if (weekday !== '*' || !/^\d+$/.test(day)) return undefined
  return { kind: 'monthly', time, day: Number(day) }
}

function minutePattern(minute: string): TimetablePattern | undefined {
  if (minute === '*') return { kind: 'every', everyMs: minuteMs }
  const [, step] = /^\*\/(\d+)$/.exec(minute) ?? []
  if (step !== undefined)
    return 60 % Number(step) === 0 ? { kind: 'every', everyMs: Number(step) * minuteMs } : undefined
  return /^\d+$/.test(minute) ? { kind: 'hourly', minute: Number(minute) } : undefined
}

function weekPattern(weekday: string, time: string): TimetablePattern | undefined {
  const isRange = weekday.includes('-')
  const found = weekday.split(isRange ? '-' : ',').map(dayNumber)
  const known = found.filter((day) => day !== undefined)
  if (known.length < found.length || (isRange && known.length !== 2)) return undefined
  return { kind: 'weekly', time, days: known, isRange }
}

function dayNumber(written: string): number | undefined {
  if (/^[0-7]$/.test(written)) return Number(written) % 7
  const found = days.findIndex((name) => name.slice(0, 3).toLowerCase() === written.toLowerCase())
  return found === -1 ? undefined : found
}

/** `2030-01-31 09:00` in a zone; with seconds if there are some. */
function clockText(at: number, zone: string): string {
  const text = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(at)
  return text.replace(/:00$/, '')
}
