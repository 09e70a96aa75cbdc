/** What every `RunStore` must do. */
import assert from 'node:assert/strict'
import type { Suite } from '../../kernel/conformance/index.ts'
import type { RunRecord, RunStore } from '../runs.ts'
import { hostileTexts, idsOf, known, type Opens, readable, runRecord } from './samples.ts'

const everything: Partial<RunRecord> = {
  label: 'a label',
  principal: 'ann',
  parentId: 'p',
  parentThreadId: 'pt',
  batch: 'b',
  depth: 2,
  steps: 7,
  inputTokens: 1_000_000,
  outputTokens: 12,
  result: 'Done.\n日本',
  error: 'no',
  startedAt: 1_700_000_000_000.5,
  endedAt: 1_700_000_000_001,
}

export function describeRunStore(adapter: string, open: Opens<RunStore>, suite: Suite): void {
  suite.describe(`RunStore on ${adapter}`, () => {
    suite.it('gives back what was written, and what was written over it', async (test) => {
      const runs = await open(test)
      const [bare, full] = [runRecord('a'), runRecord('b', everything)]
      for (const run of [bare, full]) await runs.save(run)
      for (const run of [bare, full]) assert.deepEqual(known(await runs.find(run.id)), run)
      await runs.save({ ...full, status: 'failed', result: undefined })
      const { result: _, ...rest } = full
      assert.deepEqual(known(await runs.find('b')), { ...rest, status: 'failed' })
      assert.equal(await runs.find('none'), undefined)
    })

    suite.it('lists the newest first, by every filter, at most as many as asked', async (test) => {
      const runs = await open(test)
      await runs.save(runRecord('a', { agent: 'x', parentId: 'p', parentThreadId: 'pt' }))
      await runs.save(runRecord('b', { threadId: 't', principal: 'ann', status: 'running' }))
      await runs.save(runRecord('c', { batch: 'g', parentThreadId: 'pt' }))
      await runs.save(runRecord('a', { agent: 'x', parentId: 'p', parentThreadId: 'pt', steps: 2 }))
      assert.deepEqual(await idsOf(runs.list({})), ['c', 'b', 'a'])
      assert.deepEqual(await idsOf(runs.list({ limit: 2 })), ['c', 'b'])
      assert.deepEqual(await idsOf(runs.list({ agent: 'x' })), ['a'])
      assert.deepEqual(await idsOf(runs.list({ threadId: 't' })), ['b'])
      assert.deepEqual(await idsOf(runs.list({ principal: 'ann' })), ['b'])
      assert.deepEqual(await idsOf(runs.list({ parentId: 'p' })), ['a'])
      assert.deepEqual(await idsOf(runs.list({ parentThreadId: 'pt' })), ['c', 'a'])
      assert.deepEqual(await idsOf(runs.list({ batch: 'g', parentThreadId: 'pt' })), ['c'])
      assert.deepEqual(await idsOf(runs.list({ status: 'running' })), ['b'])
      assert.deepEqual(await idsOf(runs.list({ agent: 'nobody' })), [])
    })

    suite.it('begins a run under an id once', async (test) => {
      const runs = await open(test)
      const first = runRecord('a', { threadId: 't', status: 'running' })
      const begun = [first, { ...first, threadId: 'u' }].map(async (run) => runs.begin(run))
      assert.deepEqual(await Promise.all(begun), [true, false])
      assert.deepEqual(known(await runs.find('a')), first)
      await runs.save({ ...first, status: 'done' })
      assert.equal(await runs.begin(first), false)
      assert.equal(known(await runs.find('a'))?.status, 'done')
      await runs.save(runRecord('b', { threadId: 't', status: 'running' }))
      await assert.rejects(async () => runs.begin(runRecord('c', { threadId: 't', status: 'running' })), {
        code: 'conflict',
      })
    })

    suite.it('lets one run work in a thread at a time', async (test) => {
      const runs = await open(test)
      const running = (id: string, threadId = 't') => runRecord(id, { threadId, status: 'running' })
      await runs.save(running('a'))
      await assert.rejects(async () => runs.save(running('b')), {
        code: 'conflict',
        message: /"t".*run a/,
      })
      assert.equal(await runs.find('b'), undefined)
      await runs.save({ ...running('a'), steps: 3 })
      await runs.save(running('c', 'elsewhere'))
      await runs.save({ ...running('a'), status: 'done' })
      await runs.save(running('b'))
      assert.deepEqual(await idsOf(runs.list({ status: 'running' })), ['b', 'c'])
    })

    suite.it('takes texts of every kind, and finds by them', async (test) => {
      const runs = await open(test)
      for (const text of hostileTexts) {
        const texts = { agent: text, threadId: text, task: text, label: text, result: text, error: text }
        await runs.save(runRecord(`id ${text}`, { ...texts, batch: `b${text}` }))
        const found = await runs.find(`id ${text}`)
        for (const key of Object.keys(texts) as (keyof typeof texts)[])
          assert.equal(readable(found?.[key]), readable(text), key)
        assert.equal((await runs.list({ batch: `b${text}` })).length, 1)
      }
    })
  })
}
