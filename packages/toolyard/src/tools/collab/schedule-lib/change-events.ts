/**
 * `add`, `update` and `remove`: what they save is whole, and conflicts are told, not refused.
 *
 * @module
 */
import type { SeenEvent } from '../../../define/index.ts'
import { ToolyardError } from '../../../kernel/index.ts'
import {
  type Desk,
  eventOf,
  occurrenceOf,
  required,
  type ScheduleAction,
  type ScheduleAnswer,
  type ScheduleInput,
} from './desk.ts'
import { isWholeDay, keyOf, localOf } from './occurrences.ts'
import { bare, changedBefore, requireSeries, withException } from './one-repetition.ts'
import { isNone, movedKey, patched, repeated, textsIn, titleIn } from './patch-event.ts'
import { readTimes } from './read-range.ts'
import { saveEvent } from './save-event.ts'
import { showEvent, showTime } from './show.ts'

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
  return await saveEvent(event, desk, { verb: 'Added' })
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
  return await saveEvent(next, desk, { verb: 'Changed one repetition:', save, seen: [event] })
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
  return await saveEvent(next, desk, {
    verb: 'Updated',
    save: input.repeat === undefined && isMoved ? moved : [],
    remove: input.repeat === undefined ? [] : own.map(({ id }) => id),
    seen: [event, ...own],
  })
}
