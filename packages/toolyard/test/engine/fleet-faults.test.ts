/** Workers and Redis die, freeze and are cut off; others write into Redis. Nothing acknowledged is lost, and jobs end once. */
import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { StreamEvent } from '../../src/engine/bus.ts'
import { createFleetEngine, type FleetEngine } from '../../src/engine/fleet/fleet-engine.ts'
import { loadRedis } from '../../src/engine/fleet/load-redis.ts'
import type { Job } from '../../src/engine/jobs.ts'
import { createClock, ToolyardError } from '../../src/kernel/index.ts'
import { FreezingProxy } from '../helpers/freezing-proxy.ts'
import { RedisServer } from '../helpers/redis.ts'
import type { WorkerSays } from './fleet-process.ts'

const leaseMs = 1000
const key = '{toolyard}:'

async function openServer(test: TestContext, ...settings: string[]): Promise<RedisServer> {
  const server = await RedisServer.start(...settings)
  test.after(() => server[Symbol.asyncDispose]())
  return server
}

async function joinFleet(test: TestContext, url: string, lines: string[] = []): Promise<FleetEngine> {
  const clock = createClock()
  const engine = await createFleetEngine({
    url,
    clock,
    limits: { leaseMs },
    patienceMs: 2000,
    warn: (line) => lines.push(line),
  })
  test.after(() => {
    engine.abandon()
    clock.close()
  })
  return engine
}

interface WorkerProcess {
  readonly child: ChildProcess
  readonly started: string[]
}

async function startWorker(test: TestContext, url: string): Promise<WorkerProcess> {
  const child = fork(join(import.meta.dirname, 'fleet-process.ts'), [url, String(leaseMs)], {
    execArgv: ['--conditions=@toolyard/source'],
  })
  test.after(() => child.kill('SIGKILL'))
  const started: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  child.on('message', (message: WorkerSays) => {
    if (message.started !== undefined) started.push(message.started)
    else resolve()
  })
  await promise
  return { child, started }
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 30_000
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error('it did not come to be so')
    await sleep(20)
  }
}

async function readAll(engine: FleetEngine, id: string): Promise<StreamEvent[]> {
  const events: StreamEvent[] = []
  for await (const event of engine.bus.watch(id, 0, AbortSignal.timeout(30_000))) events.push(event)
  return events
}

async function endOf(engine: FleetEngine, id: string): Promise<unknown[]> {
  const ends = (await readAll(engine, id)).filter((event) => event.type === 'end')
  return ends.map(({ status, attempt }) => `${status} ${attempt}`)
}

const jobOf = (id: string, facts: Partial<Job> = {}): Job => ({ id, queue: 'calls', kind: 'echo', ...facts })

describe('workers of a fleet that are processes', () => {
  it('are replaced when they are killed, and what may not start twice ends as unknown', async (test) => {
    const server = await openServer(test)
    const engine = await joinFleet(test, server.url)
    const first = await startWorker(test, server.url)
    await engine.jobs.submit(jobOf('again', { kind: 'hold', onCrash: 'retry' }))
    await engine.jobs.submit(jobOf('once', { kind: 'hold' }))
    await until(() => first.started.length === 2)
    const second = await startWorker(test, server.url)
    second.child.send('go')
    first.child.kill('SIGKILL')
    assert.deepEqual(await endOf(engine, 'again'), ['done 2'])
    assert.deepEqual(await endOf(engine, 'once'), ['unknown 1'])
    assert.deepEqual(second.started, ['again'])
  })

  it('end a job once when one was stopped for longer than its lease and goes on', async (test) => {
    const server = await openServer(test)
    const engine = await joinFleet(test, server.url)
    const stops = await startWorker(test, server.url)
    await engine.jobs.submit(jobOf('a', { kind: 'hold', onCrash: 'retry' }))
    await until(() => stops.started.length === 1)
    stops.child.kill('SIGSTOP')
    const successor = await startWorker(test, server.url)
    await until(() => successor.started.length === 1)
    stops.child.kill('SIGCONT')
    stops.child.send('go')
    await engine.jobs.submit(jobOf('b'))
    assert.deepEqual(await endOf(engine, 'b'), ['done 1'])
    const [view] = await engine.inspection.list({ id: 'a' })
    assert.deepEqual([view?.state, view?.attempt], ['running', 2])
    successor.child.send('go')
    const events = await readAll(engine, 'a')
    assert.deepEqual(
      events.map((event) => event.type !== 'missed' && `${event.type} ${event.attempt}`),
      ['chunk 2', 'end 2'],
    )
  })
})

