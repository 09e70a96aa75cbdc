/**
 * The answers of the tool `time`: calendar and zones are Temporal's.
 *
 * @module
 */
import { Temporal } from 'temporal-polyfill'
import { ToolyardError } from '../../kernel/index.ts'
import { readDuration } from './read-duration.ts'
import { type ReadTime, readTime, requireZone } from './read-time.ts'

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
  readonly weekday: string
  readonly week: number
}

export interface TimeAnswer {
  readonly content: readonly { readonly type: 'text'; readonly text: string }[]
  readonly data: unknown
}

export function answerTime(question: TimeQuestion, wall: number): TimeAnswer {
  const { action, tz, to_tz: target } = question
  const zone = tz === undefined ? Temporal.Now.timeZoneId() : requireZone(tz, 'tz')
  const now = Temporal.Instant.fromEpochMilliseconds(Math.floor(wall)).toZonedDateTimeISO(zone)
  const read = (text: string | undefined, name: string): ReadTime =>
    text === undefined ? { time: now, isDay: false } : readTime(text, name, { zone, now })
  if (action === 'now') return tell(now.round('second'), false)
  if (action === 'difference')
    return difference(read(question.time, 'time'), read(required(question, 'end'), 'end'))
  const { time, isDay } = read(
    action === 'add' || action === 'convert' ? question.time : required(question, 'time'),
    'time',
  )
  if (action === 'convert')
    return tell(time.withTimeZone(requireZone(required(question, 'to_tz') && (target ?? ''), 'to_tz')), false)
  if (action === 'add') return tell(time.add(readDuration(required(question, 'duration'))), isDay)
  if (action === 'next' && Temporal.ZonedDateTime.compare(time, now) <= 0)
    return tell(nextAfter(time, now), isDay)
  return tell(time, isDay)
}

function required(question: TimeQuestion, name: 'time' | 'end' | 'duration' | 'to_tz'): string {
  const value = question[name]
  if (value !== undefined) return value
  throw new ToolyardError('invalid_arguments', `${name}: needed for "${question.action}"`, {
    hint: 'Call it again with that parameter.',
  })
}

/** The same time of day, a day or a year later. */
function nextAfter(time: Temporal.ZonedDateTime, now: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  const tomorrow = time.add({ days: 1 })
  const isToday = time.toPlainDate().equals(now.toPlainDate())
  if (isToday && Temporal.ZonedDateTime.compare(tomorrow, now) > 0) return tomorrow
  let next = time.with({ year: now.year })
  if (Temporal.ZonedDateTime.compare(next, now) <= 0) next = next.add({ years: 1 })
  return next
}

function tell(time: Temporal.ZonedDateTime, isDay: boolean): TimeAnswer {
  const data = told(time, isDay)
  const text = isDay
    ? `${data.time} (${data.weekday}, week ${data.week})`
    : `${data.time} ${data.zone} (${data.weekday}, week ${data.week}; UTC ${data.utc})`
  return { content: [{ type: 'text', text }], data }
}

function told(time: Temporal.ZonedDateTime, isDay: boolean): ToldTime {
  return {
    time: isDay
      ? time.toPlainDate().toString()
      : time.toString({ timeZoneName: 'never', smallestUnit: precision(time) }),
    zone: time.timeZoneId,
    utc: time.toInstant().toString({ smallestUnit: precision(time) }),
    weekday: time.toLocaleString('en', { weekday: 'long' }),
    week: time.weekOfYear ?? 0,
  }
}

function precision(time: Temporal.ZonedDateTime): 'minute' | 'second' {
  return time.second === 0 ? 'minute' : 'second'
}

function difference(from: ReadTime, to: ReadTime): TimeAnswer {
  const isDays = from.isDay && to.isDay
  const duration = from.time.until(to.time, {
    largestUnit: 'years',
    smallestUnit: isDays ? 'days' : 'seconds',
  })
  const [days, seconds] = [
    from.time.until(to.time, { largestUnit: 'days' }).days,
    from.time.until(to.time).total('seconds'),
  ]
  const data = {
    from: told(from.time, from.isDay).time,
    to: told(to.time, to.isDay).time,
    duration: duration.toString(),
    days,
    ...(isDays ? {} : { hours: seconds / 3600, minutes: seconds / 60, seconds }),
  }
  return {
    content: [
      {
        type: 'text',
        text: `${words(duration)} (${days} days${isDays ? '' : `, ${Math.round(seconds)} seconds`})`,
      },
    ],
    data,
  }
}

function words(duration: Temporal.Duration): string {
  const parts = (['years', 'months', 'weeks', 'days', 'hours', 'minutes', 'seconds'] as const)
    .map((unit) => [Math.abs(duration[unit]), unit] as const)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${count === 1 ? unit.slice(0, -1) : unit}`)
  return parts.length === 0 ? 'no time' : `${duration.sign < 0 ? 'minus ' : ''}${parts.join(', ')}`
}
