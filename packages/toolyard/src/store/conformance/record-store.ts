/** What every `RecordStore` must do. */
import assert from 'node:assert/strict'
import type { Suite } from '../../kernel/conformance/index.ts'
import type { RecordStore } from '../records.ts'
import { hostileTexts, idsOf, type Opens, readable, recordChange } from './samples.ts'

export function describeRecordStore(adapter: string, open: Opens<RecordStore>, suite: Suite): void {
  suite.describe(`RecordStore on ${adapter}`, () => {
    suite.it(
      'gives back the records of a kind and scope in the order in which they were made',
      async (test) => {
        const records = await open(test)
        for (const id of ['b', 'a']) await records.save(recordChange(id, { value: { n: [1, null, 'x'] } }))
        await records.save(recordChange('a', { scope: 'other', title: 'Of another scope' }))
        await records.save(recordChange('a', { kind: 'notes', title: 'Of another kind' }))
        await records.save(recordChange('b', { title: 'Changed', value: 'new', at: 9.5 }))
        const [first, second] = await records.list('tasks', 't')
        assert.deepEqual(first, {
          kind: 'tasks',
          scope: 't',
          id: 'b',
          title: 'Changed',
          text: '',
          value: 'new',
          version: 2,
          createdAt: 1,
          updatedAt: 9.5,
        })
        assert.deepEqual([second?.id, second?.value, second?.version], ['a', { n: [1, null, 'x'] }, 1])
        assert.equal((await records.list('tasks', 'other'))[0]?.title, 'Of another scope')
        assert.equal((await records.list('notes', 't'))[0]?.title, 'Of another kind')
        assert.deepEqual(await idsOf(records.list('tasks', 'none')), [])
        assert.equal((await records.find({ kind: 'tasks', scope: 't', id: 'b' }))?.title, 'Changed')
        assert.equal(await records.find({ kind: 'tasks', scope: 't', id: 'c' }), undefined)
      },
    )

    suite.it('refuses a change that expects another version', async (test) => {
      const records = await open(test)
      assert.equal(await records.save(recordChange('a', { expects: 1 })), false)
      assert.equal(await records.save(recordChange('a', { expects: 0 })), true)
      assert.equal(await records.save(recordChange('a', { expects: 0, title: 'Again' })), false)
      const both = await Promise.all(
        ['one', 'two'].map(async (title) => records.save(recordChange('a', { expects: 1, title }))),
      )
      assert.equal(both.filter(Boolean).length, 1)
      const found = await records.find({ kind: 'tasks', scope: 't', id: 'a' })
      assert.deepEqual([found?.title, found?.version], [both[0] ? 'one' : 'two', 2])
    })

    suite.it('removes those that are named', async (test) => {
      const records = await open(test)
      for (const id of ['1', '2', '3']) await records.save(recordChange(id))
      await records.save(recordChange('2', { scope: 'other' }))
      assert.equal(await records.remove('tasks', 't', ['1', '2', 'none']), 2)
      assert.equal(await records.remove('tasks', 't', []), 0)
      assert.equal(await records.remove('tasks', 't', ['1']), 0)
      assert.deepEqual(await idsOf(records.list('tasks', 't')), ['3'])
      assert.deepEqual(await idsOf(records.list('tasks', 'other')), ['2'])
    })

    suite.it('takes texts of every kind', async (test) => {
      const records = await open(test)
      for (const text of hostileTexts) {
        await records.save(recordChange(`t${text}`, { scope: text, title: text, text, value: { text } }))
        const [found] = await records.list('tasks', text)
        assert.equal(readable(found?.title), readable(text))
        assert.equal(readable(found?.text), readable(text))
        assert.equal(await records.remove('tasks', text, [`t${text}`]), 1)
      }
    })
  })
}
