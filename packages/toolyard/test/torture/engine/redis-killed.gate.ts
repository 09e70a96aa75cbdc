/** Redis dies by kill -9 five times under load, and is started again each time. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Gate } from './gate.ts'
import { measuresOf, patienceMs, underLoad } from './load.ts'

const kills = 5

export const gate: Gate = {
  title: `kill -9 of Redis ×${kills} under load`,
  places: ['fleet'],
  isGuarantee: true,
  async run({ place, random, isShort, tell }) {
    const { redis } = place
    if (!redis) throw new Error('there is no Redis')
    const loaded = await underLoad({
      place,
      leaseMs: isShort ? 3000 : 8000,
      async fault(well) {
        for (let count = 1; count <= kills; count++) {
          await redis.kill()
          // Once for longer than callers wait.
          await sleep(count === 3 ? 1.2 * patienceMs : random() * (isShort ? 500 : 3000))
          await redis.start()
          tell(`killed ${count} times`)
          await well()
          await sleep(random() * (isShort ? 300 : 2000))
        }
      },
    })
    return measuresOf(loaded)
  },
}
