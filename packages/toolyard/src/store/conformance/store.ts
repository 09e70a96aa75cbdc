/** What every `Store` must do: each of its ports, and what they share. */
import assert from 'node:assert/strict'
import { type Suite, suiteOn, type SuiteTest, type TestRunner } from '../../kernel/conformance/index.ts'
import type { Awaitable } from '../awaitable.ts'
import { sessionRecords } from '../records.ts'
import type { Store } from '../store.ts'
import { describeAgentStore } from './agent-store.ts'
import { describeAttachmentStore } from './attachment-store.ts'
import { describeBoardStore } from './board-store.ts'
import { describeCalendarStore } from './calendar-store.ts'
import { describeCallJournal } from './call-journal.ts'
import { describeCallLists } from './call-lists.ts'
import { describeCallStats } from './call-stats.ts'
import { applyNow, describeCatalogue } from './catalogue.ts'
import { describeGrantStore } from './grant-store.ts'
import { describeInbox } from './inbox.ts'
import { describeRecordStore } from './record-store.ts'
import { describeRequestStore } from './request-store.ts'
import { describeResultStore } from './result-store.ts'
import { describeTokenStore } from './token-store.ts'
import { describeRunStore } from './run-store.ts'
import {
  agentRecord,
  boardPost,
  callRecord,
  grantOf,
  idsOf,
  inboxItem,
  type Opens,
  threadMessage,
  toolEntry,
} from './samples.ts'
import { describeScheduleStore } from './schedule-store.ts'
import { describeTextIndex } from './text-index.ts'
import { describeThreadStore } from './thread-store.ts'
import { describeVectorStore } from './vector-store.ts'

/** `results`: how many characters of spilled results it keeps. */
export type OpensStore = (test: SuiteTest, options?: { readonly results?: number }) => Awaitable<Store>

/** `runner`: `describe` and `it` of another test runner than `node:test`. */
export function describeStore(adapter: string, open: OpensStore, runner?: TestRunner): void {
  const suite = suiteOn(runner)
  const part =
    <K extends keyof Store>(key: K): Opens<Store[K]> =>
    async (test) =>
      (await open(test))[key]
  describeCallJournal(adapter, part('calls'), suite)
  describeCallLists(adapter, part('calls'), suite)
  describeCallStats(adapter, part('calls'), suite)
  describeCatalogue(adapter, part('catalogue'), suite)
  describeAgentStore(adapter, open, suite)
  describeInbox(adapter, part('inbox'), suite)
  describeGrantStore(adapter, part('grants'), suite)
  describeThreadStore(adapter, part('threads'), suite)
  describeAttachmentStore(adapter, open, suite)
  describeRunStore(adapter, part('runs'), suite)
  describeRecordStore(adapter, part('records'), suite)
  describeCalendarStore(adapter, part('calendar'), suite)
  describeScheduleStore(adapter, part('schedules'), suite)
  describeRequestStore(adapter, part('requests'), suite)
  describeResultStore(
    adapter,
    async (test, maxSize) => {
      const store = await open(test, maxSize === undefined ? {} : { results: maxSize })
      return store.results
    },
    suite,
  )
  describeTokenStore(adapter, part('tokens'), suite)
  describeVectorStore(adapter, part('vectors'), suite)
  describeBoardStore(adapter, part('board'), suite)
  describeTextIndex(adapter, open, suite)
  describeWhole(adapter, open, suite)
}

