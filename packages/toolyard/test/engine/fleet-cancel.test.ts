/** A job is cancelled while its start is still on its way to the worker. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { createFleetEngine, type FleetEngine } from '../../src/engine/fleet/fleet-engine.ts'
import { createClock } from '../../src/kernel/index.ts'
import { FreezingProxy } from '../helpers/freezing-proxy.ts'
import { RedisServer } from '../helpers/redis.ts'

async function joinFleet(test: TestContext, port: number): Promise<FleetEngine> {
  const clock = createClock()
  // Only the sign can tell of it in time: the next beat is far away.
  const limits = { leaseMs: 400_000 }
  const engine = await createFleetEngine({ url: `redis://127.0.0.1:${port}`, clock, limits })
  test.after(() => {
    engine.abandon()
    clock.close()
  })
  return engine
}

describe('a job that is cancelled just as it starts', () => {
  it('is told at once, also if the sign is quicker than the start', async (test) => {
    const server = await RedisServer.start()
    test.after(() => server[Symbol.asyncDispose]())
    const proxy = await FreezingProxy.start(server.port)
    test.after(() => proxy[Symbol.asyncDispose]())
    const [door, works] = [await joinFleet(test, server.port), await joinFleet(test, proxy.port)]
    await works.jobs.work('calls', {}, ({ signal }) => {
      const { promise, reject } = Promise.withResolvers<void>()
      signal.addEventListener('abort', () => reject(signal.reason as Error))
      return promise
    })
    const heard = Promise.withResolvers<void>()
    await works.bus.subscribe('heard', () => heard.resolve())
    const { held, letGo } = proxy.holdAnswer('early')
    await door.jobs.submit({ id: 'early', queue: 'calls', kind: 'hold' })
    await held
    await door.jobs.cancel('early', 'enough')
    await door.bus.publish('heard', 'all that was said before')
    await heard.promise
    letGo()
    const ends: unknown[] = []
    for await (const event of door.bus.watch('early', 0, AbortSignal.timeout(30_000)))
      ends.push(event.type === 'end' && event.status)
    assert.deepEqual(ends, ['cancelled'])
  })
})
