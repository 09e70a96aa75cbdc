/** What every `Jobs` must do with jobs that go their way. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ToolyardError } from '../../kernel/index.ts'
import { jobOf, type OpensFleet, readAll, settle, told, until } from './fleet.ts'
import { heldJobs, startedIds, stateOf } from './held-jobs.ts'

export function describeJobs(adapter: string, open: OpensFleet): void {
  describe(`Jobs on ${adapter}`, () => {
    describeSubmitting(open)
    describeTurns(open)
    describeFailing(open)
    describeDraining(open)
  })
}

function describeSubmitting(open: OpensFleet): void {
  it('runs a job of any process once, and shows what it tells and how it ended', async (test) => {
    const fleet = await open(test)
    const [door, works] = [await fleet.join(), await fleet.join()]
    let starts = 0
    await works.jobs.work('calls', {}, async ({ job, attempt, emit }) => {
      starts++
      await emit(`${job.id} ${attempt}`)
      await emit('b')
      return { result: 42 }
    })
    assert.equal(await door.jobs.submit(jobOf('a')), 'accepted')
    assert.deepEqual(told(await readAll(door, 'a')), ['1 a 1', '2 b', '3 end done 42'])
    assert.equal(await works.jobs.submit(jobOf('a')), 'known')
    await settle()
    assert.equal(starts, 1)
    assert.equal(await stateOf(door, 'a'), 'done')
  })

  it('knows an id while its job waits, runs, and for a while after', async (test) => {
    const { jobs } = await (await open(test)).join()
    const { handler, started, end } = heldJobs()
    await jobs.submit(jobOf('a'))
    assert.equal(await jobs.submit(jobOf('a')), 'known')
    await jobs.work('calls', {}, handler)
    await until(() => started.length === 1)
    assert.equal(await jobs.submit(jobOf('a')), 'known')
    await end('a')
    assert.equal(await jobs.submit(jobOf('a')), 'known')
  })

  it('does not start a job before its time', async (test) => {
    const fleet = await open(test)
    const engine = await fleet.join()
    const { handler, started, end } = heldJobs()
    await engine.jobs.work('calls', {}, handler)
    await engine.jobs.submit(jobOf('later', { notBefore: fleet.wall() + 2000 }))
    await engine.jobs.submit(jobOf('soon', { notBefore: fleet.wall() + 1000 }))
    await settle()
    assert.equal(await stateOf(engine, 'soon'), 'delayed')
    await fleet.pass(1500)
    assert.deepEqual(startedIds(started), ['soon'])
    await end('soon')
    await fleet.pass(1500)
    assert.deepEqual(startedIds(started), ['soon', 'later'])
    await end('later')
  })

  it('refuses more than may wait with busy, and says when to try again', async (test) => {
    const { jobs } = await (await open(test, { waitingJobs: 2 })).join()
    await jobs.submit(jobOf('a'))
    await jobs.submit(jobOf('b'))
    await assert.rejects(jobs.submit(jobOf('c')), (error) => {
      assert.ok(ToolyardError.isInstance(error))
      assert.deepEqual([error.code, error.retryable], ['busy', true])
      return true
    })
    assert.equal(await jobs.cancel('a', 'no more'), true)
    assert.equal(await jobs.submit(jobOf('c')), 'accepted')
  })

  it('refuses an id with a colon', async (test) => {
    const { jobs } = await (await open(test)).join()
    await assert.rejects(jobs.submit(jobOf('a:b')), /:/)
  })
}

function describeTurns(open: OpensFleet): void {
  it('runs as many at once as the worker says, over all workers', async (test) => {
    const fleet = await open(test)
    const [one, two] = [await fleet.join(), await fleet.join()]
    const { handler, started, end } = heldJobs()
    await one.jobs.work('calls', { concurrency: 2 }, handler)
    await two.jobs.work('calls', {}, handler)
    for (const id of ['a', 'b', 'c', 'd', 'e']) await one.jobs.submit(jobOf(id))
    await until(() => started.length === 3)
    await settle()
    assert.equal(started.length, 3)
    await end('a')
    await until(() => started.length === 4)
    for (const id of ['b', 'c', 'd']) await end(id)
    await until(() => started.length === 5)
    await end('e')
  })

  it('lets tenants take turns, and keeps the order of each', async (test) => {
    const { jobs } = await (await open(test)).join()
    const order: string[] = []
    for (let index = 0; index < 20; index++) await jobs.submit(jobOf(`big-${index}`, { tenant: 'big' }))
    for (let index = 0; index < 3; index++) await jobs.submit(jobOf(`small-${index}`, { tenant: 'small' }))
    await jobs.work('calls', {}, async ({ job }) => void order.push(job.id))
    await until(() => order.length === 23)
    assert.ok(order.indexOf('small-2') <= 6, order.join())
    const of = (tenant: string): string[] => order.filter((id) => id.startsWith(tenant))
    assert.deepEqual(
      of('big'),
      Array.from({ length: 20 }, (_, index) => `big-${index}`),
    )
    assert.deepEqual(of('small'), ['small-0', 'small-1', 'small-2'])
  })

  it('runs no more of one tenant at once than the worker says', async (test) => {
    const { jobs } = await (await open(test)).join()
    const { handler, started, end } = heldJobs()
    await jobs.work('calls', { concurrency: 3, perTenant: 1 }, handler)
    await jobs.submit(jobOf('a1', { tenant: 'a' }))
    await jobs.submit(jobOf('a2', { tenant: 'a' }))
    await jobs.submit(jobOf('b1', { tenant: 'b' }))
    await until(() => started.length === 2)
    await settle()
    assert.deepEqual(startedIds(started), ['a1', 'b1'])
    await end('a1')
    await until(() => started.length === 3)
    for (const id of ['a2', 'b1']) await end(id)
  })

  it('starts no more within a minute than the worker says', async (test) => {
    const fleet = await open(test)
    const { jobs } = await fleet.join()
    let starts = 0
    await jobs.work('calls', { concurrency: 1000, perMinute: 600 }, async () => void starts++)
    for (let index = 0; index < 603; index++) await jobs.submit(jobOf(`j${index}`))
    await until(() => starts >= 600)
    assert.ok(starts < 603)
    await fleet.pass(1000)
    await until(() => starts === 603)
  })

  it('takes only jobs of its queue', async (test) => {
    const engine = await (await open(test)).join()
    const { handler, started, end } = heldJobs()
    await engine.jobs.work('gpu', {}, handler)
    await engine.jobs.submit(jobOf('a'))
    await engine.jobs.submit(jobOf('b', { queue: 'gpu' }))
    await until(() => started.length === 1)
    assert.deepEqual([startedIds(started), await stateOf(engine, 'a')], [['b'], 'waiting'])
    await end('b')
  })
}

function describeFailing(open: OpensFleet): void {
  it('tries again what threw, later and later, as often as the job says', async (test) => {
    const fleet = await open(test)
    const engine = await fleet.join()
    const at: number[] = []
    await engine.jobs.work('calls', {}, async ({ attempt }) => {
      at.push(fleet.now())
      throw new Error(`no ${attempt}`)
    })
    await engine.jobs.submit(jobOf('a', { attempts: 3 }))
    const events = readAll(engine, 'a')
    await until(() => at.length === 1)
    assert.equal(await stateOf(engine, 'a'), 'delayed')
    for (let turn = 0; turn < 20 && at.length < 3; turn++) await fleet.pass(1000)
    assert.deepEqual(told(await events), ['1 end failed no 3'])
    const [first = 0, second = 0, third = 0] = at
    assert.ok(third - second > second - first && second > first)
    await fleet.pass(60_000)
    assert.equal(at.length, 3)
  })

  it('fails at once what may be tried once', async (test) => {
    const engine = await (await open(test)).join()
    await engine.jobs.work('calls', {}, async () => {
      throw new Error('broken')
    })
    await engine.jobs.submit(jobOf('a'))
    assert.deepEqual(told(await readAll(engine, 'a')), ['1 end failed broken'])
  })
}

function describeDraining(open: OpensFleet): void {
  it('takes nothing new while it drains, and is drained when what runs has ended', async (test) => {
    const engine = await (await open(test)).join()
    const { handler, started, end } = heldJobs()
    const worker = await engine.jobs.work('calls', {}, handler)
    await engine.jobs.submit(jobOf('a'))
    await engine.jobs.submit(jobOf('b'))
    await until(() => started.length === 1)
    let isDrained = false
    const drained = worker.drain().then(() => (isDrained = true))
    await settle()
    assert.equal(isDrained, false)
    await end('a')
    await drained
    await settle()
    assert.deepEqual([startedIds(started), await stateOf(engine, 'b')], [['a'], 'waiting'])
    await worker.drain()
    const done: string[] = []
    await engine.jobs.work('calls', {}, async ({ job }) => void done.push(job.id))
    await until(() => done.length === 1)
  })

  it('closes when what runs has ended, and takes no more', async (test) => {
    const fleet = await open(test)
    const engine = await fleet.join()
    const { handler, started, end } = heldJobs()
    await engine.jobs.work('calls', {}, handler)
    await engine.jobs.submit(jobOf('a'))
    await until(() => started.length === 1)
    const closed = engine.close()
    await end('a')
    await closed
    await assert.rejects(engine.jobs.submit(jobOf('b')), /closed/)
    const other = await fleet.join()
    assert.equal(await stateOf(other, 'a'), 'done')
  })
}
