/**
 * Events as an iCalendar file (RFC 5545), with the definitions of their zones, written by ical.js.
 *
 * @module
 */
import ICAL from 'ical.js'
import { Temporal } from 'temporal-polyfill'
import type { CalendarEvent, ToolContext } from '../../../define/index.ts'
import { packed } from './check-rule.ts'
import { isWholeDay, localOf } from './occurrences.ts'

export const productId = '-//Toolyard//Calendar//EN'
/** Changes of clocks that a zone's definition lists, from a year before the first event. */
const mostTransitions = 24
/** How long it works before other work has its turn. */
const turnMs = 20

/** Other work goes on meanwhile. */
export async function writeIcs(
  events: readonly CalendarEvent[],
  { clock, signal }: Pick<ToolContext, 'clock' | 'signal'>,
): Promise<string> {
  const now = Temporal.Instant.fromEpochMilliseconds(Math.floor(clock.wall()))
  const timed = events.filter((event) => !isWholeDay(event))
  const zones = [...new Set(timed.map(({ zone }) => zone))].filter((zone) => isNamed(zone))
  const first = timed.map(({ start }) => start).toSorted()[0] ?? ''
  const byId = new Map(events.map((event) => [event.id, event]))
  const replaced = Map.groupBy(
    events.filter(({ series }) => series !== undefined),
    ({ series }) => series,
  )
  const parts = zones.map((zone) => zoneComponent(zone, first).toString())
  let turn = clock.now()
  for (const event of events) {
    const changed = new Set(replaced.get(event.id)?.map(({ instead }) => instead))
    const of = event.series === undefined ? undefined : byId.get(event.series)
    parts.push(eventComponent(event, { changed, of, now }).toString())
    if (clock.now() - turn < turnMs) continue
    await new Promise(setImmediate)
    signal.throwIfAborted()
    turn = clock.now()
  }
  const head = ['BEGIN:VCALENDAR', `PRODID:${productId}`, 'VERSION:2.0', 'CALSCALE:GREGORIAN']
  return [...head, ...parts, 'END:VCALENDAR', ''].join('\r\n')
}

export function uidOf({ uid, id }: CalendarEvent): string {
  return uid ?? `${id}@toolyard`
}

interface IcsEventContext {
  /** Repetitions that happen otherwise: they are told by their own events. */
  readonly changed: ReadonlySet<string | undefined>
  readonly of: CalendarEvent | undefined
  readonly now: Temporal.Instant
}

function eventComponent(event: CalendarEvent, { changed, of, now }: IcsEventContext): ICAL.Component {
  const component = new ICAL.Component('vevent')
  component.addPropertyWithValue('uid', uidOf(of ?? event))
  addTime(component, 'dtstamp', { text: now.toString({ smallestUnit: 'second' }).slice(0, -1), zone: 'UTC' })
  addTime(component, 'dtstart', { text: event.start, zone: event.zone })
  addTime(component, 'dtend', { text: event.end, zone: event.zone })
  component.addPropertyWithValue('summary', event.title)
  if (event.place !== undefined) component.addPropertyWithValue('location', event.place)
  if (event.notes !== undefined) component.addPropertyWithValue('description', event.notes)
  if (event.repeat !== undefined)
    component.addPropertyWithValue('rrule', ICAL.Recur.fromString(ruleFor(event)))
  for (const key of event.except ?? [])
    if (!changed.has(key)) addTime(component, 'exdate', { text: key, zone: event.zone })
  for (const key of event.also ?? []) addTime(component, 'rdate', { text: key, zone: event.zone })
  if (of && event.instead !== undefined)
    addTime(component, 'recurrence-id', { text: event.instead, zone: of.zone })
  return component
}

/** The end of a rule has the form of the start. */
function ruleFor(event: CalendarEvent): string {
  const rule = event.repeat ?? ''
  if (!isWholeDay(event)) return rule
  return rule.replace(/UNTIL=(\d{8}T\d{6})Z/, (_, end: string) => {
    const time = Temporal.PlainDateTime.from(end).toZonedDateTime('UTC').withTimeZone(event.zone)
    return `UNTIL=${packed(time.toPlainDateTime()).slice(0, 8)}`
  })
}

/** With an offset for a zone there is no name to write: it is written in UTC. */
function addTime(
  component: ICAL.Component,
  name: string,
  { text, zone }: { readonly text: string; readonly zone: string },
): void {
  const isDay = text.length === 10
  const inUtc = !isDay && !isNamed(zone)
  const local = inUtc
    ? localOf(text).toZonedDateTime(zone).withTimeZone('UTC').toPlainDateTime()
    : localOf(text)
  const property = new ICAL.Property(name)
  if (isDay) property.resetType('date')
  else if (!inUtc) property.setParameter('tzid', zone)
  const value = local.toString({ smallestUnit: 'second' })
  property.setValue(
    isDay ? ICAL.Time.fromDateString(text) : ICAL.Time.fromDateTimeString(inUtc ? `${value}Z` : value),
  )
  component.addProperty(property)
}

function isNamed(zone: string): boolean {
  return zone !== 'UTC' && !/^[+-]/.test(zone)
}

function zoneComponent(zone: string, first: string): ICAL.Component {
  const component = new ICAL.Component('vtimezone')
  component.addPropertyWithValue('tzid', zone)
  let at = localOf(first).toZonedDateTime(zone).subtract({ years: 1 })
  component.addSubcomponent(observance(at, at.offset))
  for (let left = mostTransitions; left > 0; left--) {
    const next = at.getTimeZoneTransition('next')
    if (!next) break
    component.addSubcomponent(observance(next, at.offset))
    at = next
  }
  return component
}

/** From a change of clocks on. */
function observance(at: Temporal.ZonedDateTime, before: string): ICAL.Component {
  const winter = at.with({ month: 1, day: 15 }).offsetNanoseconds
  const summer = at.with({ month: 7, day: 15 }).offsetNanoseconds
  const isDaylight = at.offsetNanoseconds > Math.min(winter, summer)
  const component = new ICAL.Component(isDaylight ? 'daylight' : 'standard')
  // The clock that is about to be changed.
  const local = at.toInstant().toZonedDateTimeISO(before).toPlainDateTime()
  component.addPropertyWithValue(
    'dtstart',
    ICAL.Time.fromDateTimeString(local.toString({ smallestUnit: 'second' })),
  )
  component.addPropertyWithValue('tzoffsetfrom', ICAL.UtcOffset.fromString(before))
  component.addPropertyWithValue('tzoffsetto', ICAL.UtcOffset.fromString(at.offset))
  return component
}
