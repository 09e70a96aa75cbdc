/**
 * Which slots run that came due while no process worked.
 *
 * A slot that is late by less than the grace time is simply late, and runs. What is later was missed: `skip` leaves it out, `once`
 * runs the newest for all of them, `all` runs each, the newest of them within a limit.
 *
 * @module
 */
import type { Misfire } from '../../store/index.ts'
import type { Timetable } from './timetable.ts'

/** Longer than it takes to find a lost job. */
const graceMs = 60_000
/** The slots that `all` makes up for. */
const mostAtOnce = 100
/** Missed slots are counted up to this. */
const mostCounted = 1000
/** One run for all that was missed is not made if the next regular one comes so soon. */
const soonMs = 2000

export interface DueSlots {
  /** The next slot that runs, due already or later; undefined if there is none. */
  readonly next: number | undefined
  /** Slots before it that do not run. */
  readonly missed: number
  /** Whether there are more of them than were counted. */
  readonly isMore: boolean
}

/** `from`: the first slot that neither ran nor was missed. */
export function dueSlots(
  timetable: Timetable,
  { from, now, misfire }: { readonly from: number; readonly now: number; readonly misfire: Misfire },
): DueSlots {
  if (now - from <= graceMs) return { next: from, missed: 0, isMore: false }
  const next = firstToRun(timetable, { from, now, misfire })
  const end = Math.min(next ?? Infinity, now + 1)
  let missed = 0
  let slot: number | undefined = from
  while (slot !== undefined && slot < end && missed < mostCounted) {
    missed++
    slot = timetable.next(slot)
  }
  return { next, missed, isMore: missed === mostCounted }
}

function firstToRun(
  timetable: Timetable,
  { from, now, misfire }: { readonly from: number; readonly now: number; readonly misfire: Misfire },
): number | undefined {
  if (misfire === 'skip') return timetable.next(now - graceMs - 1)
  const newest = Math.max(from, timetable.previous(now + 1) ?? from)
  if (misfire === 'once') {
    const regular = timetable.next(now)
    return regular !== undefined && regular - now <= soonMs ? regular : newest
  }
  let oldest = newest
  for (let count = 1; count < mostAtOnce && oldest > from; count++) {
    const before = timetable.previous(oldest)
    if (before === undefined || before < from) break
    oldest = before
  }
  return oldest
}