describe('a Redis that fails', () => {
  it('loses nothing that was acknowledged when it is killed and started again, and callers are told meanwhile', async (test) => {
    const server = await openServer(test)
    const engine = await joinFleet(test, server.url)
    const ids = Array.from({ length: 200 }, (_, index) => `job-${index}`)
    for (const id of ids) assert.equal(await engine.jobs.submit(jobOf(id)), 'accepted')
    await server.kill()
    await assert.rejects(engine.jobs.submit(jobOf('late')), (error) => {
      assert.ok(ToolyardError.isInstance(error))
      assert.deepEqual([error.code, error.retryable], ['unavailable', true])
      return true
    })
    await server.start()
    const starts = new Map<string, number>()
    await engine.jobs.work('calls', { concurrency: 20 }, async ({ job }) => {
      starts.set(job.id, (starts.get(job.id) ?? 0) + 1)
    })
    await until(() => starts.size === 200)
    for (const id of ids) assert.equal(await engine.jobs.submit(jobOf(id)), 'known')
    assert.ok([...starts.values()].every((count) => count === 1))
  })

  it('brings work back by the same id when it was emptied, and a run from before changes nothing', async (test) => {
    const server = await openServer(test)
    const engine = await joinFleet(test, server.url)
    const runs: { signal: AbortSignal; end: () => void }[] = []
    await engine.jobs.work('calls', { concurrency: 5 }, ({ signal }) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      runs.push({ signal, end: resolve })
      return promise
    })
    await engine.jobs.submit(jobOf('a'))
    await until(() => runs.length === 1)
    const watched = endOf(engine, 'a')
    await server.with((client) => client.flushall())
    assert.equal(await engine.jobs.submit(jobOf('a')), 'accepted')
    await until(() => runs.length === 2)
    runs[0]?.end()
    await until(() => runs[0]?.signal.aborted === true)
    assert.equal((await engine.inspection.list({ id: 'a' }))[0]?.state, 'running')
    runs[1]?.end()
    assert.deepEqual(await watched, ['done 1'])
  })

  it('that evicts keys is refused with a sentence, and one without a file is warned of', async (test) => {
    const evicts = await openServer(test, '--maxmemory-policy', 'allkeys-lru')
    await assert.rejects(joinFleet(test, evicts.url), /maxmemory-policy is allkeys-lru/)
    const forgets = await openServer(test, '--appendonly', 'no')
    const lines: string[] = []
    await joinFleet(test, forgets.url, lines)
    assert.match(lines.join(), /append-only file/)
  })
})

