/**
 * Lines about calls: one for each contender, and one for each bar.
 *
 * @module
 */
import { type Figures, figureOf, ratioOf } from './harness.ts'
import { bareName } from './peers/bare.ts'
import { atMost, type Line } from './report.ts'

/** A contender beside the bare function, for information. */
export function besideBare(figures: Figures, name: string): Line {
  return lineOf(figures, name, bareName)
}

/** A bar: `name` may cost at most `times` what `reference` costs. */
export function heldAgainst(
  figures: Figures,
  [name, reference]: readonly [string, string],
  times: number,
): Line {
  return { ...lineOf(figures, name, reference), bar: atMost(times) }
}

function lineOf(figures: Figures, name: string, reference: string): Line {
  return {
    what: name,
    ours: figureOf(figures, name),
    unit: 'µs',
    reference: { name: reference, value: figureOf(figures, reference) },
    ratio: ratioOf(figures, name, reference),
  }
}
