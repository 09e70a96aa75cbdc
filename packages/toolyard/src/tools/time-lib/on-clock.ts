/**
 * A time on the clock of a zone. Times that do not exist there, or that happen twice, are told.
 *
 * @module
 */
import { Temporal } from 'temporal-polyfill'

export interface ClockTime {
  readonly time: Temporal.ZonedDateTime
  readonly note?: string | undefined
}

export function onClock(local: Temporal.PlainDateTime, zone: string): ClockTime {
  const time = local.toZonedDateTime(zone)
  const [date, clock] = [local.toPlainDate().toString(), shortClock(local)]
  if (!time.toPlainDateTime().equals(local))
    return {
      time,
      note: `${clock} does not exist on ${date} in ${zone} (clocks go forward); took ${time.toPlainDate().equals(local.toPlainDate()) ? '' : `${time.toPlainDate().toString()} `}${shortClock(time)}.`,
    }
  const later = local.toZonedDateTime(zone, { disambiguation: 'later' })
  if (Temporal.ZonedDateTime.compare(time, later) === 0) return { time }
  return {
    time,
    note: `${clock} happens twice on ${date} in ${zone} (clocks go back); took the first, ${time.offset}. The second is ${later.offset}.`,
  }
}

/** `15:00`, with seconds if there are any. */
export function shortClock(time: Temporal.PlainDateTime | Temporal.ZonedDateTime): string {
  return time.toPlainTime().toString({ smallestUnit: time.second === 0 ? 'minute' : 'second' })
}
