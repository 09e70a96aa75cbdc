/** What a gate is: one promise of the engine, the bar for it, and how it is tried. */
import type { Place, PlaceKind } from './place.ts'

/** A file `NAME.gate.ts` exports one as `gate`. */
export interface Gate {
  readonly title: string
  /** Where it can be tried. */
  readonly places: readonly PlaceKind[]
  /** Whether it tries a guarantee; otherwise it only measures. */
  readonly isGuarantee: boolean
  run(run: GateRun): Promise<readonly Measure[]>
}

export interface GateRun {
  readonly place: Place
  readonly isShort: boolean
  /** Numbers from 0 to 1; the same seed gives the same ones. */
  readonly random: () => number
  /** Told while it runs. */
  readonly tell: (line: string) => void
}

export interface Measure {
  readonly what: string
  /** What it should be. */
  readonly bar: string
  readonly measured: string
  readonly isMet: boolean
  /** A guarantee that is broken is a fault; a speed that is missed is a figure. */
  readonly kind: 'guarantee' | 'speed'
}

export interface GateResult extends Measure {
  readonly gate: string
  readonly place: PlaceKind
}

/** Met if there is no problem. The first ones are told. */
export function guarantee(
  what: string,
  problems: readonly string[],
  { bar = '0', measured = bar }: { readonly bar?: string; readonly measured?: string } = {},
): Measure {
  const told = problems.slice(0, 5).join('; ')
  const more = problems.length > 5 ? `; and ${problems.length - 5} more` : ''
  return {
    what,
    bar,
    measured: problems.length === 0 ? measured : `${told}${more}`,
    isMet: problems.length === 0,
    kind: 'guarantee',
  }
}

export interface Bar {
  readonly unit: string
  readonly atMost?: number | undefined
  readonly atLeast?: number | undefined
}

/** Without a bound, a figure that is only told. */
export function speed(what: string, value: number, { unit, atMost, atLeast }: Bar): Measure {
  const told = (figure: number): string => `${shown(figure)} ${unit}`
  return {
    what,
    bar: atMost !== undefined ? `≤ ${told(atMost)}` : atLeast !== undefined ? `≥ ${told(atLeast)}` : '–',
    measured: told(value),
    isMet: value <= (atMost ?? Infinity) && value >= (atLeast ?? -Infinity),
    kind: 'speed',
  }
}

/** The value below which this part of them lies. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

function shown(figure: number): string {
  if (Number.isInteger(figure) || Math.abs(figure) >= 100)
    return figure.toLocaleString('en', { maximumFractionDigits: 0 })
  return figure.toFixed(Math.abs(figure) < 10 ? 2 : 1)
}
