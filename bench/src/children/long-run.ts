/**
 * A long run of the loop: prints what is on the heap near its 100th step and near its last, while it still goes on.
 *
 * @module
 */
import { openOurLoop } from '../loop/our-loop.ts'
import { settledHeap } from './heap.ts'

export interface LongRun extends Readonly<Record<string, number>> {
  readonly first: number
  readonly last: number
}

const steps = Number(process.argv[2])
/** Small enough that the conversation outgrows it many times. */
const contextLimit = 8000
const marks = new Map<number, number>()

const loop = await openOurLoop({ contextLimit, journal: false })
await loop.run(50)
await loop.run(steps, async (step) => {
  if (step === 100 || step === steps - 1) marks.set(step, await settledHeap())
})
console.log(JSON.stringify({ first: marks.get(100) ?? 0, last: marks.get(steps - 1) ?? 0 } satisfies LongRun))
await loop.close()
