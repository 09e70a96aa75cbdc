/** What every `Store` must do: each of its ports, and what they share. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
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
export type OpensStore = (test: TestContext, options?: { readonly results?: number }) => Awaitable<Store>

export function describeStore(adapter: string, open: OpensStore): void {
  const part =
    <K extends keyof Store>(key: K): Opens<Store[K]> =>
    async (test) =>
      (await open(test))[key]
  describeCallJournal(adapter, part('calls'))
  describeCallLists(adapter, part('calls'))
  describeCatalogue(adapter, part('catalogue'))
  describeAgentStore(adapter, open)
  describeInbox(adapter, part('inbox'))
  describeGrantStore(adapter, part('grants'))
  describeThreadStore(adapter, part('threads'))
  describeRunStore(adapter, part('runs'))
  describeTaskStore(adapter, part('tasks'))
  describeCalendarStore(adapter, part('calendar'))
  describeResultStore(adapter, async (test, maxSize) => {
    const store = await open(test, maxSize === undefined ? {} : { results: maxSize })
    return store.results
  })
  describeTokenStore(adapter, part('tokens'))
  describeVectorStore(adapter, part('vectors'))
  describeBoardStore(adapter, part('board'))
  describeTextIndex(adapter, open)
  describeWhole(adapter, open)
}

function describeWhole(adapter: string, open: OpensStore): void {
  describe(`Store on ${adapter}`, () => {
    it('has another revision after every change of tools, agents and grants', async (test) => {
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

    it('has the same revision after calls, questions and results', async (test) => {
      const store = await open(test)
      const before = await store.revision()
      await store.calls.finish(callRecord('a'))
      await store.inbox.put(inboxItem('i'))
      await store.results.put({ tool: 'p', text: 'x', dropped: 0 })
      assert.equal(await store.revision(), before)
    })

    it('can be asked whether it can be written, any number of times at once, and nothing is other after it', async (test) => {
      const store = await open(test)
      const before = await store.revision()
      await Promise.all([store.probe(), store.probe(), store.probe()])
      await store.probe()
      assert.equal(await store.revision(), before)
      assert.deepEqual((await store.calls.verify()).problems, [])
      await store.calls.begin(callRecord('a', { status: 'running' }))
      await store.close()
      if (store.durable) await assert.rejects(async () => store.probe())
    })

    it('says where it is', async (test) => {
      assert.match((await open(test)).location, /\w/)
    })

    it('may be closed twice, also while something is written', async (test) => {
      const store = await open(test)
      const begun = store.calls.begin(callRecord('a', { status: 'running' }))
      void store.calls.finish(callRecord('r', { permission: 'read' }))
      await Promise.all([store.close(), store.close()])
      assert.equal(await begun, true)
      await store.close()
    })
  })
}
