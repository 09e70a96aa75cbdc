/**
 * Makes many calls with everything on and prints what the heap was before and after.
 *
 * @module
 */
import { toolyardPeer, everythingName } from '../peers/toolyard.ts'
import { smallSample } from '../small-sample.ts'
import { settledHeap } from './heap.ts'

export interface ManyCalls extends Readonly<Record<string, number>> {
  readonly start: number
  /** After the first calls: code is compiled, the journal's ring is full. */
  readonly warm: number
  readonly end: number
}

const calls = Number(process.argv[2])
const first = Math.min(10_000, calls / 2)

const contender = (await toolyardPeer.open(smallSample)).find(({ name }) => name === everythingName)
if (!contender) throw new Error(`There is no contender "${everythingName}"`)
const start = await settledHeap()
for (let index = 0; index < first; index++) await contender.call(index)
const warm = await settledHeap()
for (let index = first; index < calls; index++) await contender.call(index)
const last = contender.textOf(await contender.call(0))
if (last !== smallSample.answers[0]) throw new Error(`The last call answered ${last}`)
const end = await settledHeap()
console.log(JSON.stringify({ start, warm, end } satisfies ManyCalls))
await contender.close?.()
