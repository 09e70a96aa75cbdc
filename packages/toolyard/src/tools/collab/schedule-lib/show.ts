/**
 * Events as people read them: weekday, date, local time, the zone if it differs.
 *
 * @module
 */
import type { Temporal } from 'temporal-polyfill'
import type { CalendarEvent } from '../../../define/index.ts'
import { cleanText } from '../../../kernel/index.ts'
import { shortClock } from '../../time-lib/on-clock.ts'
import { isWholeDay, type Occurrence } from './occurrences.ts'

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const mostNotes = 200

/** `Fri 2026-11-20 15:00–16:00 Europe/Berlin` */
export function showTime({ event, start, end }: Occurrence, zone?: string): string {
  if (isWholeDay(event)) return showDays(start, end)
  const [from, to] = zone === undefined ? [start, end] : [start.withTimeZone(zone), end.withTimeZone(zone)]
  const ends = from.toPlainDate().equals(to.toPlainDate())
    ? shortClock(to)
    : `${showDate(to)} ${shortClock(to)}`
  const told = `${showDate(from)} ${shortClock(from)}–${ends}`
  if (zone === undefined) return `${told} ${event.zone}`
  return event.zone === zone ? told : `${told} (${shortClock(start)} ${event.zone})`
}

/** `"Title" [id] at Room 1, repeats FREQ=WEEKLY` */
export function showEvent({ id, title, place, repeat, series }: CalendarEvent): string {
  const facts = [
    ...(repeat === undefined ? [] : [`repeats ${repeat}`]),
    ...(series === undefined ? [] : [`changed repetition of ${series}`]),
    ...(place === undefined || place === '' ? [] : [`at ${oneLine(place)}`]),
  ]
  return `"${oneLine(title)}" [${id}]${facts.length === 0 ? '' : ` ${facts.join(', ')}`}`
}

export function showNotes({ notes }: CalendarEvent): string {
  const text = oneLine(notes ?? '')
  if (text === '') return ''
  return `\n    ${text.length > mostNotes ? `${text.slice(0, mostNotes)}…` : text}`
}

export function showDate(time: Temporal.ZonedDateTime | Temporal.PlainDate): string {
  const date = 'toPlainDate' in time ? time.toPlainDate() : time
  return `${weekdays[date.dayOfWeek - 1]} ${date.toString()}`
}

export function oneLine(text: string): string {
  return cleanText(text).replaceAll(/\s+/g, ' ').trim()
}

/** The last day is included, as people say it. */
function showDays(start: Temporal.ZonedDateTime, end: Temporal.ZonedDateTime): string {
  const last = end.toPlainDate().subtract({ days: 1 })
  const isOne = last.equals(start.toPlainDate())
  return isOne ? `${showDate(start)} all day` : `${showDate(start)} – ${showDate(last)} all day`
}
