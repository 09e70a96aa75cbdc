/** Counts down to zero, a line at a time. Use it where somebody wants to watch a countdown. */
import { setTimeout as sleep } from 'node:timers/promises'
import { defineTool } from 'toolyard'
import { z } from 'zod'

export default defineTool({
  inputSchema: z.object({
    from: z.int().min(1).max(100).describe('Number to start from'),
    pause_ms: z.int().min(0).max(5000).default(200).describe('Pause after each number'),
  }),
  permission: 'read',
  effects: 'none',
  examples: [{ input: { from: 2, pause_ms: 0 }, output: '2\n1\nGo!\n' }],

  // A tool streams by being a generator: each `yield` reaches the reader at once. The signal ends it early.
  async *execute({ from, pause_ms: pause }, { signal }) {
    for (let left = from; left > 0; left--) {
      yield `${left}\n`
      await sleep(pause, undefined, { signal })
    }
    yield 'Go!\n'
  },
})
