/**
 * Opens many threads with a stateful tool, closes them, and prints what the heap was before, between and after.
 *
 * @module
 */
import { createToolyard, defineTool } from 'toolyard'
import { z } from 'zod'
import { settledHeap } from './heap.ts'

export interface ManyThreads extends Readonly<Record<string, number>> {
  readonly start: number
  readonly open: number
  readonly end: number
}

const count = Number(process.argv[2])
const first = Math.min(1500, count)
let created = 0
let disposed = 0

const counter = defineTool({
  name: 'count_up',
  description: 'Counts the calls of this thread.',
  inputSchema: z.object({ by: z.number() }),
  permission: 'read',
  effects: 'none',
  create: () => {
    created++
    let total = 0
    return {
      execute: async ({ by }) => `${(total += by)}`,
      dispose: () => {
        disposed++
      },
    }
  },
})

const yard = await createToolyard({ tools: [counter] })
await openThreads('first', first)
await closeThreads('first', first)
const start = await settledHeap()
await openThreads('thread', count)
const open = await settledHeap()
await closeThreads('thread', count)
const end = await settledHeap()
if (created !== count + first || disposed !== created)
  throw new Error(`${created} objects were made and ${disposed} disposed, of ${count + first}`)
console.log(JSON.stringify({ start, open, end } satisfies ManyThreads))
await yard.close()

async function openThreads(prefix: string, threads: number): Promise<void> {
  for (let index = 0; index < threads; index++) {
    const result = await yard.call('count_up', { by: index }, { threadId: `${prefix}-${index}` })
    if (result.status !== 'ok') throw new Error(`A call failed: ${JSON.stringify(result.error)}`)
  }
}

async function closeThreads(prefix: string, threads: number): Promise<void> {
  for (let index = 0; index < threads; index++) await yard.threads.cleanupContext(`${prefix}-${index}`)
}
