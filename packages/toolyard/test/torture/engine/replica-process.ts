/** A process that keeps schedules, on a clock that is wrong by so much. It notes what comes due. */
import { setTimeout as sleep } from 'node:timers/promises'
import { openScheduler } from '../../../src/engine/schedules/index.ts'
import { createClock } from '../../../src/kernel/index.ts'
import { openStore } from '../../../src/store/index.ts'
import { termsOf } from './child.ts'
import { note } from './log.ts'
import { openEngine } from './open-engine.ts'

export interface ReplicaTerms {
  readonly address: string
  readonly database: string
  readonly log: string
  readonly skewMs: number
  readonly leaseMs?: number | undefined
}

const { database, log, skewMs, ...terms } = termsOf() as ReplicaTerms
const store = await openStore(database, { folder: import.meta.dirname })
await openScheduler({
  engine: await openEngine(terms),
  schedules: store.schedules,
  clock: createClock({ wall: () => Date.now() + skewMs }),
  workspace: '/w',
  queue: 'schedules',
  async fire(_schedule, { id, isRetried }) {
    note(log, `${isRetried ? 'again' : 'first'} ${id}`)
    await sleep(20)
    return { state: 'done', callId: id }
  },
  failed: (error) => note(log, 'problem -', String(error)),
})
process.send?.('ready')
