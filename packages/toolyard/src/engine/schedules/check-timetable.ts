/**
 * Whether a schedule is one that can be kept: it comes due at all, not in the past alone, and not too often.
 *
 * @module
 */
import { wrong } from './read-timetable.ts'
import { secondMs, type Timetable } from './timetable.ts'

/** From one slot to the next: of a schedule that an agent makes, and of one in the configuration. */
export const leastBetweenMs = { agent: 60_000, configuration: secondMs } as const

/** So many slots in a row show every pattern of seconds. */
const slotsLooked = 61

export interface TimetableRules {
  readonly now: number
  /** See `leastBetweenMs`. */
  readonly leastMs: number
}

/** The first slot. Throws `invalid_arguments` if the schedule can't be kept. */
export function checkTimetable(timetable: Timetable, { now, leastMs }: TimetableRules): number {
  const { kind, text } = timetable
  const first = timetable.next(now)
  if (first === undefined && kind === 'once')
    throw wrong(`"${text}" is in the past`, 'Name a time that is still to come.')
  if (first === undefined)
    throw wrong(
      `"${text}" never comes due: no year has such a day`,
      'Check the day and the month; "L" is the last day of a month.',
    )
  if (shortest(timetable, first, leastMs) < leastMs)
    throw wrong(
      `"${text}" comes due more often than every ${leastMs / secondMs} seconds`,
      `Leave at least ${leastMs / secondMs} seconds between two times.`,
    )
  return first
}

/** The time between two slots that is the shortest, as far as it matters. */
function shortest({ kind, text, everyMs, next }: Timetable, first: number, leastMs: number): number {
  if (kind === 'once') return Infinity
  if (everyMs !== undefined) return everyMs
  // Five fields are a minute apart at least.
  if (leastMs <= 60_000 && text.split(' ').length !== 6) return 60_000
  let least = Infinity
  let slot = first
  for (let looked = 0; looked < slotsLooked && least >= leastMs; looked++) {
    const after = next(slot)
    if (after === undefined) break
    least = Math.min(least, after - slot)
    slot = after
  }
  return least
}

/** The next slots after a moment, at most so many. */
export function nextSlots(timetable: Timetable, after: number, count: number): readonly number[] {
  const slots: number[] = []
  for (let slot = timetable.next(after); slot !== undefined && slots.length < count;) {
    slots.push(slot)
    slot = timetable.next(slot)
  }
  return slots
}
