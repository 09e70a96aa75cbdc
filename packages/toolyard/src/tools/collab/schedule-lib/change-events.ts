/**
 * `add`, `update` and `remove`: what they save is whole, and conflicts are told, not refused.
 *
 * @module
 */
import { Temporal } from 'temporal-polyfill'
import type { CalendarEvent, SeenEvent } from '../../../define/index.ts'
import { ToolyardError } from '../../../kernel/index.ts'
import { type Conflicts, conflictsOf } from './conflicts.ts'
import {
  type ScheduleAction,
  type ScheduleAnswer,
  type Desk,
  eventOf,
  occurrenceOf,
  required,
  type ScheduleInput,
} from './desk.ts'
import {
  firstByRule,
  firstFrom,
  isWholeDay,
  keyOf,
  localOf,
  type Occurrence,
  occurrencesOf,
} from './occurrences.ts'
import { toldEvent } from './output.ts'
import { readRepeat } from './read-repeat.ts'
import { readTimes } from './read-range.ts'
import { oneLine, showEvent, showTime } from './show.ts'

const mostConflicts = 5

export const add: ScheduleAction = async (input, desk) => {
  const title = titleIn(required(input, 'title'))
  if (input.id !== undefined)
    throw new ToolyardError('invalid_arguments', 'id: a new event is given its id', {
      hint: 'Leave id out, or use update.',
    })
  const { notes, ...times } = readTimes(
    { start: required(input, 'start'), end: input.end, duration: input.duration },
    desk.reading,
  )
  desk.notes.push(...notes)
  const event = repeated(
    { id: desk.newId(), title, ...times, ...textsIn(input) },
    isNone(input.repeat) ? undefined : input.repeat,
    desk,
  )
  return await saved(event, desk, { verb: 'Added' })
}

export const update: ScheduleAction = async (input, desk) => {
  const events = await desk.calendar.list()
  const event = eventOf(events, required(input, 'id'))
  if (input.occurrence === undefined) return await updateWhole(event, events, { input, desk })
  const changed = changedBefore(event, events, { text: input.occurrence, desk })
  if (changed) return await updateWhole(changed, events, { input, desk })
  requireSeries(event)
  if (input.repeat !== undefined)
    throw new ToolyardError('invalid_arguments', 'repeat: one repetition does not repeat by itself', {
      hint: 'Leave occurrence out to change the whole series.',
    })
  const { key, start, end } = occurrenceOf(event, input.occurrence, desk)
  const isDay = isWholeDay(event)
  const one = {
    ...bare(event),
    id: desk.newId(),
    start: key,
    end: keyOf(end.toPlainDateTime(), isDay),
    series: event.id,
    instead: key,
  }
  const next = patched(one, input, { desk, now: start })
  const save = [withException(event, key)]
  return await saved(next, desk, { verb: 'Changed one repetition:', save, seen: [event] })
}

export const remove: ScheduleAction = async (input, desk) => {
  const events = await desk.calendar.list()
  const event = eventOf(events, required(input, 'id'))
  if (input.occurrence === undefined) {
    const changed = events.filter(({ series }) => series === event.id).map(({ id }) => id)
    await desk.calendar.change({ remove: [event.id, ...changed], seen: [event] })
    const what = event.repeat === undefined ? 'Removed' : 'Removed with all repetitions:'
    return { text: `${what} ${showEvent(event)}.`, data: { removed: event.id } }
  }
  const changed = changedBefore(event, events, { text: input.occurrence, desk })
  if (changed) {
    await desk.calendar.change({ remove: [changed.id], seen: [changed] })
    return { text: `Removed one repetition: ${showEvent(changed)}.`, data: { removed: changed.id } }
  }
  requireSeries(event)
  const found = occurrenceOf(event, input.occurrence, desk)
  await desk.calendar.change({ save: [withException(event, found.key)], seen: [event] })
  return {
    text: `Removed one repetition of ${showEvent(event)}: ${showTime(found)}.`,
    data: { removed: event.id, occurrence: found.key },
  }
}

interface EventUpdate {
  readonly input: ScheduleInput
  readonly desk: Desk
}

async function updateWhole(
  event: SeenEvent,
  events: readonly SeenEvent[],
  { input, desk }: EventUpdate,
): Promise<ScheduleAnswer> {
  const start = localOf(event.start).toZonedDateTime(event.zone)
  const next = patched(event, input, { desk, now: start })
  const own = events.filter(({ series }) => series === event.id)
  if (input.repeat !== undefined && own.length > 0)
    desk.notes.push(
      `${own.length} changed ${own.length === 1 ? 'repetition was' : 'repetitions were'} dropped with the old rule.`,
    )
  const moved = own.map((one) => ({ ...one, instead: movedKey(one.instead ?? '', event, next) }))
  const isMoved = next.start !== event.start
  return await saved(next, desk, {
    verb: 'Updated',
    save: input.repeat === undefined && isMoved ? moved : [],
    remove: input.repeat === undefined ? [] : own.map(({ id }) => id),
    seen: [event, ...own],
  })
}

