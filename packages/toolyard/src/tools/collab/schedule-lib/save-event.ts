/**
 * Saves an event and tells when it is, and what it conflicts with.
 *
 * @module
 */
import { Temporal } from 'temporal-polyfill'
import type { CalendarEvent, SeenEvent } from '../../../define/index.ts'
import { type Conflicts, conflictsOf } from './conflicts.ts'
import type { Desk, ScheduleAnswer } from './desk.ts'
import { firstFrom, localOf, type Occurrence, occurrencesOf } from './occurrences.ts'
import { toldEvent } from './output.ts'
import { oneLine, showEvent, showTime } from './show.ts'

const mostConflicts = 5

interface CalendarSave {
  readonly verb: string
  /** Saved and removed with it. */
  readonly save?: readonly CalendarEvent[]
  readonly remove?: readonly string[]
  /** What it was made from. */
  readonly seen?: readonly SeenEvent[]
}

export async function saveEvent(
  event: CalendarEvent,
  desk: Desk,
  saving: CalendarSave,
): Promise<ScheduleAnswer> {
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
