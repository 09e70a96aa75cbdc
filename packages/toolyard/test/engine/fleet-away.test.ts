/** A worker whose Redis is away for longer than it waits: its job is given up, and the worker goes on. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createFleetEngine, type FleetEngine } from '../../src/engine/fleet/fleet-engine.ts'
import type { JobReturn, RunningJob } from '../../src/engine/jobs.ts'
import { createClock } from '../../src/kernel/index.ts'
import { RedisServer } from '../helpers/redis.ts'

interface Ground {
  readonly server: RedisServer
  readonly engine: FleetEngine
  readonly lines: string[]
}

async function open(test: TestContext): Promise<Ground> {
  const server = await RedisServer.start()
  const lines: string[] = []
  const clock = createClock()
  const engine = await createFleetEngine({
    url: server.url,
    clock,
    limits: { leaseMs: 1000 },
    patienceMs: 500,
    awayMs: 500,
    warn: (line) => lines.push(line),
  })
  test.after(async () => {
    engine.abandon()
    clock.close()
    await server[Symbol.asyncDispose]()
  })
  return { server, engine, lines }
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 60_000
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error('it did not come to be so')
    await sleep(20)
  }
}

const job = (id: string, onCrash: 'retry' | 'fail') => ({ id, queue: 'calls', kind: 'test', onCrash })

/** The first start of a job does this; another one returns. */
function once(first: (running: RunningJob) => Promise<JobReturn>) {
  return async (running: RunningJob): Promise<JobReturn> =>
    running.attempt === 1 ? first(running) : undefined
}

describe('a worker whose Redis is away for too long', () => {
  it('gives up a job that it can not end, says so, and the job starts again', async (test) => {
    const { server, engine, lines } = await open(test)
    const [began, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const hold = once(async () => {
      began.resolve()
      await go.promise
    })
    await engine.jobs.work('calls', {}, hold)
    await engine.jobs.submit(job('a', 'retry'))
    await began.promise
    await server.kill()
    go.resolve()
    await until(() =>
      lines.some((line) => /Redis is away: the job "a" of the queue "calls" is given up/.test(line)),
    )
    await server.start()
    await until(async () => {
      const [view] = await engine.inspection.list({ id: 'a' }).catch(() => [])
      return view?.state === 'done' && view.attempt === 2
    })
  })

  it('tells a job that speaks to stop, and one that may not start twice ends as unknown', async (test) => {
    const { server, engine } = await open(test)
    const [began, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const said: unknown[] = []
    await engine.jobs.work('calls', {}, async ({ emit, signal }) => {
      began.resolve()
      await go.promise
      said.push(await emit('hello'), signal.aborted)
    })
    await engine.jobs.submit(job('a', 'fail'))
    await began.promise
    await server.kill()
    go.resolve()
    await until(() => said.length > 0)
    assert.deepEqual(said, [false, true])
    await server.start()
    await until(async () => {
      const [view] = await engine.inspection.list({ id: 'a' }).catch(() => [])
      return view?.state === 'unknown'
    })
  })

  it('closes in bounded time', async (test) => {
    const { server, engine } = await open(test)
    const [began, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await engine.jobs.work('calls', {}, async () => {
      began.resolve()
      await go.promise
    })
    await engine.jobs.submit(job('a', 'retry'))
    await began.promise
    await server.kill()
    go.resolve()
    await engine.close()
  })
})

it('finds the few jobs of a state behind many others, and the first of all in their order', async (test) => {
  const { engine } = await open(test)
  await Promise.all(Array.from({ length: 1500 }, (_, index) => engine.jobs.submit(job(`w${index}`, 'fail'))))
  await engine.jobs.submit({ ...job('bad', 'fail'), queue: 'others' })
  const worker = await engine.jobs.work('others', {}, async () => {
    throw new Error('no')
  })
  await until(async () => (await engine.inspection.list({ state: 'failed' })).length === 1)
  await worker.drain()
  const [failed] = await engine.inspection.list({ state: 'failed', limit: 1 })
  assert.deepEqual([failed?.job.id, failed?.reason], ['bad', 'no'])
  const first = await engine.inspection.list({ limit: 3 })
  assert.deepEqual(
    first.map(({ job: { id } }) => id),
    ['w0', 'w1', 'w2'],
  )
})
