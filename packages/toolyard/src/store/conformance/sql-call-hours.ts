/** What every SQL store must do about calls that are counted by the hour. */
import assert from 'node:assert/strict'
import type { Suite, SuiteTest } from '../../kernel/conformance/index.ts'
import type { CallJournal, CallRecord } from '../calls.ts'
import { dayMs } from '../call-stats.ts'
import type { SqlDatabase } from '../sql/database.ts'
import { migrate, migrations } from '../sql/migrations.ts'
import { callHours } from '../sql/migrations/0020-call-hours.ts'
import { assertStats, numbersFrom, randomCall, wholeRange, writeRandom } from './call-stats.ts'
import { callRecord, runningCall } from './samples.ts'
import { Backdoor, type MakesDatabase, storeOn } from './sql-database.ts'

const own = migrations.indexOf(callHours)

/** Tables as they were before hours were counted, with calls in them. */
async function earlierJournal(
  test: SuiteTest,
  connect: () => SqlDatabase,
  count: number,
): Promise<SqlDatabase> {
  const database = connect()
  test.after(() => database.close())
  await migrate(database, migrations.slice(0, own))
  const number = numbersFrom(11)
  for (let at = 0; at < count; at++) {
    const { id, tool, agent, principal, origin, permission, startedAt, status, durationMs } = randomCall(
      `old ${at}`,
      number,
    )
    const row = {
      id,
      tool,
      agent: agent ?? null,
      principal,
      origin,
      permission,
      fingerprint: 'f',
      started_at: startedAt,
      status: at % 20 === 0 ? 'running' : status,
      duration_ms: durationMs,
      ran: 0,
      request_digest: 'd',
      owner: 'gone',
    }
    await database.write([database.build.insertInto('calls').values(row).compile()])
  }
  return database
}

export function describeCallHours(adapter: string, make: MakesDatabase, suite: Suite): void {
  suite.describe(`calls by the hour on ${adapter}`, () => {
    suite.it('are counted by three at once without losing one', async (test) => {
      const connect = await make(test)
      const stores = await Promise.all([1, 2, 3].map(() => storeOn(test, connect)))
      await Promise.all(stores.map(({ calls }, index) => writeRandom(calls, 150, index + 1)))
      // The same ids in three processes at once: each call has one row, and is counted once.
      await Promise.all(stores.map(({ calls }) => writeRandom(calls, 60, 9)))
      for (const { calls } of stores) await calls.list({ limit: 1 })
      await assertStats(stores[0]?.calls as CallJournal, 'three')
    })

    suite.it('include those of earlier versions, each once, also if they end meanwhile', async (test) => {
      const connect = await make(test)
      await earlierJournal(test, connect, 300)
      const store = await storeOn(test, connect)
      const { calls } = store
      // Before they are counted: some are made again under their ids.
      const number = numbersFrom(5)
      for (let at = 0; at < 300; at += 7) await calls.finish(randomCall(`old ${at}`, number))
      await calls.list({ limit: 1 })
      await assertStats(calls, 'before')
      // And after that.
      for (let at = 3; at < 300; at += 7) await calls.finish(randomCall(`old ${at}`, number))
      await assertStats(calls, 'after')
      const backdoor = new Backdoor(test, connect)
      const left = await backdoor.read(
        backdoor.build.selectFrom('meta').selectAll().where('key', '=', 'uncounted'),
      )
      assert.deepEqual(left, [])
      assert.deepEqual((await calls.stats(wholeRange)).uncounted, undefined)
    })

    suite.it('count a call whose process died as unknown, and as what it came to after all', async (test) => {
      const connect = await make(test)
      const { calls } = await storeOn(test, connect)
      await calls.begin(runningCall('lost', { startedAt: wholeRange.since }))
      const backdoor = new Backdoor(test, connect)
      await backdoor.change(backdoor.build.updateTable('calls').set({ owner: 'gone' }))
      const other = (await storeOn(test, connect)).calls
      assert.deepEqual((await other.stats(wholeRange)).statuses, { unknown: 1 })
      assert.equal(
        await other.begin(runningCall('lost', { requestDigest: 'd', startedAt: wholeRange.since }), {
          again: true,
        }),
        true,
      )
      await other.finish(callRecord('lost', { startedAt: wholeRange.since }))
      assert.deepEqual((await other.stats(wholeRange)).statuses, { ok: 1 })
    })

    suite.it('stay when their calls are pruned, until their own time is over', async (test) => {
      const store = await storeOn(test, await make(test))
      const { calls } = store
      const old = (id: string, over: Partial<CallRecord> = {}) =>
        calls.finish(callRecord(id, { startedAt: wholeRange.since, ...over }))
      await old('a')
      await old('b', { startedAt: wholeRange.since + 2 * dayMs })
      const before = wholeRange.until
      assert.equal((await store.prune({ before, statsBefore: wholeRange.since - dayMs })).calls, 2)
      assert.deepEqual((await calls.stats(wholeRange)).statuses, { ok: 2 })
      const fine = { since: wholeRange.since, until: wholeRange.since + 1000 }
      assert.deepEqual((await calls.stats(fine)).statuses, {}, 'the calls themselves are gone')
      await store.prune({ before, statsBefore: wholeRange.since + dayMs })
      assert.deepEqual((await calls.stats(wholeRange)).statuses, { ok: 1 })
    })

    suite.it('leave the check of the journal as it was', async (test) => {
      const { calls } = await storeOn(test, await make(test))
      await writeRandom(calls, 100, 4)
      assert.deepEqual((await calls.verify()).problems, [])
    })
  })
}
