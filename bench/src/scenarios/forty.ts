/**
 * Calls of a tool with 40 fields in a nested schema: everybody who checks.
 *
 * @module
 */
import { besideBare, heldAgainst } from '../call-lines.ts'
import { fortySample } from '../forty-sample.ts'
import { compare, effortFor } from '../harness.ts'
import { bareName, checkedName } from '../peers/bare.ts'
import { closeAll, openAll } from '../peers/index.ts'
import { validationName } from '../peers/toolyard.ts'
import type { Scenario } from '../scenario.ts'

export const forty: Scenario = {
  name: 'forty',
  title: 'Calls, 40 fields in a nested schema (CPU per call)',
  run: async ({ quick }) => {
    const all = await openAll(fortySample)
    const contenders = all.filter(({ name, validates }) => validates || name === bareName)
    const figures = await compare(fortySample, contenders, effortFor(quick))
    await closeAll(all)
    return [
      ...contenders.map(({ name }) => besideBare(figures, name)),
      heldAgainst(figures, [validationName, checkedName], 1.3),
    ]
  },
}
