/**
 * A line about wall time beside a reference of the same run.
 *
 * @module
 */
import { type Figures, figureOf, ratioOf } from '../harness.ts'
import type { Line } from '../report.ts'

export interface TimedLine {
  readonly what: string
  readonly ours: string
  readonly reference: string
  /** Times as dear at most … */
  readonly times?: number
  /** … and so many milliseconds more. */
  readonly plusMs?: number
  /** How the bar reads, where it is not "so many times". */
  readonly text?: string
}

export function timedLine(figures: Figures, line: TimedLine): Line {
  const { what, ours, reference, times, plusMs = 0 } = line
  const value = figureOf(figures, reference)
  const { text = `<= ${times}x${plusMs > 0 ? ` + ${plusMs} ms` : ''}` } = line
  return {
    what,
    ours: figureOf(figures, ours),
    unit: 'ms',
    reference: { name: reference, value },
    ratio: ratioOf(figures, ours, reference),
    ...(times !== undefined && { bar: { of: 'ratio', below: times + plusMs / value, text } }),
  }
}
