/**
 * One event of a calendar file, read by ical.js and checked by ours.
 *
 * @module
 */
import ICAL from 'ical.js'
import { Temporal } from 'temporal-polyfill'
import type { CalendarEvent } from '../../../define/index.ts'
import { cleanText, sha256 } from '../../../kernel/index.ts'
import { checkRule } from './check-rule.ts'
import { keyOf } from './occurrences.ts'
import { oneLine } from './show.ts'

export interface IcsEvent {
  readonly uid: string
  readonly event: Omit<CalendarEvent, 'id'>
  /** The repetition that it stands instead of, on its own clock. */
  readonly instead?: IcsTime | undefined
  readonly isCut: boolean
}

/** A day, or a time on the clock of a zone. */
export interface IcsTime {
  readonly local: Temporal.PlainDateTime
  readonly isDay: boolean
  readonly zone: string
}

export interface IcsZones {
  /** The zone of a TZID, told if it had to be guessed. */
  find(tzid: string): string
  /** Of times without one. */
  readonly floating: string
}

const most = { title: 200, place: 500, notes: 10_000, uid: 500, starts: 1000 } as const

/** Throws an `Error` with a sentence about what is wrong. */
export function readIcsEvent(block: string, zones: IcsZones): IcsEvent {
  if (/^X-TOO-LONG:/m.test(block)) throw new Error('a line of it is too long')
  const dates = [...block.matchAll(/^(?:EXDATE|RDATE).*$/gim)].flatMap(([line]) => line.split(','))
  if (dates.length > most.starts) throw new Error(`it has more than ${most.starts} exceptions`)
  const component = new ICAL.Component(ICAL.parse(block) as unknown[])
  if (/^cancelled$/i.test(textIn(component, 'status'))) throw new Error('it is cancelled')
  const given = firstTime(component, 'dtstart', zones)
  if (!given) throw new Error('it has no start')
  const rule = ruleIn(component)
  const start =
    rule === undefined && given.zone === 'UTC' && !given.isDay ? inZone(given, zones.floating) : given
  const end = endIn(component, start, zones)
  const [title, place, notes] = [
    oneLine(textIn(component, 'summary')),
    oneLine(textIn(component, 'location')),
    cleanText(textIn(component, 'description')).trim(),
  ]
  const except = keysIn(component, 'exdate', { start, zones })
  const also = keysIn(component, 'rdate', { start, zones })
  const key = keyOf(start.local, start.isDay)
  const event = {
    title: cut(title === '' ? '(no title)' : title, most.title),
    start: key,
    end: keyOf(end, start.isDay),
    zone: start.zone,
    ...(rule !== undefined && { repeat: checkedRule(rule, start) }),
    ...(except.length > 0 && { except }),
    ...(also.length > 0 && { also }),
    ...(place !== '' && { place: cut(place, most.place) }),
    ...(notes !== '' && { notes: cut(notes, most.notes) }),
  }
  return {
    uid: uidIn(component, event),
    event,
    instead: insteadIn(component, zones),
    isCut: title.length > most.title || place.length > most.place || notes.length > most.notes,
  }
}

/** What a repetition is called in a series whose start is given. */
export function keyIn(
  { local, isDay, zone }: IcsTime,
  start: Pick<IcsTime, 'local' | 'isDay' | 'zone'>,
): string {
  if (start.isDay) return keyOf(local, true)
  if (isDay) return keyOf(local.toPlainDate().toPlainDateTime(start.local.toPlainTime()), false)
  return keyOf(inZone({ local, isDay, zone }, start.zone).local, false)
}

function uidIn(component: ICAL.Component, event: Omit<CalendarEvent, 'id'>): string {
  const uid = oneLine(textIn(component, 'uid'))
  // Without one, the same event is known again by what it says.
  if (uid === '') return `none-${sha256(`${event.start} ${event.title}`).slice(0, 32)}`
  return uid.length > most.uid ? sha256(uid) : uid
}

function insteadIn(component: ICAL.Component, zones: IcsZones): IcsTime | undefined {
  const property = component.getFirstProperty('recurrence-id')
  if (!property) return undefined
  if (property.getFirstParameter('range')) throw new Error('it changes all later repetitions at once')
  return firstTime(component, 'recurrence-id', zones)
}

function ruleIn(component: ICAL.Component): string | undefined {
  const rules = component.getAllProperties('rrule')
  if (rules.length > 1) throw new Error('it has several rules')
  if (component.hasProperty('exrule')) throw new Error('it has a rule of exceptions (EXRULE)')
  // As it was written: ical.js would bring it into a form of its own.
  return rules[0]?.toICALString().replace(/^RRULE[^:]*:/i, '')
}

function checkedRule(rule: string, { local, zone }: IcsTime): string {
  const checked = checkRule(rule, { start: local, zone })
  if ('problem' in checked) throw new Error(`its repetition can't be taken: ${checked.problem}`)
  return checked.rule
}

function endIn(component: ICAL.Component, start: IcsTime, zones: IcsZones): Temporal.PlainDateTime {
  const end = firstTime(component, 'dtend', zones)
  const duration = textIn(component, 'duration')
  const local = end
    ? start.isDay
      ? end.local.toPlainDate().toPlainDateTime()
      : inZone(end, start.zone).local
    : duration === ''
      ? start.local.add({ days: start.isDay ? 1 : 0 })
      : start.local.add(Temporal.Duration.from(duration))
  const order = Temporal.PlainDateTime.compare(local, start.local)
  if (order < 0) throw new Error('it ends before it starts')
  checkYear(local)
  // Some programs write the same day as start and end of a whole day.
  return start.isDay && order === 0 ? local.add({ days: 1 }) : local
}

function keysIn(
  component: ICAL.Component,
  name: string,
  { start, zones }: { readonly start: IcsTime; readonly zones: IcsZones },
): string[] {
  const times = component.getAllProperties(name).flatMap((property) => timesIn(property, zones))
  return [...new Set(times.map((time) => keyIn(time, start)))]
}

function firstTime(component: ICAL.Component, name: string, zones: IcsZones): IcsTime | undefined {
  const property = component.getFirstProperty(name)
  return property ? timesIn(property, zones)[0] : undefined
}

function timesIn(property: ICAL.Property, zones: IcsZones): IcsTime[] {
  const [, , type, ...values] = property.toJSON() as [string, object, string, ...unknown[]]
  if (type !== 'date' && type !== 'date-time')
    throw new Error(`${property.name} has a form that is not known`)
  const tzid = property.getFirstParameter('tzid') as string | undefined
  return values.map((value) => {
    const text = String(value)
    const isDay = /^\d{4}-\d\d-\d\d$/.test(text)
    const isUtc = text.endsWith('Z')
    const local = Temporal.PlainDateTime.from(text.replace(/Z$/, ''))
    checkYear(local)
    const zone = isUtc ? 'UTC' : tzid === undefined || isDay ? zones.floating : zones.find(tzid)
    return { local, isDay, zone }
  })
}

function checkYear({ year }: Temporal.PlainDateTime): void {
  if (year < 1900 || year > 2200) throw new Error(`the year ${year} is not from 1900 to 2200`)
}

function inZone({ local, isDay, zone }: IcsTime, target: string): IcsTime {
  if (zone === target) return { local, isDay, zone }
  return { local: local.toZonedDateTime(zone).withTimeZone(target).toPlainDateTime(), isDay, zone: target }
}

function textIn(component: ICAL.Component, name: string): string {
  const value = component.getFirstPropertyValue(name)
  return value === null ? '' : String(value)
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text
}
