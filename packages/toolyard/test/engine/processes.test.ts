/** The engine in a database between real processes: killed, frozen, and heard. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { StreamEvent } from '../../src/engine/bus.ts'
import type { Engine } from '../../src/engine/engine.ts'
import { freshFile } from '../../src/store/conformance/index.ts'
import { type DatabaseKind, databaseKinds } from '../helpers/databases.ts'
import { EngineProcess } from './engine-processes.ts'
import { openEngine } from './open-engine.ts'

const patienceMs = 60_000
const longMs = 100_000

interface Opened {
  readonly engine: Engine
  readonly address: string
  /** Where workers note what they start. */
  readonly log: string
}

async function opened(test: TestContext, kind: DatabaseKind, leaseMs: number): Promise<Opened> {
  const opening = Promise.withResolvers<Engine>()
  // Before its file goes.
  test.after(async () => (await opening.promise).close())
  const address = await kind.fresh(test)
  const engine = await openEngine(address, leaseMs)
  opening.resolve(engine)
  return { engine, address, log: `${freshFile(test)}.log` }
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + patienceMs
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error('it did not come to be so')
    await sleep(10)
  }
}

async function eventsOf(engine: Engine, id: string): Promise<StreamEvent[]> {
  const events: StreamEvent[] = []
  for await (const event of engine.bus.watch(id, 0, AbortSignal.timeout(patienceMs))) events.push(event)
  return events
}

const startsIn = (log: string): string[] =>
  existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []

const statusOf = (event: StreamEvent | undefined): string | undefined =>
  event?.type === 'end' ? event.status : undefined

const sqlite: DatabaseKind = { name: 'SQLite', fresh: (test) => `sqlite:${freshFile(test)}` }

for (const kind of databaseKinds())
  describe(`processes that share an engine on ${kind.name}`, () => {
    it('give the jobs of one that was killed to others at once, and never start twice what may not be', async (test) => {
      const { engine, address, log } = await opened(test, kind, 60_000)
      await using doomed = new EngineProcess()
      await doomed.ask('open', address, 60_000)
      await doomed.ask('work', log, longMs)
      await engine.jobs.submit({ id: 'again', queue: 'calls', kind: 'test', onCrash: 'retry' })
      await engine.jobs.submit({ id: 'never', queue: 'calls', kind: 'test' })
      await until(() => startsIn(log).length === 2)
      const started: string[] = []
      await engine.jobs.work('calls', {}, async ({ job, attempt }) => {
        started.push(job.id)
        return { result: attempt }
      })
      await doomed.kill()
      const killedAt = performance.now()
      const again = (await eventsOf(engine, 'again')).at(-1)
      // By its number: the lease is a minute.
      assert.ok(performance.now() - killedAt < 20_000)
      assert.deepEqual([statusOf(again), again?.type === 'end' && again.data], ['done', 2])
      assert.equal(statusOf((await eventsOf(engine, 'never')).at(-1)), 'unknown')
      assert.deepEqual(started, ['again'])
    })

    it('count one end of a worker that was stopped for longer than its lease, and of its successor', async (test) => {
      const leaseMs = 1500
      const { engine, address, log } = await opened(test, kind, leaseMs)
      await using frozen = new EngineProcess()
      await frozen.ask('open', address, leaseMs)
      await frozen.ask('work', log, 1500)
      await engine.jobs.submit({ id: 'warm', queue: 'calls', kind: 'test' })
      await eventsOf(engine, 'warm')
      await engine.jobs.submit({ id: 'j', queue: 'calls', kind: 'test', onCrash: 'retry' })
      await until(() => startsIn(log).length === 2)
      frozen.freeze()
      await engine.jobs.work('calls', {}, async () => ({ result: 'successor' }))
      const [end] = await eventsOf(engine, 'j')
      assert.equal(end?.type === 'end' && end.data, 'successor')
      frozen.thaw()
      await frozen.ask('idle', 500)
      const events = await eventsOf(engine, 'j')
      assert.deepEqual(events, [end])
      const [view] = await engine.inspection.list({ id: 'j' })
      assert.equal(view?.state, 'done')
      // It is well again, and works under its name.
      await frozen.ask('submit', 'after', 20, 'retry')
      for (let index = 0; index < 20; index++)
        assert.equal(statusOf((await eventsOf(engine, `after-${index}`)).at(-1)), 'done')
    })

    it('lose no job that was accepted before one was killed', async (test) => {
      const { engine, address } = await opened(test, kind, 10_000)
      await using doomed = new EngineProcess()
      await doomed.ask('open', address, 10_000)
      doomed.begin('flood')
      await until(() => doomed.accepted.length > 300)
      await doomed.kill()
      const done = new Set<string>()
      await engine.jobs.work('calls', { concurrency: 50 }, async ({ job }) => void done.add(job.id))
      await until(() => doomed.accepted.every((id) => done.has(id)))
      assert.ok(doomed.accepted.length > 300)
    })

    it('share the work of one queue, each job once', async (test) => {
      const { engine, address, log } = await opened(test, kind, 10_000)
      await using one = new EngineProcess()
      await using two = new EngineProcess()
      for (const other of [one, two]) {
        await other.ask('open', address, 10_000)
        await other.ask('work', log, 5)
      }
      await one.ask('submit', 'x', 100, 'fail')
      const workers = new Set<unknown>()
      for (let index = 0; index < 100; index++) {
        const end = (await eventsOf(engine, `x-${index}`)).at(-1)
        assert.equal(statusOf(end), 'done')
        if (end?.type === 'end') workers.add(end.data)
      }
      assert.equal(workers.size, 2)
      assert.equal(new Set(startsIn(log)).size, 100)
      assert.equal(startsIn(log).length, 100)
    })

    it('cost next to nothing while nothing happens', async (test) => {
      const { engine, address, log } = await opened(test, kind, 10_000)
      await using idle = new EngineProcess()
      await idle.ask('open', address, 10_000)
      await idle.ask('work', log, 1)
      await engine.jobs.submit({ id: 'warm', queue: 'calls', kind: 'test' })
      await eventsOf(engine, 'warm')
      await idle.ask('idle', 1000)
      const cpuMs = await idle.ask('idle', 3000)
      assert.ok(cpuMs < 150, `${cpuMs} ms in 3 s`)
    })
  })

describe('processes on a disk that is full', () => {
  it('are told that it is unavailable when the file can not grow, and find all that was accepted', async (test) => {
    const { engine, address } = await opened(test, sqlite, 10_000)
    await using bounded = new EngineProcess(['sh', '-c', 'ulimit -f 1500; exec "$@"', 'sh'])
    await bounded.ask('open', address, 10_000)
    await assert.rejects(bounded.ask('flood'), { message: 'unavailable' })
    assert.ok(bounded.accepted.length > 10)
    for (const id of bounded.accepted)
      assert.equal(await engine.jobs.submit({ id, queue: 'calls', kind: 'test' }), 'known')
  })
})
