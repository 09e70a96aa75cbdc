/** PostgreSQL goes away, freezes, and loses answers: nothing acknowledged is lost, jobs end once, callers are told in bounded time. */
import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Engine } from '../../src/engine/engine.ts'
import type { Job } from '../../src/engine/jobs.ts'
import { createPostgresEngine } from '../../src/engine/postgres/index.ts'
import { createClock, ToolyardError } from '../../src/kernel/index.ts'
import { FreezingProxy } from '../helpers/freezing-proxy.ts'
import { Postgres } from '../helpers/postgres.ts'
import { EngineProcess } from './engine-processes.ts'

const leaseMs = 10_000
/** Guards against a hang: what is promised in bounded time comes long before. */
const longMs = 60_000
let postgres: Postgres
let database: string
before(async () => {
  postgres = await Postgres.start()
  database = await postgres.createDatabase()
})
after(() => postgres[Symbol.asyncDispose]())

const jobOf = (id: string, facts: Partial<Job> = {}): Job => ({ id, queue: 'calls', kind: 'test', ...facts })
const never = (): AbortSignal => new AbortController().signal

async function join(test: TestContext, url: string, patienceMs?: number): Promise<Engine> {
  const engine = await createPostgresEngine({ url, clock: createClock({ quiet: true }), leaseMs, patienceMs })
  test.after(() => engine.close())
  return engine
}

/** Through a proxy, and with little patience. */
async function joinBehind(test: TestContext, url: string): Promise<{ engine: Engine; proxy: FreezingProxy }> {
  const proxy = await FreezingProxy.start(postgres.port)
  const engine = await createPostgresEngine({
    url: url.replace(`:${postgres.port}/`, `:${proxy.port}/`),
    clock: createClock({ quiet: true }),
    leaseMs,
    patienceMs: 1500,
  })
  test.after(async () => {
    proxy.thaw()
    await engine.close()
    await proxy[Symbol.asyncDispose]()
  })
  return { engine, proxy }
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + longMs
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error('it did not come to be so')
    await sleep(20)
  }
}

async function endOf(engine: Engine, id: string): Promise<string> {
  let end = ''
  for await (const event of engine.bus.watch(id, 0, AbortSignal.timeout(longMs)))
    if (event.type === 'end') end += `${event.status} ${event.attempt}`
  return end
}

/** Told in a sentence, with what to do next, and not after a hang. */
async function isTold(work: () => unknown): Promise<void> {
  const begun = performance.now()
  await assert.rejects(
    async () => work(),
    (error) => {
      assert.ok(ToolyardError.isInstance(error), String(error))
      assert.equal(error.code, 'unavailable', error.message)
      assert.match(error.message, /^the database .* \w+/)
      assert.ok((error.hint ?? '') !== '' && error.retryable)
      return true
    },
  )
  assert.ok(performance.now() - begun < longMs / 2)
}

/** Everything that a caller may ask for. */
function askedOf({ jobs, bus, limits, inspection }: Engine): Readonly<Record<string, () => unknown>> {
  return {
    submit: () => jobs.submit(jobOf('late')),
    cancel: () => jobs.cancel('a', 'no'),
    wake: () => jobs.wake('token'),
    work: () => jobs.work('others', {}, async () => undefined),
    publish: () => bus.publish('topic', 1),
    subscribe: () => bus.subscribe('topic', () => {}),
    append: () => bus.open('stream').append(1),
    find: () => bus.find('stream'),
    lock: () => limits.lock([{ key: 'k', access: 'write' }], 'owner', never),
    rate: () => limits.rate('r', 60).take(0),
    lease: () => limits.lease('l'),
    list: () => inspection.list({}),
    retry: () => inspection.retry('a'),
    counts: () => inspection.counts(),
    watch: async () => {
      for await (const event of bus.watch('stream', 0)) assert.fail(event.type)
    },
  }
}

