/**
 * The answers of the tool `time`: calendar and zones are Temporal's.
 *
 * @module
 */
import { Temporal } from 'temporal-polyfill'
import { ToolyardError } from '../../kernel/index.ts'
import { addDuration, readDuration } from './read-duration.ts'
import { type ReadTime, readTime } from './read-time.ts'
import { machineZone, requireZone } from './zones.ts'

export interface TimeQuestion {
  readonly action: 'now' | 'convert' | 'add' | 'difference' | 'parse' | 'next'
  readonly time?: string | undefined
  readonly end?: string | undefined
  readonly duration?: string | undefined
  readonly tz?: string | undefined
  readonly to_tz?: string | undefined
}

/** A time, with what people ask of it next. */
interface ToldTime {
  readonly time: string
  readonly zone: string
  readonly utc: string
  readonly unix: number
  readonly weekday: string
  /** `2026-W53` */
  readonly week: string
}

export interface TimeAnswer {
  readonly content: readonly { readonly type: 'text'; readonly text: string }[]
  readonly data: unknown
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

export function answerTime(question: TimeQuestion, wall: number): TimeAnswer {
  const { action, tz } = question
  const { zone, note } = tz === undefined ? { zone: machineZone(), note: undefined } : requireZone(tz, 'tz')
  const now = Temporal.Instant.fromEpochMilliseconds(Math.floor(wall)).toZonedDateTimeISO(zone)
  const prefer = action === 'parse' || action === 'next' ? 'next' : 'today'
  const read = (text: string | undefined, name: string): ReadTime =>
    text === undefined
      ? { time: now.round({ smallestUnit: 'second', roundingMode: 'floor' }), isDay: false, notes: [] }
      : readTime(text, name, { zone, now, prefer })
  const answers: Readonly<Record<TimeQuestion['action'], () => TimeReply>> = {
    now: () => timeReply(inZone(read(nothingMore(question), 'time'), question.to_tz)),
    convert: () => convert(read(question.time, 'time'), requireZone(required(question, 'to_tz'), 'to_tz')),
    add: () => add(read(question.time, 'time'), required(question, 'duration')),
    // Who says "from" and "to" means the two times.
    difference: () =>
      difference(
        read(question.time, 'time'),
        read(question.end ?? question.to_tz ?? required(question, 'end'), 'end'),
      ),
    parse: () => timeReply(read(required(question, 'time'), 'time')),
    next: () => timeReply(nextAfter(read(required(question, 'time'), 'time'), now)),
  }
  const { text, data, notes } = answers[action]()
  const all = [...(note === undefined ? [] : [note]), ...notes]
  return {
    content: [{ type: 'text', text: [text, ...all].join('\n') }],
    data: all.length === 0 ? data : { ...data, notes: all },
  }
}

interface TimeReply {
  readonly text: string
  readonly data: object
  readonly notes: readonly string[]
}

/** `now` is the action if none is named: what else was said must not be passed over. */
function nothingMore({ time, end, duration }: TimeQuestion): undefined {
  if (time === undefined && end === undefined && duration === undefined) return
  const [name, meant] =
    duration !== undefined
      ? ['duration', 'add']
      : end !== undefined
        ? ['end', 'difference']
        : ['time', 'parse (or convert, next)']
  throw new ToolyardError('invalid_arguments', `${name}: now does not take it`, {
    hint: `Give action: ${meant}.`,
  })
}

function required(question: TimeQuestion, name: 'time' | 'end' | 'duration' | 'to_tz'): string {
  const value = question[name]
  if (value !== undefined) return value
  throw new ToolyardError('invalid_arguments', `${name}: needed for "${question.action}"`, {
    hint: 'Call it again with that parameter.',
  })
}

function inZone(read: ReadTime, target: string | undefined): ReadTime {
  if (target === undefined) return read
  const { zone, note } = requireZone(target, 'to_tz')
  return { ...read, time: read.time.withTimeZone(zone), notes: note === undefined ? [] : [note] }
}

function convert(
  { time, isDay, notes }: ReadTime,
  { zone, note }: { readonly zone: string; readonly note?: string | undefined },
): TimeReply {
  const target = time.withTimeZone(zone)
  const [from, to] = [timeData(time, false), timeData(target, false)]
  return {
    text: `${line(to)} = ${from.time} ${from.zone}${from.weekday === to.weekday ? '' : ` (${from.weekday})`}`,
    data: { ...to, from: from.time, from_zone: from.zone, from_weekday: from.weekday },
    notes: [
      ...notes,
      ...(isDay ? ['No time was named; took the start of the day.'] : []),
      ...(note === undefined ? [] : [note]),
    ],
  }
}

function add({ time, isDay, notes }: ReadTime, text: string): TimeReply {
  const duration = readDuration(text)
  const result = addDuration(time, duration)
  const { hours, minutes, seconds } = duration.duration
  const stays = isDay && hours === 0 && minutes === 0 && seconds === 0
  const more = [...notes]
  if (time.day !== result.day && duration.duration.days === 0 && result.day === result.daysInMonth && stays)
    more.push(`There is no day ${time.day} in that month; took its last day.`)
  if (duration.workdays !== 0) more.push('Counted Monday to Friday; public holidays are not known.')
  return timeReply({ time: result, isDay: stays, notes: more })
}

/** The same day and time in a later year, if what was named is over. */
function nextAfter(read: ReadTime, now: Temporal.ZonedDateTime): ReadTime {
  const { time, isDay } = read
  const isOver = (at: Temporal.ZonedDateTime): boolean =>
    Temporal.ZonedDateTime.compare(isDay ? at.add({ days: 1 }) : at, now) <= 0
  if (!isOver(time)) return read
  for (let years = Math.max(1, now.year - time.year); years <= now.year - time.year + 9; years++) {
    const next = time.add({ years })
    if (!isOver(next) && next.day === time.day)
      return {
        ...read,
        time: next,
        notes: [...read.notes, `${timeData(time, isDay).time} is over; took its next anniversary.`],
      }
  }
  return read
}

function timeReply({ time, isDay, until, notes }: ReadTime): TimeReply {
  const data = timeData(time, isDay)
  const text = isDay ? `${data.time} (${data.weekday}, ${data.week})` : line(data)
  if (!until) return { text, data, notes }
  const end = timeData(until, false)
  return { text: `${text}\nuntil ${end.time}`, data: { ...data, end: end.time }, notes }
}

function line({ time, zone, weekday, week, utc }: ToldTime): string {
  return `${time} ${zone} (${weekday}, ${week}; UTC ${utc})`
}

function timeData(time: Temporal.ZonedDateTime, isDay: boolean): ToldTime {
  return {
    time: isDay
      ? time.toPlainDate().toString()
      : time.toString({ timeZoneName: 'never', smallestUnit: precision(time) }),
    zone: time.timeZoneId,
    utc: time.toInstant().toString({ smallestUnit: precision(time) }),
    unix: Math.floor(time.epochMilliseconds / 1000),
    weekday: weekdays[time.dayOfWeek - 1] ?? '',
    week: `${time.yearOfWeek}-W${String(time.weekOfYear).padStart(2, '0')}`,
  }
}

function precision(time: Temporal.ZonedDateTime): 'minute' | 'second' {
  return time.second === 0 ? 'minute' : 'second'
}

function difference(from: ReadTime, to: ReadTime): TimeReply {
  const isDays = from.isDay && to.isDay
  // Calendar units are those of one zone.
  const end = to.time.withTimeZone(from.time.timeZoneId)
  const duration = from.time.until(end, { largestUnit: 'years', smallestUnit: isDays ? 'days' : 'seconds' })
  const { days } = from.time.until(end, { largestUnit: 'days' })
  const seconds = from.time.until(end).total('seconds')
  return {
    text: `${words(duration)} (${days} ${Math.abs(days) === 1 ? 'day' : 'days'}${isDays ? '' : `, ${Math.round(seconds)} seconds`})`,
    data: {
      from: timeData(from.time, from.isDay).time,
      to: timeData(to.time, to.isDay).time,
      duration: duration.toString(),
      days,
      ...(isDays ? {} : { hours: seconds / 3600, minutes: seconds / 60, seconds }),
    },
    notes: [...from.notes, ...to.notes],
  }
}

function words(duration: Temporal.Duration): string {
  const parts = (['years', 'months', 'weeks', 'days', 'hours', 'minutes', 'seconds'] as const)
    .map((unit) => [Math.abs(duration[unit]), unit] as const)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${count === 1 ? unit.slice(0, -1) : unit}`)
  return parts.length === 0 ? 'no time' : `${duration.sign < 0 ? 'minus ' : ''}${parts.join(', ')}`
}
