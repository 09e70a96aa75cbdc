/** PostgreSQL is restarted under load, in good order and as by a crash. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Gate } from './gate.ts'
import { measuresOf, patienceMs, underLoad } from './load.ts'

const [restarts, shortRestarts] = [20, 5]

export const gate: Gate = {
  title: `PostgreSQL restarted ×${restarts} under load`,
  places: ['postgres'],
  isGuarantee: true,
  async run({ place, random, isShort, tell }) {
    const { postgres } = place
    if (!postgres) throw new Error('there is no PostgreSQL')
    const loaded = await underLoad({
      place,
      leaseMs: isShort ? 3000 : 10_000,
      async fault(well) {
        for (let count = 1; count <= (isShort ? shortRestarts : restarts); count++) {
          // A crash may lose what was committed and not yet answered; most of them are one.
          await postgres.stop(count % 4 === 0 ? 'SIGINT' : 'SIGQUIT')
          // Once for longer than callers wait.
          await sleep(count === 3 ? 1.2 * patienceMs : random() * 300)
          await postgres.start()
          tell(`restarted ${count} times`)
          await well()
          await sleep(random() * 300)
        }
      },
    })
    return measuresOf(loaded)
  },
}