function describeWhole(adapter: string, open: OpensStore, suite: Suite): void {
  suite.describe(`Store on ${adapter}`, () => {
    suite.it('forgets with a thread what a runner keeps for it, and nothing else', async (test) => {
      const store = await open(test)
      const facts = { title: '', text: '', value: { entries: [1] }, at: 1 }
      for (const scope of ['a', 'b']) {
        await store.threads.append({ id: scope }, [threadMessage(`m of ${scope}`)])
        await store.records.save({ ...facts, kind: sessionRecords, scope, id: '1' })
      }
      await store.records.save({ ...facts, kind: 'tasks', scope: 'a', id: '1' })
      assert.equal(await store.threads.remove('a'), true)
      assert.deepEqual(await idsOf(store.records.list(sessionRecords, 'a')), [])
      assert.deepEqual(await idsOf(store.records.list(sessionRecords, 'b')), ['1'])
      assert.deepEqual(await idsOf(store.records.list('tasks', 'a')), ['1'])
    })

    suite.it('has another revision after every change of tools, agents and grants', async (test) => {
      const store = await open(test)
      const seen = new Set([await store.revision()])
      const changes: (() => unknown)[] = [
        () => applyNow(store.catalogue, [toolEntry('a')]),
        () => applyNow(store.catalogue, [toolEntry('a', { enabled: false })]),
        () => store.agents.save(agentRecord('g')),
        () => store.agents.save(agentRecord('g', { prompt: 'Else.' })),
        () => store.agents.remove('id of g'),
        () => store.grants.add(grantOf('x')),
        () => store.grants.revoke('x'),
      ]
      for (const [index, change] of changes.entries()) {
        await change()
        const revision = await store.revision()
        assert.ok(!seen.has(revision), `change ${index}`)
        assert.equal(await store.revision(), revision)
        seen.add(revision)
      }
    })

    suite.it('has the same revision after calls, questions and results', async (test) => {
      const store = await open(test)
      const before = await store.revision()
      await store.calls.finish(callRecord('a'))
      await store.inbox.put(inboxItem('i'))
      await store.results.put({ tool: 'p', text: 'x', dropped: 0 })
      assert.equal(await store.revision(), before)
    })

    suite.it(
      'tells those who listen that something was written, if it can, until they stop',
      async (test) => {
        const store = await open(test)
        if (!store.onWritten) return
        let told = 0
        const stop = store.onWritten(() => told++)
        const move = { from: 'pending', to: 'approved', by: 'ann', at: 2 } as const
        const changes: (() => unknown)[] = [
          () => store.calls.begin(callRecord('a', { status: 'running', permission: 'write' })),
          () => store.calls.finish(callRecord('b')),
          () => store.inbox.put(inboxItem('i')),
          () => store.inbox.settle('i', move),
          () => store.board.add(boardPost('p')),
          () => applyNow(store.catalogue, [toolEntry('a')]),
          () => store.agents.save(agentRecord('g')),
          () => store.grants.add(grantOf('x')),
        ]
        for (const [index, change] of changes.entries()) {
          told = 0
          await change()
          // What is gathered is written before a list is answered.
          await store.calls.list({ limit: 1 })
          assert.ok(told > 0, `change ${index}`)
        }
        told = 0
        await store.inbox.settle('i', move)
        await store.revision()
        stop()
        await store.board.add(boardPost('q'))
        assert.equal(told, 0)
      },
    )

    suite.it(
      'can be asked whether it can be written, any number of times at once, and nothing is other after it',
      async (test) => {
        const store = await open(test)
        const before = await store.revision()
        await Promise.all([store.probe(), store.probe(), store.probe()])
        await store.probe()
        assert.equal(await store.revision(), before)
        assert.deepEqual((await store.calls.verify()).problems, [])
        await store.calls.begin(callRecord('a', { status: 'running' }))
        await store.close()
        if (store.durable) await assert.rejects(async () => store.probe())
      },
    )

    suite.it('says where it is', async (test) => {
      assert.match((await open(test)).location, /\w/)
    })

    suite.it('may be closed twice, also while something is written', async (test) => {
      const store = await open(test)
      const begun = store.calls.begin(callRecord('a', { status: 'running' }))
      void store.calls.finish(callRecord('r', { permission: 'read' }))
      await Promise.all([store.close(), store.close()])
      assert.equal(await begun, true)
      await store.close()
    })
  })
}
