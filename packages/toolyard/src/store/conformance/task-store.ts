/** What every `TaskStore` must do. */
import assert from 'node:assert/strict'
import type { Suite } from '../../kernel/conformance/index.ts'
import type { TaskStore } from '../tasks.ts'
import { hostileTexts, idsOf, known, type Opens, readable, taskRecord } from './samples.ts'

export function describeTaskStore(adapter: string, open: Opens<TaskStore>, suite: Suite): void {
  suite.describe(`TaskStore on ${adapter}`, () => {
    suite.it('gives back the tasks of a thread in the order in which they were made', async (test) => {
      const tasks = await open(test)
      const made = [taskRecord('b'), taskRecord('a', { parent: 'b', details: 'More.', updatedAt: 9.5 })]
      for (const task of made) await tasks.save(task)
      await tasks.save(taskRecord('a', { threadId: 'other', title: 'Of another plan' }))
      assert.deepEqual((await tasks.list('t')).map(known), made)
      await tasks.save(taskRecord('b', { status: 'done', title: 'Changed' }))
      const [first] = await tasks.list('t')
      assert.deepEqual([first?.id, first?.status, first?.title], ['b', 'done', 'Changed'])
      assert.equal((await tasks.list('other'))[0]?.title, 'Of another plan')
      assert.deepEqual(await idsOf(tasks.list('none')), [])
    })

    suite.it('removes a task with the tasks below it', async (test) => {
      const tasks = await open(test)
      for (const [id, parent] of [['1'], ['2', '1'], ['3', '2'], ['4'], ['5', '5']] as const)
        await tasks.save(taskRecord(id, { parent }))
      await tasks.save(taskRecord('2', { threadId: 'other' }))
      assert.equal(await tasks.remove('t', '1'), true)
      assert.deepEqual(await idsOf(tasks.list('t')), ['4', '5'])
      assert.equal(await tasks.remove('t', '1'), false)
      assert.equal(await tasks.remove('t', '5'), true)
      assert.deepEqual(await idsOf(tasks.list('other')), ['2'])
    })

    suite.it('takes texts of every kind', async (test) => {
      const tasks = await open(test)
      for (const text of hostileTexts) {
        await tasks.save(taskRecord(`t${text}`, { threadId: text, title: text, details: text }))
        const [found] = await tasks.list(text)
        assert.equal(readable(found?.title), readable(text))
        assert.equal(readable(found?.details), readable(text))
        assert.equal(await tasks.remove(text, `t${text}`), true)
      }
    })
  })
}
