/** Killed at 60 random moments; `npm run torture` does it a thousand times. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { seeded, torture } from './torture.ts'

const lanes = 3
const killsPerLane = 20

describe('a process that is killed while it makes calls', { concurrency: lanes }, () => {
  for (let lane = 1; lane <= lanes; lane++)
    it(`loses nothing that it acknowledged and repeats nothing that it did (${lane})`, async (context) => {
      const seed = (Date.now() % 1_000_000) + lane
      const { problems, calls, statuses } = await torture(killsPerLane, seeded(seed))
      context.diagnostic(`seed ${seed}: ${killsPerLane} kills, ${calls} calls, ${JSON.stringify(statuses)}`)
      assert.deepEqual(problems, [])
      assert.ok(calls > killsPerLane * 10, 'calls got through between the kills')
      assert.ok((statuses['unknown'] ?? 0) > 0, 'some were hit in the middle')
    })
})