/** With what the call says; `now` is its own start, so that "5pm" is that of its day. */
function patched(
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
function repeated(event: CalendarEvent, repeat: string | undefined, desk: Desk): CalendarEvent {
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

interface CalendarSave {
  readonly verb: string
  /** Saved and removed with it. */
  readonly save?: readonly CalendarEvent[]
  readonly remove?: readonly string[]
  /** What it was made from. */
  readonly seen?: readonly SeenEvent[]
}

async function saved(event: CalendarEvent, desk: Desk, saving: CalendarSave): Promise<ScheduleAnswer> {
  const { verb, save = [], remove: gone = [], seen } = saving
  await desk.calendar.change({ save: [...save, event], remove: gone, seen })
  const now = desk.reading.now.toInstant()
  const conflicts = await conflictsOf(event, await desk.calendar.list(), { now, context: desk.context })
  const first = firstOf(event, now)
  if (conflicts.isPartial)
    desk.notes.push('There was no time to look for conflicts with all events; use list to see the others.')
  if (first && Temporal.Instant.compare(first.end.toInstant(), now) < 0)
    desk.notes.push('This is in the past.')
  return {
    text: [
      `${verb} ${showEvent(event)}`,
      ...(first ? [whenLine(event, first)] : []),
      ...showConflicts(conflicts),
    ].join('\n'),
    data: {
      event: toldEvent(event),
      conflicts: conflicts.list.slice(0, 50).map(({ own, other }) => ({
        at: own.start.toString(),
        with: other.event.id,
        title: other.event.title,
      })),
    },
  }
}

/** The next one to come, or the last of what is over. */
function firstOf(event: CalendarEvent, now: Temporal.Instant): Occurrence | undefined {
  const start = localOf(event.start).toZonedDateTime(event.zone).toInstant()
  const from = event.repeat !== undefined && Temporal.Instant.compare(start, now) < 0 ? now : start
  return firstFrom(event, from) ?? firstFrom(event, start)
}

function whenLine(event: CalendarEvent, first: Occurrence): string {
  if (event.repeat === undefined) return showTime(first)
  const from = first.start.add({ seconds: 1 }).toInstant()
  const next = occurrencesOf(event, { from, to: first.start.add({ years: 2 }).toInstant() }, 3)
    .filter(({ key }) => key !== first.key)
    .slice(0, 2)
  return `${showTime(first)}${next.length === 0 ? '' : `; then ${next.map(({ key }) => key).join(', ')}`}`
}

function showConflicts({ list, until }: Conflicts): string[] {
  if (list.length === 0) return []
  const more = list.length - mostConflicts
  return [
    `Conflicts (it was saved all the same)${until ? `, looked at until ${until.toPlainDate().toString()}` : ''}:`,
    ...list
      .slice(0, mostConflicts)
      .map(({ other }) => `- "${oneLine(other.event.title)}" [${other.event.id}] ${showTime(other)}`),
    ...(more > 0 ? [`- and ${more} more`] : []),
  ]
}

/** The event of its own that a repetition has become before. */
function changedBefore(
  event: CalendarEvent,
  events: readonly SeenEvent[],
  { text, desk }: { readonly text: string; readonly desk: Desk },
): SeenEvent | undefined {
  const changed = events.filter(({ series }) => series === event.id)
  const byOldStart = changed.find((one) =>
    isAt({ ...bare(event), start: one.instead ?? one.start, end: one.instead ?? one.end }, text, desk),
  )
  // One that was moved onto another of the series is not taken for that one.
  return byOldStart ?? (isIn(event, text, desk) ? undefined : changed.find((one) => isAt(one, text, desk)))
}

function isAt(event: CalendarEvent, text: string, desk: Desk): boolean {
  return isIn({ ...event, repeat: undefined, except: undefined }, text, desk)
}

function isIn(event: CalendarEvent, text: string, desk: Desk): boolean {
  try {
    return occurrenceOf(event, text, desk) !== undefined
  } catch {
    return false
  }
}

/** One repetition alone. */
function bare(event: CalendarEvent): CalendarEvent {
  return { ...event, repeat: undefined, except: undefined, also: undefined, uid: undefined }
}

function withException(event: CalendarEvent, key: string): CalendarEvent {
  return { ...event, except: [...new Set([...(event.except ?? []), key])] }
}

/** The same day at the time of the new start; if the series does not happen on it any more, the day that it became. */
function movedKey(key: string, before: CalendarEvent, after: CalendarEvent): string {
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

function requireSeries(event: CalendarEvent): void {
  if (event.repeat !== undefined || event.also !== undefined) return
  throw new ToolyardError('invalid_arguments', `occurrence: "${oneLine(event.title)}" does not repeat`, {
    hint: 'Leave occurrence out.',
  })
}

function textsIn({ place, notes }: ScheduleInput) {
  return { ...(place !== undefined && { place }), ...(notes !== undefined && { notes }) }
}

function titleIn(title: string): string {
  const line = oneLine(title)
  if (line !== '') return line
  throw new ToolyardError('invalid_arguments', 'title: is empty', { hint: 'Say what the event is.' })
}

function isNone(repeat: string | undefined): boolean {
  return repeat !== undefined && /^(?:none|never|no|once|不重复|)$/i.test(repeat.trim())
}
