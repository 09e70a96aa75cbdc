/**
 * Calls of a tool with a small schema: everybody.
 *
 * @module
 */
import { besideBare, heldAgainst } from '../call-lines.ts'
import { compare, effortFor } from '../harness.ts'
import { checkedName } from '../peers/bare.ts'
import { closeAll, openAll } from '../peers/index.ts'
import { langchainName } from '../peers/langchain.ts'
import { mastraName } from '../peers/mastra.ts'
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
    return [
      ...contenders.map(({ name }) => besideBare(figures, name)),
      heldAgainst(figures, [validationName, checkedName], 2),
      heldAgainst(figures, [validationName, mastraName], 1),
      heldAgainst(figures, [everythingName, mastraName], 1.5),
      heldAgainst(figures, [everythingName, langchainName], 0.1),
    ]
  },
}
