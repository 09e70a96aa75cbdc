/**
 * An event with what a call says of it: times, texts and the rule by which it repeats.
 *
 * @module
 */
import type { Temporal } from 'temporal-polyfill'
import type { CalendarEvent } from '../../../define/index.ts'
import { ToolyardError } from '../../../kernel/index.ts'
import type { Desk, ScheduleInput } from './desk.ts'
import { firstByRule, isWholeDay, keyOf, localOf, occurrencesOf } from './occurrences.ts'
import { readRepeat } from './read-repeat.ts'
import { readTimes } from './read-range.ts'
import { oneLine } from './show.ts'

/** With what the call says; `now` is its own start, so that "5pm" is that of its day. */
export function patched(
  event: CalendarEvent,
  input: ScheduleInput,
  { desk, now }: { readonly desk: Desk; readonly now: Temporal.ZonedDateTime },
): CalendarEvent {
  const texts = { ...textsIn(input), ...(input.title !== undefined && { title: titleIn(input.title) }) }
  const times = timesFor(event, input, { desk, now })
  if (Object.keys(texts).length === 0 && !times && input.repeat === undefined)
    throw new ToolyardError('invalid_arguments', 'update: nothing to change was given', {
      hint: 'Give title, start, end, duration, tz, repeat, place or notes.',
    })
  const next = { ...event, ...texts, ...times }
  if (input.repeat !== undefined) {
    const { repeat: _, except: _except, also: _also, ...once } = next
    return isNone(input.repeat) ? once : repeated(once, input.repeat, desk)
  }
  if (!times || next.start === event.start) return next
  const keys = (list: readonly string[] | undefined) => list?.map((key) => movedKey(key, event, next))
  const shifted = { ...next, except: keys(event.except), also: keys(event.also) }
  return event.repeat === undefined ? shifted : repeated(shifted, event.repeat, desk)
}

function timesFor(
  event: CalendarEvent,
  { start, end, duration }: ScheduleInput,
  { desk, now }: { readonly desk: Desk; readonly now: Temporal.ZonedDateTime },
): Pick<CalendarEvent, 'start' | 'end' | 'zone'> | undefined {
  const { reading, hasZone } = desk
  if (start === undefined && end === undefined && duration === undefined)
    return hasZone && reading.zone !== event.zone
      ? { start: event.start, end: event.end, zone: reading.zone }
      : undefined
  const zone = hasZone ? reading.zone : event.zone
  const isClock = start !== undefined && /^\s*(?:at\s+)?\d{1,2}(?::\d\d)?\s*(?:[ap]\.?m\.?)?\s*$/i.test(start)
  // A clock alone moves it within its day.
  const at = isClock ? now.toPlainDate().toZonedDateTime(zone) : reading.now.withTimeZone(zone)
  const { notes, ...times } = readTimes(
    { start: start ?? event.start, end, duration },
    { zone, now: at, prefer: isClock ? 'today' : 'next' },
  )
  desk.notes.push(...notes.filter((note) => !isClock || !note.startsWith('No day was named')))
  if (end !== undefined || duration !== undefined) return times
  const isDay = times.start.length === 10
  if (isDay !== isWholeDay(event)) return times
  const length = localOf(event.start).until(localOf(event.end), { largestUnit: 'days' })
  return { ...times, end: keyOf(localOf(times.start).add(length), isDay) }
}

/** With its rule, from the first day that the rule has. */
export function repeated(event: CalendarEvent, repeat: string | undefined, desk: Desk): CalendarEvent {
  if (repeat === undefined) return event
  const start = localOf(event.start)
  const { rule, notes } = readRepeat(repeat, { start, zone: event.zone, reading: desk.reading })
  desk.notes.push(...notes)
  const first = firstByRule(rule, start, event.zone)
  if (!first)
    throw new ToolyardError('invalid_arguments', `repeat: ${rule} never happens from ${event.start} on`, {
      hint: 'Check its days and its end.',
    })
  const isDay = isWholeDay(event)
  const key = keyOf(first, isDay)
  if (key === event.start) return { ...event, repeat: rule }
  desk.notes.push(`${event.start} is not in the rule; the first one is ${key}.`)
  const length = start.until(localOf(event.end), { largestUnit: 'days' })
  return { ...event, repeat: rule, start: key, end: keyOf(first.add(length), isDay) }
}

/** The same day at the time of the new start; if the series does not happen on it any more, the day that it became. */
export function movedKey(key: string, before: CalendarEvent, after: CalendarEvent): string {
  const isDay = isWholeDay(after)
  const time = localOf(after.start).toPlainTime()
  const day = localOf(key).toPlainDate()
  const same = day.toPlainDateTime(time)
  if (hasStart(after, same)) return keyOf(same, isDay)
  const days = localOf(before.start).toPlainDate().until(localOf(after.start).toPlainDate())
  return keyOf(day.add(days).toPlainDateTime(time), isDay)
}

function hasStart(event: CalendarEvent, local: Temporal.PlainDateTime): boolean {
  const from = local.toZonedDateTime(event.zone).toInstant()
  const range = { from, to: from.add({ seconds: 1 }) }
  const key = keyOf(local, isWholeDay(event))
  return occurrencesOf({ ...event, except: undefined }, range).some((one) => one.key === key)
}

export function textsIn({ place, notes }: ScheduleInput) {
  return { ...(place !== undefined && { place }), ...(notes !== undefined && { notes }) }
}

export function titleIn(title: string): string {
  const line = oneLine(title)
  if (line !== '') return line
  throw new ToolyardError('invalid_arguments', 'title: is empty', { hint: 'Say what the event is.' })
}

export function isNone(repeat: string | undefined): boolean {
  return repeat !== undefined && /^(?:none|never|no|once|不重复|)$/i.test(repeat.trim())
}
