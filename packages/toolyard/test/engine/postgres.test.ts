/** The engine on PostgreSQL keeps every promise, on a real server, with a way to it that freezes and dies. */
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { describeEngine } from '../../src/engine/conformance/index.ts'
import { createDatabaseEngine } from '../../src/engine/database/database-engine.ts'
import type { Engine } from '../../src/engine/engine.ts'
import { usualJobs } from '../../src/engine/memory/job-table.ts'
import { usualStreams } from '../../src/engine/memory/memory-bus.ts'
import { openPostgresServer } from '../../src/engine/postgres/postgres-server.ts'
import { backOffMs, createClock } from '../../src/kernel/index.ts'
import { FreezingProxy } from '../helpers/freezing-proxy.ts'
import { Postgres } from '../helpers/postgres.ts'

const leaseMs = 1000
const postgres = await Postgres.start()
const database = await postgres.createDatabase()
/** One fleet is open at a time: a server has room for so many connections. */
let closeLast = async (): Promise<void> => {}
after(async () => {
  await closeLast()
  await postgres[Symbol.asyncDispose]()
})

describeEngine(
  'PostgreSQL',
  async (_test, limits = {}) => {
    await closeLast()
    // Engines that were killed have timers still.
    const clock = createClock({ quiet: true })
    const url = await postgres.createSchema(database)
    const proxies = new Map<Engine, FreezingProxy>()
    const opened: AsyncDisposable[] = []
    closeLast = async () => {
      clock.close()
      for (const one of opened.splice(0)) await one[Symbol.asyncDispose]()
    }
    const { waitingJobs, waitingOfTenant, streamEvents, endedStreams, keepMs } = limits
    return {
      async join() {
        const proxy = await FreezingProxy.start(postgres.port)
        opened.push(proxy)
        const address = url.replace(`:${postgres.port}/`, `:${proxy.port}/`)
        const server = await openPostgresServer(address, { clock, leaseMs })
        opened.push({ [Symbol.asyncDispose]: () => server.close() })
        const engine = createDatabaseEngine(server, {
          clock,
          leaseMs,
          jobs: {
            backOff: (failures) => backOffMs(failures, { firstMs: 300, longestMs: 5000 }),
            waiting: waitingJobs ?? usualJobs.waiting,
            waitingOfTenant: waitingOfTenant ?? usualJobs.waitingOfTenant,
          },
          streams: {
            ...(streamEvents !== undefined && { each: { ...usualStreams.each, events: streamEvents } }),
            ...(endedStreams !== undefined && { ended: endedStreams }),
            ...(keepMs !== undefined && { keepMs }),
          },
        })
        proxies.set(engine, proxy)
        return engine
      },
      freeze: (engine) => proxies.get(engine)?.freeze(),
      thaw: (engine) => proxies.get(engine)?.thaw(),
      kill: (engine) => proxies.get(engine)?.kill(),
      settle: () => sleep(15),
      pass: (ms) => sleep(ms),
      now: () => clock.now(),
      wall: () => Date.now(),
      leaseMs,
    }
  },
  { runs: 2 },
)
