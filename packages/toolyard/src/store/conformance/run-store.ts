/** What every `RunStore` must do. */
import assert from 'node:assert/strict'
import type { Suite } from '../../kernel/conformance/index.ts'
import type { RunStep } from '../run-steps.ts'
import { briefTask, type RunPlan, type RunRecord, type RunStore } from '../runs.ts'
import { hostileTexts, idsOf, known, type Opens, readable, runRecord } from './samples.ts'

const everything: Partial<RunRecord> = {
  label: 'a label',
  principal: 'ann',
  parentId: 'p',
  parentThreadId: 'pt',
  callId: 'p.call_1',
  rootId: 'top',
  batch: 'b',
  depth: 2,
  attempt: 3,
  reason: 'finished',
  waitsFor: 'que_1',
  job: 'j',
  steps: 7,
  inputTokens: 1_000_000,
  outputTokens: 12,
  cachedTokens: 900_000,
  cacheWriteTokens: 0,
  reasoningTokens: 5,
  cost: 0.125,
  model: 'openai/gpt-6',
  output: { rows: [1, null, '日本'], nested: { ok: true } },
  result: 'Done.\n日本',
  error: 'no',
  files: [{ path: 'src/日本.ts', tool: 'write_file' }],
  startedAt: 1_700_000_000_000.5,
  endedAt: 1_700_000_000_001,
}

const plan: RunPlan = {
  workspace: '/w',
  model: 'scripted/a.json',
  limits: { maxSteps: 5, maxCost: 0.5 },
  above: ['boss'],
  reports: true,
}

