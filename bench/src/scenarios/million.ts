/**
 * A million calls keep nothing.
 *
 * @module
 */
import type { ManyCalls } from '../children/many-calls.ts'
import { runChild } from '../children/run-child.ts'
import { heapLine } from '../heap-line.ts'
import type { Scenario } from '../scenario.ts'

export const million: Scenario = {
  name: 'million',
  title: 'Heap after a million calls, everything on',
  run: async ({ quick }) => {
    const calls = quick ? 2000 : 1_000_000
    const { start, warm, end } = await runChild<ManyCalls>('many-calls', [calls])
    return [
      heapLine(`heap kept by ${calls} calls, from the first`, end - start, 2),
      heapLine('of that, by the first ones', warm - start),
      heapLine('of that, by all others', end - warm),
    ]
  },
}
