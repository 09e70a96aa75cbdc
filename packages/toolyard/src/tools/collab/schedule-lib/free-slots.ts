/**
 * Times at which nothing is planned, within the hours of work of each day on the clock of one zone.
 *
 * @module
 */
import { Temporal } from 'temporal-polyfill'
import type { Occurrence, Range } from './occurrences.ts'

export interface WorkingHours {
  readonly from: Temporal.PlainTime
  readonly to: Temporal.PlainTime
  /** ISO weekdays: 1 is Monday. */
  readonly days: readonly number[]
}

export interface FreeSlot {
  readonly start: Temporal.ZonedDateTime
  readonly end: Temporal.ZonedDateTime
}

export function freeSlots(
  busy: readonly Occurrence[],
  {
    range,
    zone,
    hours,
    seconds,
  }: { readonly range: Range; readonly zone: string; readonly hours: WorkingHours; readonly seconds: number },
): FreeSlot[] {
  const slots: FreeSlot[] = []
  const last = range.to.toZonedDateTimeISO(zone).toPlainDate()
  // A night that began the day before may reach into the range.
  let day = range.from.toZonedDateTimeISO(zone).toPlainDate().subtract({ days: 1 })
  for (; Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ days: 1 })) {
    const open = hours.days.includes(day.dayOfWeek) ? openHours(day, zone, hours) : undefined
    const within = open && cut(open, range)
    if (within) slots.push(...gaps(within, busy))
  }
  return slots.filter(({ start, end }) => start.until(end).total('seconds') >= seconds)
}

/** Hours that end before they begin reach into the next day. */
function openHours(day: Temporal.PlainDate, zone: string, { from, to }: WorkingHours): FreeSlot {
  const endDay = Temporal.PlainTime.compare(to, from) <= 0 ? day.add({ days: 1 }) : day
  return {
    start: day.toZonedDateTime({ timeZone: zone, plainTime: from }),
    end: endDay.toZonedDateTime({ timeZone: zone, plainTime: to }),
  }
}

function cut({ start, end }: FreeSlot, range: Range): FreeSlot | undefined {
  const zone = start.timeZoneId
  const from = range.from.toZonedDateTimeISO(zone)
  const to = range.to.toZonedDateTimeISO(zone)
  const slot = { start: later(start, from), end: later(end, to) === end ? to : end }
  return Temporal.ZonedDateTime.compare(slot.start, slot.end) < 0 ? slot : undefined
}

function gaps(open: FreeSlot, busy: readonly Occurrence[]): FreeSlot[] {
  const found: FreeSlot[] = []
  let at = open.start
  for (const { start, end } of busy) {
    if (Temporal.ZonedDateTime.compare(start, open.end) >= 0) break
    if (Temporal.ZonedDateTime.compare(end, at) <= 0) continue
    if (Temporal.ZonedDateTime.compare(start, at) > 0)
      found.push({ start: at, end: start.withTimeZone(at.timeZoneId) })
    at = later(at, end.withTimeZone(at.timeZoneId))
  }
  if (Temporal.ZonedDateTime.compare(at, open.end) < 0) found.push({ start: at, end: open.end })
  return found
}

function later(left: Temporal.ZonedDateTime, right: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  return Temporal.ZonedDateTime.compare(left, right) >= 0 ? left : right
}
