/** What every `Store` must do: each of its ports, and what they share. */
import assert from 'node:assert/strict'
import { type Suite, suiteOn, type SuiteTest, type TestRunner } from '../../kernel/conformance/index.ts'
import type { Awaitable } from '../awaitable.ts'
import type { Store } from '../store.ts'
import { describeAgentStore } from './agent-store.ts'
import { describeBoardStore } from './board-store.ts'
import { describeCalendarStore } from './calendar-store.ts'
import { describeCallJournal } from './call-journal.ts'
import { describeCallLists } from './call-lists.ts'
import { applyNow, describeCatalogue } from './catalogue.ts'
import { describeGrantStore } from './grant-store.ts'
import { describeInbox } from './inbox.ts'
import { describeResultStore } from './result-store.ts'
import { describeTokenStore } from './token-store.ts'
import { describeRunStore } from './run-store.ts'
import { agentRecord, callRecord, grantOf, inboxItem, type Opens, toolEntry } from './samples.ts'
import { describeTaskStore } from './task-store.ts'
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
  describeCatalogue(adapter, part('catalogue'), suite)
  describeAgentStore(adapter, open, suite)
  describeInbox(adapter, part('inbox'), suite)
  describeGrantStore(adapter, part('grants'), suite)
  describeThreadStore(adapter, part('threads'), suite)
  describeRunStore(adapter, part('runs'), suite)
  describeTaskStore(adapter, part('tasks'), suite)
  describeCalendarStore(adapter, part('calendar'), suite)
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
