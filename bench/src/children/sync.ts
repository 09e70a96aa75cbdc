/**
 * Syncs many tools into a new catalogue, then again without a change, and prints what that cost.
 *
 * @module
 */
import { createToolyard } from 'toolyard'
import { makeTools } from '../catalogue-tool.ts'
import { cpuOf } from '../harness.ts'
import { settledHeap } from './heap.ts'

export interface SyncCost extends Readonly<Record<string, number>> {
  /** Microseconds of CPU. */
  readonly first: number
  readonly again: number
  /** Bytes of heap that are kept. */
  readonly kept: number
}

const [count = '0', folder = '.'] = process.argv.slice(2)
const tools = makeTools(Number(count), 'json').map(({ schema, name, description }) => ({
  name,
  description,
  parameters: schema,
  execute: () => 1,
}))
const yard = await createToolyard({ tools, database: `sqlite:${folder}/sync-${count}.db`, sync: false })
const before = await settledHeap()
let created = 0
const first = await cpuOf(async () => {
  created = (await yard.syncTools()).created.length
})
if (created !== Number(count)) throw new Error(`${created} tools were created, not ${count}`)
const kept = (await settledHeap()) - before
const again = await cpuOf(() => yard.syncTools())
await yard.close()
console.log(JSON.stringify({ first, again, kept } satisfies SyncCost))
