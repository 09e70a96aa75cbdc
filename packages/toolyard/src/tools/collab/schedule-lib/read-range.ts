/**
 * What a call says about times: the range that it looks at, the hours of work, the start and the end of an event.
 *
 * @module
 */
import { Temporal } from 'temporal-polyfill'
import { ToolyardError } from '../../../kernel/index.ts'
import { shortClock } from '../../time-lib/on-clock.ts'
import { addDuration, readDuration, tryDuration } from '../../time-lib/read-duration.ts'
import { type TimeReading, type ReadTime, readTime } from '../../time-lib/read-time.ts'
import type { WorkingHours } from './free-slots.ts'
import { keyOf, type Range } from './occurrences.ts'

/** What a range covers at most. */
const mostYears = 2
const mostDays = 366
const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

export interface EventTimes {
  readonly start: string
  readonly end: string
  readonly zone: string
  readonly notes: readonly string[]
}

export interface TimesAsked {
  readonly start: string
  readonly end?: string | undefined
  readonly duration?: string | undefined
}

/** From a start and an end, or how long it takes; an hour, or the whole day, if neither is said. */
export function readTimes(asked: TimesAsked, reading: TimeReading): EventTimes {
  const start = readTime(asked.start, 'start', reading)
  const end = readEnd(asked, start)
  const zone = start.time.timeZoneId
  const local = (time: Temporal.ZonedDateTime): Temporal.PlainDateTime =>
    time.withTimeZone(zone).toPlainDateTime().round({ smallestUnit: 'second', roundingMode: 'floor' })
  const from = local(start.time)
  // The second of two equal times can't be told from the first on this clock.
  const isSecond = (time: Temporal.ZonedDateTime): boolean =>
    !start.isDay && time.epochMilliseconds - local(time).toZonedDateTime(zone).epochMilliseconds >= 1000
  const to = isSecond(end.time) ? from.add(start.time.until(end.time)) : local(end.time)
  const twice = isSecond(start.time)
    ? [`${shortClock(from)} happens twice that day in ${zone}; took the first.`]
    : isSecond(end.time)
      ? [`Clocks go back meanwhile in ${zone}; took ${shortClock(to)} as the end.`]
      : []
  for (const { year } of [from, to]) requireYear(year)
  const last = start.isDay ? to.toPlainDate().toPlainDateTime() : to
  const order = Temporal.ZonedDateTime.compare(end.time, start.time)
  if (order < 0 || Temporal.PlainDateTime.compare(last, from) <= 0)
    throw new ToolyardError(
      'invalid_arguments',
      `end: ${keyOf(last, start.isDay)} is not after the start, ${keyOf(from, start.isDay)}`,
      {
        hint: 'Give a later end, or a duration.',
      },
    )
  if (from.until(last, { largestUnit: 'days' }).days > mostDays)
    throw new ToolyardError('invalid_arguments', `end: an event lasts ${mostDays} days at most`, {
      hint: 'Make it shorter, or let it repeat.',
    })
  return {
    start: keyOf(from, start.isDay),
    end: keyOf(last, start.isDay),
    zone,
    notes: [...start.notes, ...end.notes, ...twice],
  }
}

/** Where zones and rules mean something. */
function requireYear(year: number): void {
  if (year >= 1900 && year <= 2200) return
  throw new ToolyardError('invalid_arguments', `start: the year ${year} is not from 1900 to 2200`, {
    hint: 'Name a nearer time.',
  })
}

function readEnd({ end, duration }: TimesAsked, start: ReadTime): Pick<ReadTime, 'time' | 'notes'> {
  const { time, isDay, until } = start
  const length = duration ?? end
  const read =
    length === undefined ? undefined : duration === undefined ? tryDuration(length) : readDuration(length)
  if (read) return { time: addDuration(time, read), notes: [] }
  if (end === undefined) return { time: until ?? time.add(isDay ? { days: 1 } : { hours: 1 }), notes: [] }
  // "5pm" is that of the day of the start.
  const reading: TimeReading = { zone: time.timeZoneId, now: time, prefer: 'next' }
  const found = readTime(end, 'end', reading)
  const notes = found.notes.filter((note) => !note.startsWith('No day was named'))
  // People name the last day of an event of whole days.
  if (isDay && found.isDay) return { time: found.time.add({ days: 1 }), notes }
  if (isDay)
    throw new ToolyardError('invalid_arguments', 'end: names a time, and start names only a day', {
      hint: 'Give both with a time, or both as days.',
    })
  return { time: found.isDay ? found.time.add({ days: 1 }) : found.time, notes }
}

