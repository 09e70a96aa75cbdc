/**
 * Calls of a tool with a small schema: everybody.
 *
 * @module
 */
import { besideBare, heldAgainst } from '../call-lines.ts'
import { compare, effortFor } from '../harness.ts'
import { checkedName } from '../peers/bare.ts'
import { closeAll, openAll } from '../peers/index.ts'
import { langchainName, mastraName } from '../peers/names.ts'
import { everythingName, validationName } from '../peers/toolyard.ts'
import type { Scenario } from '../scenario.ts'
import { smallSample } from '../small-sample.ts'

export const small: Scenario = {
  name: 'small',
  title: 'Calls, small schema (CPU per call)',
  run: async ({ quick }) => {
    const contenders = await openAll(smallSample)
    const figures = await compare(smallSample, contenders, effortFor(quick))
    await closeAll(contenders)
    const bars = [
      [[validationName, checkedName], 2],
      [[validationName, mastraName], 1],
      [[everythingName, mastraName], 1.5],
      [[everythingName, langchainName], 0.1],
    ] as const
    return [
      ...contenders.map(({ name }) => besideBare(figures, name)),
      ...bars
        .filter(([[, reference]]) => figures.has(reference))
        .map(([pair, times]) => heldAgainst(figures, pair, times)),
    ]
  },
}
