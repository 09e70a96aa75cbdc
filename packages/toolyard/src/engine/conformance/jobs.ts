/** What every `Jobs` must do with jobs that go their way. */
import assert from 'node:assert/strict'
import type { Suite } from '../../kernel/conformance/index.ts'
import { ToolyardError } from '../../kernel/index.ts'
import { jobOf, type OpensFleet, passUntil, readAll, told, until } from './fleet.ts'
import { heldJobs, startedIds, stateOf } from './held-jobs.ts'

export function describeJobs(adapter: string, open: OpensFleet, suite: Suite): void {
  suite.describe(`Jobs on ${adapter}`, () => {
    describeSubmitting(open, suite)
    describeTurns(open, suite)
    describeFailing(open, suite)
    describeDraining(open, suite)
  })
}

function describeSubmitting(open: OpensFleet, suite: Suite): void {
  suite.it('runs a job of any process once, and shows what it tells and how it ended', async (test) => {
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
    await fleet.settle()
    assert.equal(starts, 1)
    assert.equal(await stateOf(door, 'a'), 'done')
  })

  suite.it('knows an id while its job waits, runs, and for a while after', async (test) => {
    const fleet = await open(test)
    const { jobs } = await fleet.join()
    const { handler, started, end } = heldJobs(fleet)
    await jobs.submit(jobOf('a'))
    assert.equal(await jobs.submit(jobOf('a')), 'known')
    await jobs.work('calls', {}, handler)
    await until(fleet, () => started.length === 1)
    assert.equal(await jobs.submit(jobOf('a')), 'known')
    await end('a')
    assert.equal(await jobs.submit(jobOf('a')), 'known')
  })

  suite.it('does not start a job before its time', async (test) => {
    const fleet = await open(test)
    const engine = await fleet.join()
    const { handler, started, end } = heldJobs(fleet)
    await engine.jobs.work('calls', {}, handler)
    const at = fleet.wall()
    await engine.jobs.submit(jobOf('later', { notBefore: at + 2000 }))
    await engine.jobs.submit(jobOf('soon', { notBefore: at + 1000 }))
    await fleet.settle()
    assert.equal(await stateOf(engine, 'later'), 'delayed')
    await passUntil(fleet, () => started.length === 1)
    assert.ok(fleet.wall() >= at + 1000)
    await end('soon')
    await passUntil(fleet, () => started.length === 2)
    assert.ok(fleet.wall() >= at + 2000)
    assert.deepEqual(startedIds(started), ['soon', 'later'])
    await end('later')
  })

  suite.it('refuses more than may wait with busy, and says when to try again', async (test) => {
    const fleet = await open(test, { waitingJobs: 2 })
    const { jobs } = await fleet.join()
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

  suite.it('refuses more of one tenant than may wait in a queue, and takes those of others', async (test) => {
    const fleet = await open(test, { waitingOfTenant: 2 })
    const { jobs } = await fleet.join()
    await jobs.submit(jobOf('a', { tenant: 'ann' }))
    await jobs.submit(jobOf('b', { tenant: 'ann' }))
    await assert.rejects(jobs.submit(jobOf('c', { tenant: 'ann' })), (error) => {
      assert.ok(ToolyardError.isInstance(error))
      assert.deepEqual([error.code, error.retryable, error.retryAfterMs], ['busy', true, 1000])
      assert.match(error.message, /2 of your jobs are waiting in the queue "calls"/)
      return true
    })
    assert.equal(await jobs.submit(jobOf('a', { tenant: 'ann' })), 'known')
    assert.equal(await jobs.submit(jobOf('d', { tenant: 'bob' })), 'accepted')
    assert.equal(await jobs.submit(jobOf('e', { tenant: 'ann', queue: 'others' })), 'accepted')
    assert.equal(await jobs.submit(jobOf('f')), 'accepted')
    await jobs.cancel('a', 'no more')
    assert.equal(await jobs.submit(jobOf('c', { tenant: 'ann' })), 'accepted')
  })

  suite.it('refuses an id with a colon', async (test) => {
    const fleet = await open(test)
    const { jobs } = await fleet.join()
    await assert.rejects(jobs.submit(jobOf('a:b')), /:/)
  })
}

function describeTurns(open: OpensFleet, suite: Suite): void {
  suite.it('runs as many at once as the worker says, over all workers', async (test) => {
    const fleet = await open(test)
    const [one, two] = [await fleet.join(), await fleet.join()]
    const { handler, started, end } = heldJobs(fleet)
    await one.jobs.work('calls', { concurrency: 2 }, handler)
    await two.jobs.work('calls', {}, handler)
    for (const id of ['a', 'b', 'c', 'd', 'e']) await one.jobs.submit(jobOf(id))
    await until(fleet, () => started.length === 3)
    await fleet.settle()
    assert.equal(started.length, 3)
    await end('a')
    await until(fleet, () => started.length === 4)
    for (const id of ['b', 'c', 'd']) await end(id)
    await until(fleet, () => started.length === 5)
    await end('e')
  })

  suite.it('lets tenants take turns, and keeps the order of each', async (test) => {
    const fleet = await open(test)
    const { jobs } = await fleet.join()
    const order: string[] = []
    for (let index = 0; index < 20; index++) await jobs.submit(jobOf(`big-${index}`, { tenant: 'big' }))
    for (let index = 0; index < 3; index++) await jobs.submit(jobOf(`small-${index}`, { tenant: 'small' }))
    await jobs.work('calls', {}, async ({ job }) => void order.push(job.id))
    await until(fleet, () => order.length === 23)
    assert.ok(order.indexOf('small-2') <= 6, order.join())
    const of = (tenant: string): string[] => order.filter((id) => id.startsWith(tenant))
    assert.deepEqual(
      of('big'),
      Array.from({ length: 20 }, (_, index) => `big-${index}`),
    )
    assert.deepEqual(of('small'), ['small-0', 'small-1', 'small-2'])
  })

  suite.it('runs no more of one tenant at once than the worker says', async (test) => {
    const fleet = await open(test)
    const { jobs } = await fleet.join()
    const { handler, started, end } = heldJobs(fleet)
    await jobs.work('calls', { concurrency: 3, perTenant: 1 }, handler)
    await jobs.submit(jobOf('a1', { tenant: 'a' }))
    await jobs.submit(jobOf('a2', { tenant: 'a' }))
    await jobs.submit(jobOf('b1', { tenant: 'b' }))
    await until(fleet, () => started.length === 2)
    await fleet.settle()
    assert.deepEqual(startedIds(started), ['a1', 'b1'])
    await end('a1')
    await until(fleet, () => started.length === 3)
    for (const id of ['a2', 'b1']) await end(id)
  })

  suite.it('starts no more within a minute than the worker says', async (test) => {
    const fleet = await open(test)
    const { jobs } = await fleet.join()
    let starts = 0
    const begin = fleet.now()
    await jobs.work('calls', { concurrency: 1000, perMinute: 60 }, async () => void starts++)
    for (let index = 0; index < 62; index++) await jobs.submit(jobOf(`j${index}`))
    await until(fleet, () => starts >= 60)
    await fleet.settle()
    const [started, seconds] = [starts, (fleet.now() - begin) / 1000]
    assert.ok(started <= 60 + seconds, `${started} in ${seconds} s`)
    await passUntil(fleet, () => starts === 62)
  })

  suite.it('takes only jobs of its queue', async (test) => {
    const fleet = await open(test)
    const engine = await fleet.join()
    const { handler, started, end } = heldJobs(fleet)
    await engine.jobs.work('gpu', {}, handler)
    await engine.jobs.submit(jobOf('a'))
    await engine.jobs.submit(jobOf('b', { queue: 'gpu' }))
    await until(fleet, () => started.length === 1)
    assert.deepEqual([startedIds(started), await stateOf(engine, 'a')], [['b'], 'waiting'])
    await end('b')
  })
}

function describeFailing(open: OpensFleet, suite: Suite): void {
  suite.it('tries again what threw, later and later, as often as the job says', async (test) => {
    const fleet = await open(test)
    const engine = await fleet.join()
    const at: number[] = []
    await engine.jobs.work('calls', {}, async ({ attempt }) => {
      at.push(fleet.now())
      throw new Error(`no ${attempt}`)
    })
    await engine.jobs.submit(jobOf('a', { attempts: 3 }))
    const events = readAll(engine, 'a')
    await until(fleet, () => at.length === 1)
    await until(fleet, async () => (await stateOf(engine, 'a')) === 'delayed')
    await passUntil(fleet, () => at.length === 3)
    assert.deepEqual(told(await events), ['1 end failed no 3'])
    const [first = 0, second = 0, third = 0] = at
    assert.ok(third - second > second - first && second > first)
    await fleet.pass(fleet.leaseMs)
    assert.equal(at.length, 3)
  })

  suite.it('fails at once what may be tried once', async (test) => {
    const fleet = await open(test)
    const engine = await fleet.join()
    await engine.jobs.work('calls', {}, async () => {
      throw new Error('broken')
    })
    await engine.jobs.submit(jobOf('a'))
    assert.deepEqual(told(await readAll(engine, 'a')), ['1 end failed broken'])
  })
}

function describeDraining(open: OpensFleet, suite: Suite): void {
  suite.it('takes nothing new while it drains, and is drained when what runs has ended', async (test) => {
    const fleet = await open(test)
    const engine = await fleet.join()
    const { handler, started, end } = heldJobs(fleet)
    const worker = await engine.jobs.work('calls', {}, handler)
    await engine.jobs.submit(jobOf('a'))
    await engine.jobs.submit(jobOf('b'))
    await until(fleet, () => started.length === 1)
    let isDrained = false
    const drained = worker.drain().then(() => (isDrained = true))
    await fleet.settle()
    assert.equal(isDrained, false)
    await end('a')
    await drained
    await fleet.settle()
    assert.deepEqual([startedIds(started), await stateOf(engine, 'b')], [['a'], 'waiting'])
    await worker.drain()
    const done: string[] = []
    await engine.jobs.work('calls', {}, async ({ job }) => void done.push(job.id))
    await until(fleet, () => done.length === 1)
  })

  suite.it('closes when what runs has ended, and takes no more', async (test) => {
    const fleet = await open(test)
    const engine = await fleet.join()
    const { handler, started, end } = heldJobs(fleet)
    await engine.jobs.work('calls', {}, handler)
    await engine.jobs.submit(jobOf('a'))
    await until(fleet, () => started.length === 1)
    const closed = engine.close()
    await end('a')
    await closed
    await assert.rejects(engine.jobs.submit(jobOf('b')), /closed/)
    const other = await fleet.join()
    assert.equal(await stateOf(other, 'a'), 'done')
  })
}