describe('a PostgreSQL that is away', () => {
  it('is told to everyone who asks, and everything goes on when it is back', async (test) => {
    const engine = await join(test, await postgres.createSchema(database))
    await engine.jobs.submit(jobOf('a'))
    await postgres.stop('SIGQUIT')
    for (const ask of Object.values(askedOf(engine))) await isTold(ask)
    await isTold(() => join(test, postgres.url('test_1')))
    await postgres.start()
    await until(() => engine.jobs.submit(jobOf('b')).then(Boolean, () => false))
    const done: string[] = []
    await engine.jobs.work('calls', {}, async ({ job }) => void done.push(job.id))
    await until(() => done.length === 2)
    assert.deepEqual(done, ['a', 'b'])
    const counts = await engine.inspection.counts()
    assert.deepEqual(
      counts.map(({ queue, workers }) => `${queue} ${workers}`),
      ['calls 1'],
    )
  })

  it('is told while the way to it is frozen too, and lets the engine be closed', async (test) => {
    const { engine, proxy } = await joinBehind(test, await postgres.createSchema(database))
    await engine.jobs.submit(jobOf('a'))
    proxy.freeze()
    await Promise.all(Object.values(askedOf(engine)).map((ask) => isTold(ask)))
    proxy.thaw()
    await until(() => engine.jobs.submit(jobOf('b')).then(Boolean, () => false))
    await engine.jobs.work('calls', {}, async () => undefined)
    assert.match(await endOf(engine, 'b'), /^done 1$/)
    proxy.freeze()
    await engine.close()
  })

  it('is told in the end to those who follow a job, and not for a short break', async (test) => {
    const url = await postgres.createSchema(database)
    const [{ engine, proxy }, works] = [await joinBehind(test, url), await join(test, url)]
    const followed = endOf(engine, 'a')
    proxy.reset()
    await works.jobs.work('calls', {}, async () => undefined)
    await works.jobs.submit(jobOf('a'))
    assert.equal(await followed, 'done 1')
    const other = endOf(engine, 'never')
    await sleep(50)
    proxy.kill()
    await isTold(() => other)
  })

  it('does not make its workers look dead', async (test) => {
    const url = await postgres.createSchema(database)
    const clock = (): ReturnType<typeof createClock> => createClock({ quiet: true })
    const options = { url, leaseMs: 1000, patienceMs: 1000 }
    const engines = [
      await createPostgresEngine({ ...options, clock: clock() }),
      await createPostgresEngine({ ...options, clock: clock() }),
    ]
    const [door, works] = engines
    assert.ok(door && works)
    test.after(() => Promise.all(engines.map((engine) => engine.close())))
    const begun = Promise.withResolvers<AbortSignal>()
    const ends = Promise.withResolvers<void>()
    await works.jobs.work('calls', {}, async ({ signal }) => {
      begun.resolve(signal)
      await ends.promise
    })
    await door.jobs.submit(jobOf('a'))
    const signal = await begun.promise
    await postgres.stop('SIGQUIT')
    await sleep(2500)
    await postgres.start()
    await sleep(500)
    ends.resolve()
    await until(async () => {
      const [view] = await door.inspection.list({ id: 'a' }).catch(() => [])
      return view !== undefined && view.state !== 'running'
    })
    assert.equal(await endOf(door, 'a'), 'done 1')
    assert.equal(signal.aborted, false)
  })
})

