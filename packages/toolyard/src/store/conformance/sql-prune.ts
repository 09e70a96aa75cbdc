/** What every SQL store must do when old calls are pruned: the rest can still be held against its audit chain. */
import assert from 'node:assert/strict'
import type { Suite } from '../../kernel/conformance/index.ts'
import { callRecord, inboxItem, runningCall } from './samples.ts'
import { Backdoor, type MakesDatabase, storeOn } from './sql-database.ts'

const day = 24 * 3_600_000
const now = Date.now()
const [old, before, young] = [now - 100 * day, now - 90 * day, now - day]

export function describePruning(adapter: string, make: MakesDatabase, suite: Suite): void {
  suite.describe(`old calls on ${adapter}`, () => {
    suite.it('go, what waits or is unknown stays, and the chain still fits', async (test) => {
      const connect = await make(test)
      const store = await storeOn(test, connect)
      const { calls } = store
      for (let index = 0; index < 700; index++)
        await calls.finish(callRecord(`old-${index}`, { startedAt: old + index, permission: 'read' }))
      await calls.begin(runningCall('write', { startedAt: old }))
      await calls.finish(callRecord('write', { startedAt: old }))
      await calls.finish(callRecord('asked', { startedAt: old, status: 'pending' }))
      await calls.finish(callRecord('lost', { startedAt: old, status: 'unknown' }))
      await calls.begin(runningCall('still', { startedAt: old }))
      await calls.finish(callRecord('young', { startedAt: young }))
      const head = (await calls.verify()).heads[0]
      assert.deepEqual(await store.prune({ before, dryRun: true }), { calls: 701, requests: 0 })
      assert.deepEqual(await store.prune({ before }), { calls: 701, requests: 0 })
      const ids = (await calls.list({ limit: 10 })).map(({ id }) => id)
      assert.deepEqual(new Set(ids), new Set(['asked', 'lost', 'still', 'young']))
      const check = await calls.verify()
      assert.deepEqual(check.problems, [])
      assert.deepEqual(check.heads, head && [head], 'the end of the chain is what it was')
      const backdoor = new Backdoor(test, connect)
      const links = await backdoor.read(backdoor.build.selectFrom('audit').select('n'))
      assert.ok(links.length <= 3, `${links.length} links are left`)
      await calls.finish(callRecord('still', { startedAt: old }))
      await calls.finish(callRecord('next', { startedAt: now }))
      assert.deepEqual((await calls.verify()).problems, [], 'the chain goes on')
      assert.equal((await store.prune({ before })).calls, 0, 'it ended after a young one')
      assert.equal((await store.prune({ before: now })).calls, 2)
      assert.equal((await store.prune({ before: now })).calls, 0)
      assert.deepEqual((await calls.verify()).problems, [])
    })

    suite.it('leave nothing of a process that has ended', async (test) => {
      const connect = await make(test)
      const first = await storeOn(test, connect)
      await first.calls.finish(callRecord('a', { startedAt: old }))
      await first.close()
      const backdoor = new Backdoor(test, connect)
      await backdoor.change(backdoor.build.updateTable('processes').set({ pid: 2 ** 22 + 5, seen_at: old }))
      const store = await storeOn(test, connect)
      assert.deepEqual(await store.prune({ before }), { calls: 1, requests: 0 })
      for (const table of ['calls', 'audit', 'processes'] as const)
        assert.deepEqual(await backdoor.read(backdoor.build.selectFrom(table).selectAll()), [], table)
      assert.deepEqual((await store.calls.verify()).problems, [])
    })

    suite.it('take with them what people were asked, unless it waits or can still be used', async (test) => {
      const store = await storeOn(test, await make(test))
      const put = (id: string, more: object) =>
        store.inbox.put(inboxItem(id, { createdAt: old, expiresAt: now + day, ...more }))
      await put('waits', { status: 'pending' })
      await put('usable', { status: 'approved' })
      await put('missed', { status: 'approved', expiresAt: old + day })
      await put('used', { status: 'used', text: 'x'.repeat(100_000) })
      await put('young', { status: 'rejected', createdAt: young })
      await store.calls.finish(callRecord('call-of-answer', { startedAt: old, status: 'pending' }))
      await put('answered', { status: 'answered', callId: 'call-of-answer' })
      assert.deepEqual(await store.prune({ before: before + 0.5, dryRun: true }), { calls: 0, requests: 2 })
      assert.deepEqual(await store.prune({ before: before + 0.5 }), { calls: 0, requests: 2 })
      const left = await store.inbox.list({})
      assert.deepEqual(new Set(left.map(({ id }) => id)), new Set(['waits', 'usable', 'young', 'answered']))
      assert.equal(await store.inbox.find('used'), undefined)
    })

    suite.it(
      'that were changed or taken away behind the journal are told afterwards as well',
      async (test) => {
        const connect = await make(test)
        const store = await storeOn(test, connect)
        for (const id of ['a', 'b', 'c', 'd']) await store.calls.finish(callRecord(id, { startedAt: old }))
        const backdoor = new Backdoor(test, connect)
        await backdoor.change(
          backdoor.build.updateTable('calls').set({ decision: 'forged' }).where('id', '=', 'b'),
          backdoor.build.deleteFrom('calls').where('id', '=', 'c'),
        )
        assert.equal((await store.prune({ before })).calls, 2)
        const { problems } = await store.calls.verify()
        assert.match(problems.join('\n'), /^call b .*\ncall c \(ok\) was written and is gone$/)
      },
    )

    suite.it('go once where two processes prune at once', async (test) => {
      const connect = await make(test)
      const stores = [await storeOn(test, connect), await storeOn(test, connect)] as const
      for (let index = 0; index < 50; index++)
        await stores[index % 2 === 0 ? 0 : 1].calls.finish(callRecord(`c${index}`, { startedAt: old }))
      const pruned = await Promise.all(stores.map((store) => store.prune({ before })))
      const sum = pruned.reduce((total, { calls }) => total + calls, 0)
      const rest = (await stores[0].prune({ before })).calls
      assert.equal(sum + rest, 50)
      assert.deepEqual((await stores[0].calls.verify()).problems, [])
    })
  })
}
