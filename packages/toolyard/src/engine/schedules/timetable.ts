/**
 * When a schedule is due: a cron expression in a zone, every so long from a moment on, or once. Times are milliseconds since 1970,
 * slots are whole seconds.
 *
 * Changes of the clock follow croner: a fixed time that does not exist is due when the clock has jumped, and one that exists twice
 * is due the first time; what repeats within the hour leaves out what does not exist and counts both.
 *
 * @module
 */
import { Cron } from 'croner'

export interface Timetable {
  readonly kind: 'cron' | 'every' | 'once'
  /** As it is kept: without spare spaces. */
  readonly text: string
  readonly zone: string
  /** Of `every`. */
  readonly everyMs?: number | undefined
  /** The first slot after this moment; undefined if there is none. */
  readonly next: (after: number) => number | undefined
  /** The last slot before this moment. */
  readonly previous: (before: number) => number | undefined
}

export const secondMs = 1000

/** Throws what croner throws. */
export function cronTimetable(text: string, zone: string): Timetable {
  const cron = new Cron(text, { timezone: zone, mode: '5-or-6-parts' })
  return {
    kind: 'cron',
    text,
    zone,
    next: (after) => cron.nextRun(new Date(after))?.getTime(),
    // It looks before a whole second.
    previous: (before) =>
      cron.previousRuns(1, new Date(Math.ceil(before / secondMs) * secondMs))[0]?.getTime(),
  }
}

/** The first slot is one interval after `anchor`. */
export function everyTimetable(
  text: string,
  zone: string,
  { everyMs, anchor }: { readonly everyMs: number; readonly anchor: number },
): Timetable {
  const begin = Math.floor(anchor / secondMs) * secondMs
  const slot = (index: number): number => begin + index * everyMs
  return {
    kind: 'every',
    text,
    zone,
    everyMs,
    next: (after) => slot(Math.max(1, Math.floor((after - begin) / everyMs) + 1)),
    previous: (before) => {
      const index = Math.ceil((before - begin) / everyMs) - 1
      return index < 1 ? undefined : slot(index)
    },
  }
}

export function onceTimetable(text: string, zone: string, at: number): Timetable {
  return {
    kind: 'once',
    text,
    zone,
    next: (after) => (at > after ? at : undefined),
    previous: (before) => (at < before ? at : undefined),
  }
}
