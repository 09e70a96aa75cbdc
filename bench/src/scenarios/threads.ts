/**
 * Threads that were opened and closed leave nothing.
 *
 * @module
 */
import type { ManyThreads } from '../children/many-threads.ts'
import { runChild } from '../children/run-child.ts'
import { heapLine } from '../heap-line.ts'
import type { Scenario } from '../scenario.ts'

export const threads: Scenario = {
  name: 'threads',
  title: 'Heap after threads with a stateful tool were opened and closed',
  run: async ({ quick }) => {
    const count = quick ? 50 : 10_000
    const { start, open, end } = await runChild<ManyThreads>('many-threads', [count])
    return [
      heapLine(`heap kept by ${count} closed threads`, end - start, 2),
      { what: 'one open thread', ours: (open - start) / count / 1024, unit: 'KB' },
    ]
  },
}
