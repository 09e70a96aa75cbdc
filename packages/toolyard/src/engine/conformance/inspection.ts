/** What every `Inspection` must do. */
import assert from 'node:assert/strict'
import type { Suite } from '../../kernel/conformance/index.ts'
import { jobOf, type OpensFleet, readAll, told, until } from './fleet.ts'

export function describeInspection(adapter: string, open: OpensFleet, suite: Suite): void {
  suite.describe(`Inspection on ${adapter}`, () => {
    suite.it('lists jobs by queue, state, tenant and id, in the order in which they came', async (test) => {
      const fleet = await open(test)
      const { jobs, inspection } = await fleet.join()
      await jobs.submit(jobOf('a', { tenant: 'x' }))
      await jobs.submit(jobOf('b', { notBefore: fleet.wall() + 1000 }))
      await jobs.submit(jobOf('c', { queue: 'gpu', tenant: 'x' }))
      const idsOf = async (filter: Parameters<typeof inspection.list>[0]): Promise<string[]> =>
        (await inspection.list(filter)).map(({ job }) => job.id)
      assert.deepEqual(await idsOf({}), ['a', 'b', 'c'])
      assert.deepEqual(await idsOf({ queue: 'calls' }), ['a', 'b'])
      assert.deepEqual(await idsOf({ state: 'delayed' }), ['b'])
      assert.deepEqual(await idsOf({ tenant: 'x' }), ['a', 'c'])
      assert.deepEqual(await idsOf({ id: 'c' }), ['c'])
      assert.deepEqual(await idsOf({ limit: 1 }), ['a'])
    })

    suite.it('says why a job failed, and starts it anew with all its attempts', async (test) => {
      const fleet = await open(test)
      const engine = await fleet.join()
      let isBroken = true
      await engine.jobs.work('calls', {}, async () => {
        if (isBroken) throw new Error('the disk is full')
      })
      await engine.jobs.submit(jobOf('a'))
      await readAll(engine, 'a')
      const [view] = await engine.inspection.list({ id: 'a' })
      assert.deepEqual([view?.state, view?.reason, view?.attempt], ['failed', 'the disk is full', 1])
      isBroken = false
      assert.equal(await engine.inspection.retry('a'), true)
      await until(fleet, async () => (await engine.inspection.list({ id: 'a' }))[0]?.state === 'done')
      assert.deepEqual(told(await readAll(engine, 'a')), ['1 end done'])
      assert.equal(await engine.inspection.retry('a'), false)
      assert.equal(await engine.inspection.retry('nothing'), false)
    })

    suite.it('counts every queue', async (test) => {
      const fleet = await open(test)
      const { jobs, inspection } = await fleet.join()
      const at = fleet.wall()
      await jobs.submit(jobOf('a'))
      await jobs.submit(jobOf('b', { notBefore: at + 60_000 }))
      await jobs.submit(jobOf('c', { queue: 'park' }))
      await jobs.submit(jobOf('d', { queue: 'park' }))
      await jobs.work('park', {}, async ({ job }) => {
        if (job.id === 'd') throw new Error('no')
        return { park: 'answer' }
      })
      await until(fleet, async () => (await inspection.list({ queue: 'park', state: 'failed' })).length === 1)
      const counts = new Map((await inspection.counts()).map((row) => [row.queue, row]))
      const calls = counts.get('calls')
      assert.deepEqual([calls?.waiting, calls?.delayed, calls?.workers], [1, 1, 0])
      assert.ok((calls?.oldest ?? 0) >= at)
      const park = counts.get('park')
      assert.deepEqual([park?.parked, park?.failed, park?.workers, park?.oldest], [1, 1, 1, undefined])
    })
  })
}
