/**
 * Times in the forms of ISO 8601: with a zone or without, dates alone, weeks, and Unix time.
 *
 * @module
 */
import { Temporal } from 'temporal-polyfill'
import { onClock } from './on-clock.ts'

export interface IsoTime {
  readonly time: Temporal.ZonedDateTime
  /** Only a day was named, no time of it. */
  readonly isDay: boolean
  readonly notes: readonly string[]
}

const isoStart = /^[+-]?\d{4,6}-?\d\d/
const weekDate = /^(\d{4})-?W(\d\d)(?:-?([1-7]))?$/i
const yearMonth = /^(\d{4})-(\d\d)$/

export function readIso(text: string, zone: string): IsoTime | undefined {
  return readUnix(text, zone) ?? readWeek(text, zone) ?? readMonth(text, zone) ?? readFull(text, zone)
}

/** What is wrong with a day that looks like one: "February 2026 has 28 days". */
export function wrongDay(text: string): string | undefined {
  const [, year = '', month = '', day = ''] = /^(\d{4})-?(\d\d)-?(\d\d)/.exec(text) ?? []
  const first = attempt(() => Temporal.PlainDate.from(`${year}-${month}-01`))
  return first && Number(day) > first.daysInMonth
    ? `${year}-${month} has ${first.daysInMonth} days`
    : undefined
}

function readFull(text: string, zone: string): IsoTime | undefined {
  if (!isoStart.test(text)) return undefined
  if (text.includes('[')) return isoTime(attempt(() => Temporal.ZonedDateTime.from(text)))
  const instant = attempt(() => Temporal.Instant.from(text))
  if (instant) return isoTime(instant.toZonedDateTimeISO(zone))
  const local = attempt(() => Temporal.PlainDateTime.from(text))
  if (!local) return undefined
  return /[T ]\d/i.test(text) ? onLocal(local, zone) : dayOf(local.toPlainDate(), zone)
}

function onLocal(local: Temporal.PlainDateTime, zone: string): IsoTime | undefined {
  const found = attempt(() => onClock(local, zone))
  return found && { time: found.time, isDay: false, notes: found.note === undefined ? [] : [found.note] }
}

function readUnix(text: string, zone: string): IsoTime | undefined {
  if (!/^(?:\d{10}|\d{13})$/.test(text)) return undefined
  const at = Number(text) * (text.length === 10 ? 1000 : 1)
  const unit = text.length === 10 ? 'seconds' : 'milliseconds'
  const time = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
  return { time, isDay: false, notes: [`Read as Unix time in ${unit}.`] }
}

function readWeek(text: string, zone: string): IsoTime | undefined {
  const [, year, week, weekday = '1'] = weekDate.exec(text) ?? []
  if (year === undefined) return undefined
  // The fourth of January is always in the first week.
  const fourth = Temporal.PlainDate.from({ year: Number(year), month: 1, day: 4 })
  const days = 7 * (Number(week) - 1) + Number(weekday) - fourth.dayOfWeek
  const date = fourth.add({ days })
  return date.weekOfYear === Number(week) ? dayOf(date, zone) : undefined
}

function readMonth(text: string, zone: string): IsoTime | undefined {
  const first = yearMonth.test(text) ? attempt(() => Temporal.PlainDate.from(`${text}-01`)) : undefined
  const read = first && dayOf(first, zone)
  return read && { ...read, notes: ['No day was named; took the first of the month.'] }
}

function dayOf(date: Temporal.PlainDate, zone: string): IsoTime | undefined {
  const time = attempt(() => date.toZonedDateTime(zone))
  return time && { time, isDay: true, notes: [] }
}

function isoTime(time: Temporal.ZonedDateTime | undefined): IsoTime | undefined {
  return time && { time, isDay: false, notes: [] }
}

export function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
