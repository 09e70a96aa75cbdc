/**
 * A schedule's text, read: cron with five or six fields, `@daily` and the like, `every 15m` (or only `15m`), or a time in ISO 8601.
 *
 * What is wrong is told in one sentence with what to write instead.
 *
 * @module
 */
import { Temporal } from 'temporal-polyfill'
import { messageOf, ToolyardError } from '../../kernel/index.ts'
import { wrongCron } from './cron-fields.ts'
import { readZone } from './read-zone.ts'
import { cronTimetable, everyTimetable, onceTimetable, type Timetable } from './timetable.ts'

/** Characters. */
const longest = 200
const mostEveryMs = 366 * 86_400_000
/** As calendars have it. */
const lastYear = 2200
const forms =
  'Write a cron expression ("0 9 * * 1-5"), an interval ("15m", "every 2h") or a time ("2030-01-31T09:00").'

const units: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
}
const amount =
  /(\d{1,9})\s*(ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?)/gi
const isInterval = new RegExp(
  String.raw`^(?:@?every\s+)?(?:${amount.source}\s*)(?:(?:and\s+)?${amount.source}\s*)*$`,
  'i',
)
/** What is meant as an interval, though it is none. */
const isAmount = /^(?:@?every\s+)?[\d.,]+\s*[a-z]+$/i
const isoTime = /^[+-]?\d{4,6}-?\d\d-?\d\d(?:$|[T [])/i

export interface TimetableOptions {
  /** The zone of cron expressions and of times without an offset. */
  readonly zone: string
  /** Intervals count from here: when the schedule was made or changed. */
  readonly anchor: number
}

/** Throws `invalid_arguments` for what can't be read; whether it is wise is checked apart. */
export function readTimetable(written: string, { zone: zoneName, anchor }: TimetableOptions): Timetable {
  const zone = readZone(zoneName)
  const text = written.trim().replaceAll(/\s+/g, ' ')
  if (text === '') throw wrong('is empty')
  if (text.length > longest) throw wrong(`has ${text.length} characters; ${longest} are allowed`)
  if (isInterval.test(text)) return everyTimetable(text, zone, { everyMs: readInterval(text), anchor })
  if (isAmount.test(text))
    throw wrong(
      `"${text}" is no interval: that is a whole number and a unit`,
      'Write it as "60s", "15m" or "2h".',
    )
  if (isoTime.test(text)) return onceTimetable(text, zone, readMoment(text, zone))
  return readCron(text, zone)
}

function readInterval(text: string): number {
  let everyMs = 0
  for (const [, count, unit = ''] of text.matchAll(amount))
    everyMs += Number(count) * (units[/^m(?:s|illi)/i.test(unit) ? 'ms' : unit.charAt(0).toLowerCase()] ?? 0)
  if (everyMs > mostEveryMs)
    throw wrong(`"${text}" is longer than a year`, 'Write a cron expression instead, or a time.')
  if (everyMs < 1000 || everyMs % 1000 !== 0)
    throw wrong(`"${text}" is not a whole number of seconds, at least one`, 'Write it as "60s" or "15m".')
  return everyMs
}

function readMoment(text: string, zone: string): number {
  const moment = momentOf(text, zone)
  if (moment === undefined)
    throw wrong(`"${text}" is no time that exists`, 'Write it as "2030-01-31T09:00" or "2030-01-31T09:00Z".')
  if (moment >= Date.UTC(lastYear + 1, 0, 1))
    throw wrong(`"${text}" is after the year ${lastYear}`, 'Name a nearer time.')
  return Math.floor(moment / 1000) * 1000
}

function momentOf(text: string, zone: string): number | undefined {
  // A zone that is written counts: the other forms would pass over one that contradicts its offset.
  const readers = text.includes('[')
    ? [() => Temporal.ZonedDateTime.from(text).epochMilliseconds]
    : [
        () => Temporal.Instant.from(text).epochMilliseconds,
        () => Temporal.PlainDateTime.from(text).toZonedDateTime(zone).epochMilliseconds,
      ]
  for (const read of readers) {
    try {
      return read()
    } catch {
      // The next form.
    }
  }
  return undefined
}

function readCron(text: string, zone: string): Timetable {
  const problem = wrongCron(text)
  if (problem) throw wrong(problem.message, problem.hint ?? forms)
  try {
    return cronTimetable(text, zone)
  } catch (error) {
    throw wrong(`"${text}" is no cron expression: ${messageOf(error).replace(/^Cron\w*: /, '')}`)
  }
}

export function wrong(message: string, hint = forms): ToolyardError {
  return new ToolyardError('invalid_arguments', `schedule: ${message}`, { hint })
}