describe('a way to Redis that fails', () => {
  it('tells callers in bounded time while it is frozen, and goes on after', async (test) => {
    const server = await openServer(test)
    const proxy = await FreezingProxy.start(server.port)
    test.after(() => proxy[Symbol.asyncDispose]())
    const engine = await joinFleet(test, `redis://127.0.0.1:${proxy.port}`)
    await engine.jobs.work('calls', {}, async () => undefined)
    proxy.freeze()
    await assert.rejects(engine.jobs.submit(jobOf('a')), { code: 'unavailable' })
    proxy.thaw()
    await until(() => engine.jobs.submit(jobOf('a')).then(Boolean, () => false))
    assert.equal((await endOf(engine, 'a')).length, 1)
  })

  it('lets no lock or lease stay with a caller that was not told of it', async (test) => {
    const server = await openServer(test)
    const proxy = await FreezingProxy.start(server.port)
    test.after(() => proxy[Symbol.asyncDispose]())
    const [cut, other] = [
      await joinFleet(test, `redis://127.0.0.1:${proxy.port}`),
      await joinFleet(test, server.url),
    ]
    const never = (): AbortSignal => new AbortController().signal
    // Redis knows the scripts from here on: the first answer that is lost is that of the script.
    const first = await other.limits.lock([{ key: 'other', access: 'read' }], 'other', never)
    first()
    await other.limits.lease('other')
    proxy.cutAnswer('cut off')
    await assert.rejects(async () => cut.limits.lock([{ key: 'f', access: 'write' }], 'cut off', never), {
      code: 'unavailable',
    })
    const release = await other.limits.lock([{ key: 'f', access: 'write' }], 'other', () =>
      AbortSignal.timeout(20_000),
    )
    release()
    proxy.cutAnswer('sweeper')
    await assert.rejects(cut.limits.lease('sweeper'), { code: 'unavailable' })
    assert.ok(await cut.limits.lease('sweeper'))
  })

  it('stops watching with the signal while Redis is away', async (test) => {
    const server = await openServer(test)
    const engine = await joinFleet(test, server.url)
    const stop = new AbortController()
    await server.kill()
    const watched = (async () => {
      for await (const event of engine.bus.watch('never', 0, stop.signal)) assert.fail(event.type)
    })()
    stop.abort()
    await watched
  })

  it('starts each job once however often it is cut', async (test) => {
    const server = await openServer(test)
    const proxy = await FreezingProxy.start(server.port)
    test.after(() => proxy[Symbol.asyncDispose]())
    const [door, works] = [
      await joinFleet(test, server.url),
      await joinFleet(test, `redis://127.0.0.1:${proxy.port}`),
    ]
    const starts: string[] = []
    await works.jobs.work('calls', { concurrency: 5 }, async ({ job }) => {
      starts.push(job.id)
      if (starts.length % 25 === 0) proxy.reset()
    })
    const ids = Array.from({ length: 150 }, (_, index) => `job-${index}`)
    for (const id of ids) await door.jobs.submit(jobOf(id))
    for (const id of ids) assert.match(String(await endOf(door, id)), /^done \d+$/)
    assert.deepEqual([starts.length, new Set(starts).size], [150, 150])
  })
})

describe('what others write into Redis', () => {
  it('stops no worker, starts nothing that is not in order, and is told in the log', async (test) => {
    const server = await openServer(test)
    const lines: string[] = []
    const engine = await joinFleet(test, server.url, lines)
    const started: string[] = []
    await server.with(async (client) => {
      await client.zadd(`${key}turns:calls`, 1, '', 2, 'x')
      await client.zadd(`${key}line:5:calls:`, 1, 'unknown', 2, 'garbage', 3, 'text')
      await client.hset(`${key}job:garbage`, 'q', 'other', 's', 'waiting')
      await client.set(`${key}job:text`, 'not a job')
      await client.zadd(`${key}parked:forged`, 1, 'unknown')
      await client.sadd(`${key}idle:calls`, 'nobody.0/1')
    })
    await engine.jobs.work('calls', {}, async ({ job }) => void started.push(job.id))
    assert.equal(await engine.jobs.wake('forged'), false)
    await server.with(async (client) => {
      const [channel = ''] = (await client.pubsub('CHANNELS', `${key}to:*`)) as string[]
      for (const text of ['', 'w', 'e', 'e 1 1\n{', 'f x y z\n\nhonest', 'c \n', 'g NaN', '\n\n\n'])
        await client.publish(channel, text)
    })
    await engine.jobs.submit(jobOf('honest'))
    assert.deepEqual(await endOf(engine, 'honest'), ['done 1'])
    assert.deepEqual(started, ['honest'])
    for (const id of ['unknown', 'garbage', 'text']) assert.match(lines.join('\n'), new RegExp(`"${id}"`))
  })

  it('leaves jobs of a newer format to workers that know them, and says so', async (test) => {
    const server = await openServer(test)
    const lines: string[] = []
    const engine = await joinFleet(test, server.url, lines)
    await engine.jobs.submit(jobOf('newer', { tenant: 'a' }))
    await server.with((client) => client.hset(`${key}job:newer`, 'v', 2))
    const started: string[] = []
    await engine.jobs.work('calls', {}, async ({ job }) => void started.push(job.id))
    await engine.jobs.submit(jobOf('older', { tenant: 'b' }))
    await endOf(engine, 'older')
    assert.deepEqual(started, ['older'])
    assert.equal((await engine.inspection.list({ id: 'newer' }))[0]?.state, 'waiting')
    assert.match(lines.join('\n'), /format 2/)
  })
})

it('says how to install the client of Redis where it is missing', async () => {
  await assert.rejects(
    loadRedis(() => Promise.reject(new Error('Cannot find package'))),
    (error) => ToolyardError.isInstance(error) && error.hint === 'npm install ioredis@6',
  )
})