const step: RunStep = {
  number: 1,
  attempt: 1,
  startedAt: 1000.5,
  endedAt: 1200,
  end: 'answered',
  retries: 0,
  inputTokens: 10,
  outputTokens: 2,
  calls: [],
}
const fullStep: RunStep = {
  ...step,
  number: 2,
  attempt: 3,
  model: 'openai/gpt-6',
  compactedAt: 1010,
  firstAt: 1100,
  end: 'failed',
  retries: 2,
  error: 'unavailable: \u0000 日本',
  cachedTokens: 9,
  reasoningTokens: 1,
  cost: 0.25,
  calls: [{ id: 'a.\uD800 call', tool: 'read_file' }],
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
      await runs.save(runRecord('c', { batch: 'g', parentThreadId: 'pt', rootId: 'b' }))
      await runs.save(runRecord('a', { agent: 'x', parentId: 'p', parentThreadId: 'pt', steps: 2 }))
      assert.deepEqual(await idsOf(runs.list({})), ['c', 'b', 'a'])
      assert.deepEqual(await idsOf(runs.list({ limit: 2 })), ['c', 'b'])
      assert.deepEqual(await idsOf(runs.list({ agent: 'x' })), ['a'])
      assert.deepEqual(await idsOf(runs.list({ threadId: 't' })), ['b'])
      assert.deepEqual(await idsOf(runs.list({ principal: 'ann' })), ['b'])
      assert.deepEqual(await idsOf(runs.list({ parentId: 'p' })), ['a'])
      assert.deepEqual(await idsOf(runs.list({ rootId: 'b' })), ['c'])
      assert.deepEqual(await idsOf(runs.list({ parentThreadId: 'pt' })), ['c', 'a'])
      assert.deepEqual(await idsOf(runs.list({ batch: 'g', parentThreadId: 'pt' })), ['c'])
      assert.deepEqual(await idsOf(runs.list({ status: 'running' })), ['b'])
      assert.deepEqual(await idsOf(runs.list({ status: ['running', 'done'], limit: 2 })), ['c', 'b'])
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

    suite.it(
      'writes a step together with what was said, for the process that has the run alone',
      async (test) => {
        const runs = await open(test)
        const run = runRecord('a', { threadId: 't', status: 'running', plan })
        assert.equal(await runs.begin(run, { title: 'Begin', messages: [] }), true)
        assert.equal(await runs.step({ ...run, steps: 2 }), true)
        assert.equal(known(await runs.find('a'))?.steps, 2)
        assert.equal(await runs.step({ ...run, attempt: 2 }), false)
        assert.equal(await runs.step({ ...run, status: 'waiting', waitsFor: 'apr_1' }), true)
        assert.equal(await runs.step({ ...run, steps: 3 }), false)
        await assert.rejects(async () => runs.begin(runRecord('b', { threadId: 't', status: 'queued' })), {
          code: 'conflict',
        })
        assert.deepEqual(known(await runs.find('a')), { ...run, status: 'waiting', waitsFor: 'apr_1' })
        const stopped = { ...run, status: 'stopped' } as const
        assert.equal(await runs.step(stopped, [], { from: 'waiting' }), true)
        assert.equal(await runs.step(stopped, [], { from: 'waiting' }), false)
      },
    )

    suite.it('keeps the steps of a run with what was said, in order, page by page', async (test) => {
      const runs = await open(test)
      const run = runRecord('a', { threadId: 't', status: 'running' })
      const bare = (steps: readonly RunStep[]) =>
        steps.map(({ position: _position, ...rest }) => known({ ...rest, error: readable(rest.error) }))
      await runs.begin(run)
      await runs.begin(runRecord('b', { status: 'running' }))
      assert.deepEqual(await runs.steps('a'), [])
      assert.equal(await runs.step({ ...run, steps: 2 }, [], { steps: [step, fullStep] }), true)
      await runs.step(runRecord('b', { status: 'running' }), [], { steps: [step] })
      // Nothing of a process that has lost the run is kept.
      assert.equal(await runs.step({ ...run, attempt: 2 }, [], { steps: [step] }), false)
      const third = { ...step, number: 3 }
      await runs.step({ ...run, steps: 3, status: 'done' }, [], { steps: [third] })
      const all = await runs.steps('a')
      assert.deepEqual(bare(all), [step, { ...fullStep, error: readable(fullStep.error) }, third])
      const [first] = await runs.steps('a', { limit: 1 })
      assert.deepEqual(bare(first ? [first] : []), [step])
      const rest = await runs.steps('a', { after: first?.position, limit: 1 })
      assert.deepEqual(
        rest.map(({ number }) => number),
        [2],
      )
      assert.equal((await runs.steps('b')).length, 1)
      assert.deepEqual(await runs.steps('none'), [])
    })

    suite.it('lists page by page, by part of a name, by time, and those at the top', async (test) => {
      const runs = await open(test)
      for (let number = 1; number <= 9; number++)
        await runs.save(
          runRecord(`r${number}`, {
            agent: number % 3 === 0 ? 'Mail_100%' : 'helper',
            startedAt: number * 10,
            task: 'x'.repeat(5000),
            plan,
            result: 'y',
            ...(number % 2 === 0 && { parentThreadId: 't', callId: `c${number}` }),
            ...(number === 4 && { status: 'failed' as const }),
          }),
        )
      const pages: string[][] = []
      let before: number | undefined
      do {
        const page = await runs.list({ limit: 4, before })
        pages.push(page.map(({ id }) => id))
        before = page.length === 4 ? page.at(-1)?.position : undefined
      } while (before !== undefined)
      assert.deepEqual(pages, [['r9', 'r8', 'r7', 'r6'], ['r5', 'r4', 'r3', 'r2'], ['r1']])
      assert.deepEqual(await idsOf(runs.list({ agentPart: 'AIL_1' })), ['r9', 'r6', 'r3'])
      assert.deepEqual(await idsOf(runs.list({ agentPart: '%' })), ['r9', 'r6', 'r3'])
      assert.deepEqual(await idsOf(runs.list({ agentPart: 'mailx' })), [])
      assert.deepEqual(await idsOf(runs.list({ since: 70 })), ['r9', 'r8', 'r7'])
      assert.deepEqual(await idsOf(runs.list({ since: 30, until: 50 })), ['r4', 'r3'])
      assert.deepEqual(await idsOf(runs.list({ since: 91 })), [])
      assert.deepEqual(await idsOf(runs.list({ isTop: true, limit: 3 })), ['r9', 'r7', 'r5'])
      assert.deepEqual(await idsOf(runs.list({ callId: 'c4' })), ['r4'])
      assert.deepEqual(await idsOf(runs.list({ status: 'failed', isTop: true })), [])
      assert.deepEqual(await idsOf(runs.list({ status: 'failed', agentPart: 'help', since: 1 })), ['r4'])
      const [brief] = await runs.list({ brief: true, limit: 1 })
      assert.deepEqual(
        [brief?.task.length, brief?.plan, brief?.result, brief?.agent],
        [briefTask, undefined, undefined, 'Mail_100%'],
      )
    })

    suite.it('gives a run that waits to one of those who take it up', async (test) => {
      const runs = await open(test)
      const run = runRecord('a', { status: 'queued', plan })
      await runs.begin(run)
      const taken = await Promise.all(['j1', 'j2'].map(async (job) => runs.take(run, job)))
      const [won, ...others] = taken.flatMap((one) => one ?? [])
      assert.deepEqual([won?.status, won?.attempt, others], ['running', 2, []])
      assert.equal(await runs.take({ id: 'a', attempt: 2 }, 'another job'), undefined)
      // Its own job comes again if its worker was lost.
      const again = await runs.take({ id: 'a', attempt: 2 }, won?.job ?? '')
      assert.equal(again?.attempt, 3)
      assert.equal(await runs.step({ ...run, attempt: 2, status: 'done' }), false)
      assert.equal(await runs.take({ id: 'none', attempt: 1 }, 'j'), undefined)
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