export interface RangeAsked {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** From now by default; a last day is included whole. */
export function readRange(
  { from, to }: RangeAsked,
  days: number,
  reading: TimeReading,
): Range & { readonly notes: readonly string[] } {
  const start =
    from === undefined
      ? { time: reading.now, isDay: false, notes: [] }
      : readTime(from, 'from', { ...reading, prefer: 'today' })
  const end = to === undefined ? undefined : readTo(to, start.time)
  const until = end
    ? end.isDay
      ? end.time.add({ days: 1 })
      : end.time
    : (start.until ?? start.time.add({ days }))
  if (Temporal.ZonedDateTime.compare(until, start.time) <= 0)
    throw new ToolyardError(
      'invalid_arguments',
      `to: ${until.toPlainDate().toString()} is not after from, ${start.time.toPlainDate().toString()}`,
      {
        hint: 'Give a later end of the range.',
      },
    )
  if (Temporal.ZonedDateTime.compare(until, start.time.add({ years: mostYears, days: 1 })) > 0)
    throw new ToolyardError('invalid_arguments', `to: a range covers ${mostYears} years at most`, {
      hint: 'Ask for a part of it.',
    })
  return {
    from: start.time.toInstant(),
    to: until.toInstant(),
    notes: [...start.notes, ...(end?.notes ?? [])],
  }
}

/** "in 3 days" and "3 days" count from the start of the range. */
function readTo(to: string, start: Temporal.ZonedDateTime): ReadTime {
  const length = tryDuration(to)
  if (length) return { time: addDuration(start, length), isDay: false, notes: [] }
  return readTime(to, 'to', { zone: start.timeZoneId, now: start, prefer: 'next' })
}

/** `9:00-17:00`, with days before it if they are others than Monday to Friday: `mon-sat 8-20`. */
export function readHours(text: string): WorkingHours {
  const [, days = 'mon-fri', from = '', fromMinute = '00', to = '', toMinute = '00'] =
    /^(?:([a-z,\s-]+?|daily|every day)\s+)?(\d{1,2})(?::(\d\d))?\s*(?:-|–|to)\s*(\d{1,2})(?::(\d\d))?$/i.exec(
      text.trim(),
    ) ?? []
  const list = daysOf(days.toLowerCase())
  const isDay = Number(from) === 0 && Number(to) === 24
  if (
    from === '' ||
    list.length === 0 ||
    Number(from) > 23 ||
    Number(to) > 24 ||
    Number(fromMinute) > 59 ||
    Number(toMinute) > 59
  )
    throw new ToolyardError('invalid_arguments', `hours: "${text}" can't be read`, {
      hint: 'Write 9:00-17:00, "mon-sat 8-20" or "daily 0-24".',
    })
  return {
    from: Temporal.PlainTime.from({ hour: Number(from), minute: Number(fromMinute) }),
    to: isDay
      ? new Temporal.PlainTime()
      : Temporal.PlainTime.from({ hour: Number(to) % 24, minute: Number(toMinute) }),
    days: list,
  }
}

function daysOf(text: string): readonly number[] {
  if (text === 'daily' || text === 'every day') return [1, 2, 3, 4, 5, 6, 7]
  return text.split(/[\s,]+/).flatMap((part) => {
    const [first = 0, last = first] = part.split('-').map((name) => weekdays.indexOf(name.slice(0, 3)) + 1)
    if (first === 0 || last === 0) return []
    return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, index) => ((first - 1 + index) % 7) + 1)
  })
}
