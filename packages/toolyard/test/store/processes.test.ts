/** Several processes on one database, for real: nothing is done twice, lost, or taken from the living. */
import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { callRecord, idsOf, inboxItem, runningCall, toolEntry } from '../../src/store/conformance/index.ts'
import type { Store } from '../../src/store/index.ts'
import { databaseKinds, openFor } from '../helpers/databases.ts'
import { OtherProcess } from '../helpers/other-process.ts'

const crowd: OtherProcess[] = []
before(() => {
  for (let count = 0; count < 8; count++) crowd.push(new OtherProcess())
})
after(() => Promise.all(crowd.map((other) => other.kill())))

const records = (count: number) =>
  Array.from({ length: count }, (_, index) => callRecord(`c${index}`, { ran: true }))

for (const kind of databaseKinds()) {
  const { name } = kind
  /** A database that this process and two others have open. */
  const shared = async (test: TestContext): Promise<{ store: Store; url: string; two: OtherProcess[] }> => {
    const url = await kind.fresh(test)
    const store = await openFor(test, url)
    const two = crowd.slice(0, 2)
    await Promise.all(two.map((other) => other.ask('open', url)))
    return { store, url, two }
  }

  describe(`processes on one database of ${name}`, () => {
    it('make its tables once, where eight open it at the same moment', async (test) => {
      const url = await kind.fresh(test)
      await Promise.all(crowd.map((other) => other.ask('open', url)))
      await Promise.all(crowd.map((other, index) => other.ask('finish', callRecord(`c${index}`))))
      const { calls, catalogue } = await openFor(test, url)
      assert.equal((await calls.list({})).length, 8)
      assert.deepEqual((await calls.verify()).problems, [])
      assert.deepEqual((await catalogue.overview()).tools, [])
    })

    it('get each of five hundred ids once between them, whoever comes first', async (test) => {
      const { store, two } = await shared(test)
      const wanted = records(500)
      const claims = await Promise.all([
        two[0]?.ask('claim', wanted),
        two[1]?.ask('claim', wanted.toReversed()),
      ])
      const claimed = claims.flatMap((ids) => ids ?? [])
      assert.deepEqual(claimed.toSorted(), wanted.map(({ id }) => id).toSorted())
      assert.equal((await store.calls.list({ status: 'ok', limit: 1000 })).length, 500)
      assert.deepEqual((await store.calls.verify()).problems, [])
    })

    it('count every call that the journal has, and no other, if they are killed while they write', async (test) => {
      const url = await kind.fresh(test)
      const store = await openFor(test, url)
      for (let round = 0; round < 4; round++) {
        await using one = new OtherProcess()
        await using other = new OtherProcess()
        await Promise.all([one.ask('open', url), other.ask('open', url)])
        const wanted = Array.from({ length: 400 }, (_, index) =>
          callRecord(`k${round}-${index}`, { requestDigest: 'd', ran: true, durationMs: index }),
        )
        const asked = [one.ask('claim', wanted), other.ask('claim', wanted.toReversed())]
        const writing = Promise.allSettled(asked)
        const isBegun = async () =>
          (await store.calls.list({ limit: 1 }))[0]?.id.startsWith(`k${round}-`) === true
        while (!(await isBegun())) await sleep(5)
        await Promise.all([one.kill(), other.kill()])
        await writing
      }
      // Looking makes calls of the dead unknown.
      await store.calls.list({ status: 'unknown', limit: 5000 })
      const rows = await store.calls.list({ limit: 5000 })
      const { startedAt } = callRecord('x')
      const range = { since: startedAt - 24 * 3_600_000, until: startedAt + 24 * 3_600_000 }
      const { statuses } = await store.calls.stats(range)
      const counted = Object.fromEntries(
        [...Map.groupBy(rows, ({ status }) => status)].map(([status, group]) => [status, group.length]),
      )
      assert.deepEqual(statuses, counted)
      assert.deepEqual((await store.calls.verify()).problems, [])
    })

    it('lose no change of the catalogue', async (test) => {
      const { store, two } = await shared(test)
      const tool = toolEntry('counter')
      await Promise.all(two.map((other) => other.ask('countUp', tool, 60)))
      assert.equal((await store.catalogue.find('counter'))?.version, 120)
    })

    it('let one of their answers count', async (test) => {
      const { store, two } = await shared(test)
      const ids = Array.from({ length: 100 }, (_, index) => `i${index}`)
      for (const id of ids) await store.inbox.put(inboxItem(id))
      const answered = await Promise.all(two.map((other) => other.ask('settle', ids)))
      assert.deepEqual(answered.flat().toSorted(), ids.toSorted())
      assert.equal((await store.inbox.list({ status: 'approved', limit: 1000 })).length, 100)
    })

    it('check the journal while others write, and find nothing wrong', async (test) => {
      const { store, two } = await shared(test)
      const writers = new Set(two)
      const writing = two.map(async (other, index) => {
        const own = records(600).map((call) => ({ ...call, id: `${index} ${call.id}` }))
        await other.ask('claim', own).finally(() => writers.delete(other))
      })
      for (; writers.size > 0; await sleep(1)) assert.deepEqual((await store.calls.verify()).problems, [])
      await Promise.all(writing)
      assert.equal((await store.calls.verify()).rows, 1200)
    })

    describeDeath(shared)
  })
}

function describeDeath(
  shared: (test: TestContext) => Promise<{ store: Store; url: string; two: OtherProcess[] }>,
): void {
  it('leave the calls of the living alone, and know at once that those of the dead are unknown', async (test) => {
    const { store, url, two } = await shared(test)
    await using doomed = new OtherProcess()
    await doomed.ask('open', url)
    assert.equal(await doomed.ask('begin', runningCall('doomed')), true)
    assert.equal(await two[0]?.ask('begin', runningCall('alive')), true)
    assert.equal((await store.calls.find('doomed'))?.status, 'running')
    doomed.pause()
    assert.equal((await store.calls.find('doomed'))?.status, 'running')
    assert.deepEqual(await idsOf(store.calls.list({ status: 'unknown' })), [])
    await doomed.kill()
    assert.equal((await store.calls.find('doomed'))?.status, 'unknown')
    assert.equal((await store.calls.find('alive'))?.status, 'running')
    assert.equal(await two[1]?.ask('begin', runningCall('doomed')), false)
    await two[0]?.ask('finish', callRecord('alive', { ran: true }))
    assert.equal((await store.calls.find('alive'))?.status, 'ok')
    assert.deepEqual((await store.calls.verify()).problems, [])
  })

  it('find nothing half-written where one was killed in the middle of its work', async (test) => {
    const { store, url, two } = await shared(test)
    await using doomed = new OtherProcess()
    await doomed.ask('open', url)
    const work = doomed.ask('claim', records(20_000)).catch(() => 'killed')
    while ((await store.calls.list({ limit: 1 })).length === 0) await sleep(5)
    await doomed.kill()
    assert.equal(await work, 'killed')
    const check = await store.calls.verify()
    assert.deepEqual(check.problems, [])
    assert.ok(check.rows > 0)
    assert.deepEqual(await store.calls.list({ status: 'running' }), [])
    assert.deepEqual(await two[0]?.ask('claim', [callRecord('next')]), ['next'])
  })
}
