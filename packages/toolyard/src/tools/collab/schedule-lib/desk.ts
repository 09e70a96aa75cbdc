/**
 * What the actions of `schedule` share: the calendar, the time, the zone, and finding the event that is meant.
 *
 * @module
 */
import { Temporal } from 'temporal-polyfill'
import type { CalendarAccess, CalendarEvent, ToolContext } from '../../../define/index.ts'
import { nearest, ToolyardError } from '../../../kernel/index.ts'
import { type TimeReading, readTime } from '../../time-lib/read-time.ts'
import { machineZone, requireZone } from '../../time-lib/zones.ts'
import { firstFrom, type Occurrence, occurrencesOf } from './occurrences.ts'
import { oneLine, showTime } from './show.ts'

export interface ScheduleInput {
  readonly action: 'add' | 'list' | 'update' | 'remove' | 'free' | 'export' | 'import'
  readonly id?: string | undefined
  readonly occurrence?: string | undefined
  readonly title?: string | undefined
  readonly start?: string | undefined
  readonly end?: string | undefined
  readonly duration?: string | undefined
  readonly tz?: string | undefined
  readonly repeat?: string | undefined
  readonly place?: string | undefined
  readonly notes?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly hours?: string | undefined
  readonly path?: string | undefined
  readonly text?: string | undefined
}

export interface Desk {
  readonly calendar: CalendarAccess
  readonly context: ToolContext
  readonly reading: TimeReading
  /** Whether the call named the zone. */
  readonly hasZone: boolean
  /** What has to be told beside the answer. */
  readonly notes: string[]
  newId(): string
}

export interface ScheduleAnswer {
  readonly text: string
  readonly data: Readonly<Record<string, unknown>>
}

export type ScheduleAction = (input: ScheduleInput, desk: Desk) => Promise<ScheduleAnswer>

export function openDesk({ tz }: ScheduleInput, context: ToolContext): Desk {
  const calendar = context.services?.calendar
  if (!calendar)
    throw new ToolyardError(
      'unavailable',
      `"${context.tool}" needs a place for calendars, and there is none here`,
    )
  const found = tz === undefined ? { zone: machineZone() } : requireZone(tz, 'tz')
  const now = Temporal.Instant.fromEpochMilliseconds(Math.floor(context.clock.wall())).toZonedDateTimeISO(
    found.zone,
  )
  return {
    calendar,
    context,
    reading: { zone: found.zone, now },
    hasZone: tz !== undefined,
    notes: 'note' in found && found.note !== undefined ? [found.note] : [],
    // Short enough for a model to copy; forty random bits.
    newId: () => context.ids.next('e').slice(-8),
  }
}

export function required<K extends keyof ScheduleInput>(
  input: ScheduleInput,
  name: K,
): NonNullable<ScheduleInput[K]> {
  const value = input[name]
  if (value !== undefined) return value
  throw new ToolyardError('invalid_arguments', `${name}: ${input.action} needs it`, { hint: `Give ${name}.` })
}

export function eventOf<E extends CalendarEvent>(events: readonly E[], id: string): E {
  const event = events.find((one) => one.id === id)
  if (event) return event
  const titles = events.map(({ title }) => title)
  const close = [
    ...titles.filter((title) => title.toLowerCase() === id.toLowerCase()),
    ...nearest(id, titles.slice(-200)),
  ]
  const meant = events.find(({ title }) => close.includes(title))
  throw new ToolyardError('not_found', `there is no event "${id}"`, {
    hint: meant
      ? `Did you mean ${meant.id}, "${oneLine(meant.title)}"?`
      : 'Use list to see the events and their ids.',
  })
}

/** The repetition that a time or a day names, in the zone of the call or in that of the event. */
export function occurrenceOf(event: CalendarEvent, text: string, { reading }: Desk): Occurrence {
  for (const zone of new Set([reading.zone, event.zone])) {
    const { time, isDay } = readTime(text, 'occurrence', {
      ...reading,
      zone,
      now: reading.now.withTimeZone(zone),
      prefer: 'today',
    })
    const to = isDay ? time.add({ days: 1 }) : time.add({ seconds: 1 })
    const found = occurrencesOf(event, { from: time.toInstant(), to: to.toInstant() }).find(({ start }) =>
      isDay
        ? start
            .withTimeZone(event.start.length === 10 ? event.zone : zone)
            .toPlainDate()
            .equals(time.toPlainDate())
        : start.epochMilliseconds === time.epochMilliseconds,
    )
    if (found) return found
  }
  const next = firstFrom(event, reading.now.toInstant())
  throw new ToolyardError('not_found', `occurrence: "${oneLine(event.title)}" does not happen at "${text}"`, {
    hint: next ? `Its next repetition is ${showTime(next)}.` : 'Use list to see its repetitions.',
  })
}
