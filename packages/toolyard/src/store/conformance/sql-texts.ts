/** What the index of every SQL store must do: it is behind the rows at times, and never ahead of them. */
import assert from 'node:assert/strict'
import type { Suite } from '../../kernel/conformance/index.ts'
import type { Store } from '../store.ts'
import { textPlaces } from '../text-index.ts'
import { callRecord, runRecord, recordChange, threadMessage } from './samples.ts'
import { Backdoor, type MakesDatabase, storeOn } from './sql-database.ts'

/** How long the index may be behind; it is a guard against a hang. */
const patienceMs = 60_000

const reader = { principal: 'local', isHome: false }

async function found({ texts }: Store, query: string, limit = 50): Promise<string[]> {
  const { hits } = await texts.find({ query, places: [...textPlaces, 'tasks'], reader, limit })
  return hits.map(({ place, id }) => `${place} ${id}`).toSorted()
}

export function describeSqlTexts(adapter: string, make: MakesDatabase, suite: Suite): void {
  suite.describe(`the index of texts on ${adapter}`, () => {
    suite.it(
      'loses the texts of calls that are pruned, and those that were indexed while their calls went',
      async (test) => {
        const connect = await make(test)
        const store = await storeOn(test, connect)
        for (const [id, startedAt] of [
          ['old', 1000],
          ['young', 9000],
        ] as const)
          await store.calls.finish(callRecord(id, { startedAt, input: { text: 'kangaroo' } }))
        assert.deepEqual(await found(store, 'kangaroo'), ['calls old', 'calls young'])
        assert.equal((await store.prune({ before: 5000 })).calls, 1)
        const backdoor = new Backdoor(test, connect)
        const ids = async (): Promise<unknown[]> =>
          (await backdoor.read(backdoor.build.selectFrom('texts').select('id'))).map(({ id }) => id)
        assert.deepEqual(await ids(), ['young'])
        assert.deepEqual(await found(store, 'kangaroo'), ['calls young'])
        await backdoor.change(backdoor.build.updateTable('texts').set({ id: 'gone before', at: 1000 }))
        assert.deepEqual(
          await found(store, 'kangaroo'),
          ['calls young'],
          'it is indexed again; the other one is hidden',
        )
        await store.prune({ before: 5000 })
        assert.deepEqual(await ids(), ['young'])
      },
    )

    suite.it('goes on behind a call whose row was made unreadable', async (test) => {
      const connect = await make(test)
      const store = await storeOn(test, connect)
      for (const id of ['a', 'b', 'c'])
        await store.calls.finish(callRecord(id, { tool: 'kangaroo', input: { text: id } }))
      const backdoor = new Backdoor(test, connect)
      const broken = backdoor.build.updateTable('calls').set({ input: '{broken' })
      await backdoor.change(broken.where('id', '=', 'b'))
      assert.deepEqual(await found(store, 'kangaroo'), ['calls a', 'calls b', 'calls c'])
    })

    suite.it(
      'takes up what was kept before there was an index, and goes on where it was stopped',
      async (test) => {
        const connect = await make(test)
        const first = await storeOn(test, connect)
        await first.threads.append({ id: 't', principal: 'local', title: 'Kangaroo' }, [threadMessage('m')])
        await first.runs.save(runRecord('r', { principal: 'local', task: 'kangaroo' }))
        await first.records.save(recordChange('1', { text: 'kangaroo' }))
        for (let index = 0; index < 120; index++)
          await first.calls.finish(
            callRecord(`c${index}`, { permission: 'read', input: `kangaroo ${index}` }),
          )
        const backdoor = new Backdoor(test, connect)
        const isAll = async (store: Store): Promise<void> => {
          const end = performance.now() + patienceMs
          let all = await found(store, 'kangaroo', 200)
          while (all.length < 123 && performance.now() < end) all = await found(store, 'kangaroo', 200)
          assert.deepEqual(
            all.filter((one) => !one.startsWith('calls')),
            ['runs r', 'tasks t', 'threads t'],
          )
          assert.equal(all.filter((one) => one.startsWith('calls')).length, 120)
        }
        await isAll(first)
        // As it is after a process was killed in the middle of it.
        await backdoor.change(
          backdoor.build.deleteFrom('texts').where('id', 'in', ['t', 'r', 'c3', 'c77']),
          backdoor.build.deleteFrom('meta').where('key', '=', 'texts'),
        )
        const others = [await storeOn(test, connect), await storeOn(test, connect)]
        await Promise.all(others.map(isAll))
        const rows = await backdoor.read(backdoor.build.selectFrom('texts').select('n'))
        assert.equal(rows.length, 123, 'each once')
      },
    )
  })
}