describe('a PostgreSQL that is restarted under load', () => {
  it('loses nothing that was acknowledged, and hangs no caller', async (test) => {
    const url = await postgres.createSchema(database)
    await using one = new EngineProcess()
    await using two = new EngineProcess()
    for (const each of [one, two]) await each.ask('open', url, leaseMs)
    const engine = await join(test, url)
    const done = new Map<string, number>()
    await engine.jobs.work('calls', { concurrency: 20 }, async ({ job }) => {
      done.set(job.id, (done.get(job.id) ?? 0) + 1)
    })
    const floods = [one.ask('floodThrough', 5000, 'one'), two.ask('floodThrough', 5000, 'two')]
    for (const signal of ['SIGQUIT', 'SIGINT', 'SIGQUIT'] as const) {
      await sleep(700)
      await postgres.stop(signal)
      await sleep(300)
      await postgres.start()
    }
    for (const { longestMs, codes } of await Promise.all(floods)) {
      assert.deepEqual(codes, ['unavailable'])
      assert.ok(longestMs < 30_000, `${longestMs}`)
    }
    const accepted = [...one.accepted, ...two.accepted]
    assert.ok(accepted.length > 20, `${accepted.length}`)
    await until(() => accepted.every((id) => done.has(id)))
    // Rows of more jobs are kept than streams.
    for (const id of accepted) {
      const stands = async (): Promise<string> => {
        const [view] = await engine.inspection.list({ id })
        return `${view?.state} ${view?.attempt}`
      }
      await until(async () => (await stands()) !== 'running 1')
      assert.equal(await stands(), 'done 1')
    }
    assert.deepEqual([...new Set(done.values())], [1])
  })
})

describe('a server that stops in the middle of a transaction', () => {
  it('holds up the others only for a while', async (test) => {
    const url = await postgres.createSchema(database)
    const engine = await join(test, url)
    await using frozen = new EngineProcess()
    await frozen.ask('open', url, leaseMs)
    frozen.begin('flood')
    for (let round = 1; round <= 3; round++) {
      const { length } = frozen.accepted
      await until(() => frozen.accepted.length > length + 20)
      frozen.freeze()
      assert.equal(await engine.jobs.submit(jobOf(`round-${round}`)), 'accepted')
      frozen.thaw()
    }
  })
})

describe('an answer that is lost with its connection', () => {
  it('is asked for: what was done counts as done, and is done once', async (test) => {
    const url = await postgres.createSchema(database)
    const { engine, proxy } = await joinBehind(test, url)
    const other = await join(test, url)
    const starts: string[] = []
    proxy.cutAnswer('commit')
    assert.equal(await engine.jobs.submit(jobOf('a')), 'accepted')
    // It is taken in a transaction whose answer is lost, and ends in another such one.
    await engine.jobs.work('calls', {}, async ({ job }) => {
      starts.push(job.id)
      proxy.cutAnswer('commit')
    })
    assert.equal(await endOf(other, 'a'), 'done 1')
    for (let index = 0; index < 10; index++) {
      proxy.cutAnswer('commit')
      await other.jobs.submit(jobOf(`b${index}`))
      assert.equal(await endOf(other, `b${index}`), 'done 1')
    }
    assert.equal(starts.length, 11)
  })

  it('before the commit makes the change begin anew', async (test) => {
    const { engine, proxy } = await joinBehind(test, await postgres.createSchema(database))
    await engine.jobs.submit(jobOf('warm'))
    proxy.cutAnswer('pg_advisory_xact_lock')
    assert.equal(await engine.jobs.submit(jobOf('a')), 'accepted')
    assert.equal(await engine.jobs.submit(jobOf('a')), 'known')
  })

  it('leaves no lock, lease or job with a caller that was told no', async (test) => {
    const url = await postgres.createSchema(database)
    const { engine, proxy } = await joinBehind(test, url)
    const other = await join(test, url)
    const asked: readonly (() => unknown)[] = [
      () => engine.limits.lease('sweeper'),
      () => engine.limits.lock([{ key: 'k', access: 'write' }], 'told no', never),
    ]
    for (const ask of asked) {
      proxy.freezeAfter('commit')
      await isTold(ask)
      proxy.reset()
      proxy.thaw()
    }
    await until(async () => (await other.limits.lease('sweeper')) !== undefined)
    const release = await other.limits.lock([{ key: 'k', access: 'write' }], 'other', () =>
      AbortSignal.timeout(longMs),
    )
    release()
    const started: string[] = []
    await engine.jobs.work('calls', {}, async ({ job }) => void started.push(job.id))
    proxy.freezeAfter('commit')
    await isTold(() => engine.jobs.submit(jobOf('taken')))
    proxy.reset()
    proxy.thaw()
    assert.equal(await endOf(other, 'taken'), 'done 1')
    assert.deepEqual(started, ['taken'])
  })
})
