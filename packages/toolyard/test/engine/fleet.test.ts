/** The engine of a fleet keeps every promise, on a real Redis, with a way to it that freezes and dies. */
import { randomUUID } from 'node:crypto'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { describeEngine } from '../../src/engine/conformance/index.ts'
import type { Engine } from '../../src/engine/engine.ts'
import { createFleetEngine, type FleetEngine } from '../../src/engine/fleet/fleet-engine.ts'
import { createClock } from '../../src/kernel/index.ts'
import { FreezingProxy } from '../helpers/freezing-proxy.ts'
import { RedisServer } from '../helpers/redis.ts'

const leaseMs = 1000
const server = await RedisServer.start()
after(() => server[Symbol.asyncDispose]())

describeEngine(
  'a fleet',
  (test, limits = {}) => {
    const clock = createClock()
    const prefix = randomUUID()
    const joined = new Map<Engine, { engine: FleetEngine; proxy: FreezingProxy }>()
    test.after(async () => {
      for (const { engine, proxy } of joined.values()) {
        engine.abandon()
        await proxy[Symbol.asyncDispose]()
      }
      clock.close()
    })
    const { waitingJobs, waitingOfTenant, streamEvents, endedStreams, keepMs } = limits
    return {
      async join() {
        const proxy = await FreezingProxy.start(server.port)
        const engine = await createFleetEngine({
          url: `redis://127.0.0.1:${proxy.port}`,
          clock,
          prefix,
          limits: {
            leaseMs,
            firstRetryMs: 300,
            ...(waitingJobs !== undefined && { waiting: waitingJobs }),
            ...(waitingOfTenant !== undefined && { waitingOfTenant }),
            ...(streamEvents !== undefined && { events: streamEvents }),
            ...(endedStreams !== undefined && { ended: endedStreams }),
            ...(keepMs !== undefined && { keepMs }),
          },
        })
        joined.set(engine, { engine, proxy })
        return engine
      },
      freeze: (engine) => joined.get(engine)?.proxy.freeze(),
      thaw: (engine) => joined.get(engine)?.proxy.thaw(),
      kill(engine) {
        joined.get(engine)?.proxy.kill()
        joined.get(engine)?.engine.abandon()
      },
      settle: () => sleep(15),
      pass: (ms) => sleep(ms),
      now: () => clock.now(),
      wall: () => Date.now(),
      leaseMs,
    }
  },
  { runs: 2 },
)
