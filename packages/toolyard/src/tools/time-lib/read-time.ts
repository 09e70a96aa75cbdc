/**
 * Times as people and models write them: ISO 8601, "in 90 minutes", a clock alone, and words in several languages. Whatever had
 * to be assumed is reported in notes.
 *
 * @module
 */
import { Temporal } from 'temporal-polyfill'
import { ToolyardError } from '../../kernel/index.ts'
import { nextLeapDay } from './calendar-phrases.ts'
import { onClock } from './on-clock.ts'
import { readChinese } from './read-chinese.ts'
import { addDuration, tryDuration } from './read-duration.ts'
import { attempt, type IsoTime, readIso, wrongDay } from './read-iso.ts'
import type { ReadParts } from './read-parts.ts'
import { readWords } from './read-words.ts'
import { splitZone } from './zones.ts'

export interface ReadTime extends IsoTime {
  /** Where a stretch of time ends: "3-5pm". */
  readonly until?: Temporal.ZonedDateTime | undefined
}

export interface TimeReading {
  /** The zone of times that name none. */
  readonly zone: string
  readonly now: Temporal.ZonedDateTime
  /** A clock or a weekday alone: the next one (as by default), or that of today. */
  readonly prefer?: 'next' | 'today' | undefined
}

const away =
  /^(?:in|within|nach|dans|em|dentro de)\s+(?<after>.+)$|^(?<after2>.+?)\s*(?:from now|later|hence|from today|[之以]?[后後]|後に)$|^(?<before>.+?)\s*(?:ago|[之以]?前)$|^(?:vor|il y a|hace|há)\s+(?<before2>.+)$/iu
const clockOnly = /^(?:at\s+)?(\d{1,2}):(\d\d)(?::(\d\d))?$/i

/** Throws `invalid_arguments` if it can't be read. */
export function readTime(text: string, parameter: string, reading: TimeReading): ReadTime {
  const words = text.trim()
  const read = attempt(() => readAny(words, reading))
  if (read) return read
  const wrong = wrongDay(words)
  throw new ToolyardError(
    'invalid_arguments',
    `${parameter}: "${words}" is no time that can be read${wrong === undefined ? '' : `: ${wrong}`}`,
    { hint: 'Write 2026-03-30T15:00, 2026-03-30, or words such as "next Friday 3pm" or "明天下午三点".' },
  )
}

function readAny(words: string, reading: TimeReading): ReadTime | undefined {
  const { zone, now } = reading
  if (/^(?:right )?now$|^(?:现在|此刻|jetzt|maintenant|ahora|agora|今)$/i.test(words))
    return { time: now, isDay: false, notes: [] }
  const read =
    readIso(words, zone) ?? readAway(words, now) ?? readClock(words, reading) ?? readSpoken(words, reading)
  if (read) return read
  const split = splitZone(words)
  if (!split) return undefined
  const there = { ...reading, zone: split.zone, now: now.withTimeZone(split.zone) }
  const { rest } = split
  const inZone = readIso(rest, split.zone) ?? readClock(rest, there) ?? readSpoken(rest, there)
  return inZone && { ...inZone, notes: [...inZone.notes, ...(split.note === undefined ? [] : [split.note])] }
}

/** "in 90 minutes", "3 days ago", `两个小时后`: exact times by the hour, days by the calendar. */
function readAway(words: string, now: Temporal.ZonedDateTime): ReadTime | undefined {
  const groups = away.exec(words)?.groups
  const after = groups?.['after'] ?? groups?.['after2']
  const before = groups?.['before'] ?? groups?.['before2']
  const read = tryDuration(after ?? before ?? '')
  if (!read) return undefined
  const { duration, workdays } = read
  const signed = before === undefined ? read : { duration: duration.negated(), workdays: -workdays }
  const isDay = duration.hours === 0 && duration.minutes === 0 && duration.seconds === 0
  return {
    time: addDuration(now, signed).round({ smallestUnit: 'second', roundingMode: 'floor' }),
    isDay,
    notes: [],
  }
}

function readClock(words: string, reading: TimeReading): ReadTime | undefined {
  const [, hour, minute, second = '0'] = clockOnly.exec(words) ?? []
  if (hour === undefined) return undefined
  const clock = Temporal.PlainTime.from(
    { hour: Number(hour), minute: Number(minute), second: Number(second) },
    { overflow: 'reject' },
  )
  return placed({ date: reading.now.toPlainDate(), clock, period: 'day', notes: [] }, reading)
}

function readSpoken(words: string, reading: TimeReading): ReadTime | undefined {
  // A day that there is none of is not guessed at.
  const [day, year, month, date] = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})/.exec(words) ?? []
  if (day !== undefined)
    Temporal.PlainDate.from(
      { year: Number(year), month: Number(month), day: Number(date) },
      { overflow: 'reject' },
    )
  const parts =
    (/\p{Script=Han}/u.test(words) ? readChinese(words, reading.now) : undefined) ??
    readWords(words, reading.now)
  return parts && placed(parts, reading)
}

/** On the clock of the zone, and the next one if it names no day in full. */
function placed(parts: ReadParts, reading: TimeReading): ReadTime {
  const { zone, now, prefer = 'next' } = reading
  const { clock, period, until } = parts
  const date = prefer === 'next' ? upcoming(parts, now) : parts.date
  const notes = [...parts.notes]
  if (period === 'day' && clock)
    notes.push(
      `No day was named; took ${date.equals(now.toPlainDate()) ? 'today' : 'tomorrow'}, ${date.toString()}.`,
    )
  if (!clock) return { time: date.toZonedDateTime(zone), isDay: true, notes }
  const found = onClock(date.toPlainDateTime(clock), zone)
  if (found.note !== undefined) notes.push(found.note)
  return {
    time: found.time,
    isDay: false,
    notes,
    until: until && endOf(until, { parts, date, start: found.time }),
  }
}

function endOf(
  { date, clock }: NonNullable<ReadParts['until']>,
  from: {
    readonly parts: ReadParts
    readonly date: Temporal.PlainDate
    readonly start: Temporal.ZonedDateTime
  },
): Temporal.ZonedDateTime {
  const moved = date.add(from.parts.date.until(from.date)).toPlainDateTime(clock)
  const end = moved.toZonedDateTime(from.start.timeZoneId)
  return Temporal.ZonedDateTime.compare(end, from.start) > 0 ? end : end.add({ days: 1 })
}

function upcoming({ date, clock, period }: ReadParts, now: Temporal.ZonedDateTime): Temporal.PlainDate {
  if (period === undefined) return date
  const isPast = (day: Temporal.PlainDate): boolean =>
    clock === undefined
      ? Temporal.PlainDate.compare(day, now.toPlainDate()) < 0
      : Temporal.PlainDateTime.compare(day.toPlainDateTime(clock), now.toPlainDateTime()) <= 0
  if (!isPast(date)) return date
  if (period === 'year' && date.month === 2 && date.day === 29)
    return nextLeapDay(now.toPlainDate().add({ days: 1 })) ?? date
  for (let count = 1; count <= 60; count++) {
    const next = date.add({ [`${period}s`]: count })
    if (!isPast(next) && (period === 'day' || period === 'week' || next.day === date.day)) return next
  }
  return date
}
