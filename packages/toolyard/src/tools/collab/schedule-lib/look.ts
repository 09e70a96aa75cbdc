/**
 * `list` and `free`: what is planned in a range, and when nothing is.
 *
 * @module
 */
import type { Temporal } from 'temporal-polyfill'
import { ToolyardError } from '../../../kernel/index.ts'
import { shortClock } from '../../time-lib/on-clock.ts'
import { readDuration } from '../../time-lib/read-duration.ts'
import type { ScheduleAction } from './desk.ts'
import { freeSlots, type FreeSlot } from './free-slots.ts'
import { expandAll, isWholeDay, type Occurrence } from './occurrences.ts'
import { readHours, readRange } from './read-range.ts'
import { oneLine, showDate, showEvent, showNotes, showTime } from './show.ts'

const listDays = 14
const freeDays = 7
const mostLines = 200
const mostSlots = 30
/** What is looked at for free time. */
const mostBusy = 20_000

export const list: ScheduleAction = async ({ from, to, text }, { calendar, reading, context, notes }) => {
  const range = readRange({ from, to }, listDays, reading)
  notes.push(...range.notes)
  const wanted = oneLine(text ?? '').toLowerCase()
  const events = (await calendar.list()).filter(({ title, place = '', notes: about = '' }) =>
    [title, place, about].some((words) => words.toLowerCase().includes(wanted)),
  )
  const { list: found, isCut } = await expandAll(events, range, {
    signal: context.signal,
    clock: context.clock,
  })
  const { zone } = reading
  const days = `${showDate(range.from.toZonedDateTimeISO(zone))} to ${showDate(lastDay(range.to, zone))}`
  const more = found.length - mostLines
  return {
    text: [
      found.length === 0 ? `Nothing is planned from ${days} (${zone}).` : `From ${days} (${zone}):`,
      ...found
        .slice(0, mostLines)
        .map((one) => `${showTime(one, zone)} ${showEvent(one.event)}${showNotes(one.event)}`),
      ...(more > 0 || isCut ? [`… and ${isCut ? 'many' : more} more. Ask for a shorter range.`] : []),
    ].join('\n'),
    data: {
      zone,
      events: found.map((one) => occurrenceData(one, zone)),
      ...(isCut && { truncated: true }),
    },
  }
}

export const free: ScheduleAction = async (
  { from, to, duration = '30 minutes', hours = '9:00-17:00' },
  { calendar, reading, context, notes },
) => {
  const range = readRange({ from, to }, freeDays, reading)
  notes.push(...range.notes)
  const seconds = secondsOf(duration, reading.now)
  const { zone } = reading
  const { list: found, isCut } = await expandAll(await calendar.list(), range, {
    most: mostBusy,
    signal: context.signal,
    clock: context.clock,
  })
  if (isCut)
    throw new ToolyardError('budget_exhausted', 'too many events are in this range', {
      hint: 'Ask for a shorter range.',
    })
  const busy = found.filter(({ event }) => !isWholeDay(event))
  const days = found.filter(({ event }) => isWholeDay(event))
  const start = from === undefined ? roundedUp(range.from) : range.from
  const slots = freeSlots(busy, {
    range: { from: start, to: range.to },
    zone,
    hours: readHours(hours),
    seconds,
  })
  if (days.length > 0)
    notes.push(
      `Whole days are not counted as busy: ${days
        .slice(0, 5)
        .map((one) => `"${oneLine(one.event.title)}" ${showTime(one, zone)}`)
        .join('; ')}${days.length > 5 ? ` and ${days.length - 5} more` : ''}.`,
    )
  const more = slots.length - mostSlots
  return {
    text: [
      slots.length === 0
        ? `No free time of ${duration} (${hours}, ${zone}).`
        : `Free for ${duration} or longer (${hours}, ${zone}):`,
      ...slots.slice(0, mostSlots).map(showSlot),
      ...(more > 0 ? [`… and ${more} more`] : []),
    ].join('\n'),
    data: { zone, slots: slots.map((slot) => ({ start: iso(slot.start), end: iso(slot.end) })) },
  }
}

function secondsOf(text: string, now: Temporal.ZonedDateTime): number {
  const { duration, workdays } = readDuration(text)
  const seconds = duration.total({ unit: 'seconds', relativeTo: now })
  if (workdays === 0 && seconds > 0 && seconds <= 7 * 86_400) return seconds
  throw new ToolyardError('invalid_arguments', `duration: "${text}" is not from a second to a week`, {
    hint: 'Write "30 minutes" or "2 hours".',
  })
}

/** To five minutes: people do not meet at 11:03:27. */
function roundedUp(from: Temporal.Instant): Temporal.Instant {
  return from.round({ smallestUnit: 'minute', roundingIncrement: 5, roundingMode: 'ceil' })
}

function lastDay(to: Temporal.Instant, zone: string): Temporal.ZonedDateTime {
  return to.subtract({ seconds: 1 }).toZonedDateTimeISO(zone)
}

function showSlot({ start, end }: FreeSlot): string {
  const ends = start.toPlainDate().equals(end.toPlainDate())
    ? shortClock(end)
    : `${showDate(end)} ${shortClock(end)}`
  return `${showDate(start)} ${shortClock(start)}–${ends}`
}

function occurrenceData({ event, key, start, end }: Occurrence, zone: string) {
  const isDay = isWholeDay(event)
  const { id, title, place, notes, repeat, series } = event
  return {
    id,
    title,
    start: isDay ? start.toPlainDate().toString() : iso(start.withTimeZone(zone)),
    end: isDay ? end.toPlainDate().toString() : iso(end.withTimeZone(zone)),
    zone: event.zone,
    ...(repeat !== undefined && { repeat, occurrence: key }),
    ...(series !== undefined && { series }),
    ...(place !== undefined && { place }),
    ...(notes !== undefined && { notes }),
  }
}

function iso(time: Temporal.ZonedDateTime): string {
  return time.toString({ timeZoneName: 'never', smallestUnit: time.second === 0 ? 'minute' : 'second' })
}
