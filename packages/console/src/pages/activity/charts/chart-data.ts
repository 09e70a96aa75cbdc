/**
 * Figures into rows of a chart: every stretch of time has a place, whether something happened in it or not.
 *
 * @module
 */
import type { JournalStats } from '../../../api/types.ts'

export interface Line {
  readonly label: string
  /** Null where nothing was measured. */
  readonly values: readonly (number | null)[]
  /** Place in the palette. */
  readonly colour: number
}

export interface ChartData {
  /** Milliseconds since 1970. */
  readonly times: readonly number[]
  readonly lines: readonly Line[]
}

export type Slot = JournalStats['slots'][number]
export type Part = 'p50' | 'p95' | 'p99'

/** More places than any screen has pixels would only cost time. */
const mostPlaces = 2000

/** The beginnings of all stretches from the first to the last. */
export function placesOf({ since, until, stepMs, slots }: JournalStats): readonly number[] {
  const [known] = slots
  const phase = known ? known.at % stepMs : 0
  const first = Math.floor((since - phase) / stepMs) * stepMs + phase
  const count = Math.min(mostPlaces, Math.max(1, Math.ceil((until - first) / stepMs)))
  return Array.from({ length: count }, (_none, index) => first + index * stepMs)
}

export function valuesAt(
  times: readonly number[],
  slots: readonly Slot[],
  read: (slot: Slot) => number | undefined,
): readonly (number | null)[] {
  const byTime = new Map(slots.map((slot) => [slot.at, slot]))
  return times.map((at) => {
    const slot = byTime.get(at)
    return (slot && read(slot)) ?? null
  })
}

/** What did not happen is zero, not unknown. */
export function countsAt(
  times: readonly number[],
  slots: readonly Slot[],
  read: (slot: Slot) => number,
): readonly number[] {
  return valuesAt(times, slots, read).map((value) => value ?? 0)
}
