/** The way to Redis freezes, for shorter and longer than a lease, and is reset again and again. */
import { setTimeout as sleep } from 'node:timers/promises'
import { FreezingProxy } from '../../helpers/freezing-proxy.ts'
import type { Gate } from './gate.ts'
import { measuresOf, underLoad } from './load.ts'

export const gate: Gate = {
  title: 'TCP resets and freezes between processes and Redis',
  places: ['fleet'],
  isGuarantee: true,
  async run({ place, random, isShort, tell }) {
    const { redis } = place
    if (!redis) throw new Error('there is no Redis')
    const [leaseMs, resets] = isShort ? [2000, 10] : [8000, 60]
    await using proxy = await FreezingProxy.start(redis.port)
    const loaded = await underLoad({
      place,
      leaseMs,
      address: `redis://127.0.0.1:${proxy.port}`,
      async fault(well) {
        for (let count = 1; count <= resets; count++) {
          proxy.reset()
          await sleep(random() * 200)
        }
        tell(`reset ${resets} times`)
        for (const ms of [leaseMs / 4, 1.5 * leaseMs]) {
          proxy.freeze()
          await sleep(ms)
          proxy.thaw()
          tell(`frozen for ${ms / 1000} s`)
          await well()
        }
      },
    })
    return measuresOf(loaded)
  },
}
