/** What every `CallJournal` and every `ResultStore` must do. Adapter tests call this; third-party adapters can too. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CallJournal, CallRecord } from './calls.ts'
import type { ResultStore } from './results.ts'

export function describeCallJournal(adapter: string, open: () => CallJournal | Promise<CallJournal>): void {
  describe(`CallJournal on ${adapter}`, () => {
    it('shows a call as running between begin and finish, in one row', async () => {
      const journal = await open()
      await journal.begin(callRecord('a', { status: 'running' }))
      assert.equal((await journal.find('a'))?.status, 'running')
      await journal.finish(callRecord('a'))
      assert.equal((await journal.find('a'))?.status, 'ok')
      assert.deepEqual(await idsOf(journal.list({})), ['a'])
    })

    it('keeps calls that only read, which are written once', async () => {
      const journal = await open()
      await journal.finish(callRecord('r', { permission: 'read' }))
      assert.equal((await journal.find('r'))?.id, 'r')
      assert.equal(await journal.find('none'), undefined)
    })

    it('gives back what was written down', async () => {
      const journal = await open()
      const written = callRecord('a', {
        input: { text: '日本 \u{1f4c1}', nested: [1, null, { deep: true }] },
        explanation: 'because',
        threadId: 't',
        agent: 'g',
        parentId: 'p',
        decision: 'mode default: allow',
        requestDigest: 'd',
        ran: true,
      })
      await journal.finish(written)
      assert.deepEqual(await journal.find('a'), written)
    })

    it('lists newest first, at most as many as asked', async () => {
      const journal = await open()
      for (const id of ['a', 'b', 'c']) await journal.finish(callRecord(id, { permission: 'read' }))
      assert.deepEqual(await idsOf(journal.list({})), ['c', 'b', 'a'])
      assert.deepEqual(await idsOf(journal.list({ limit: 2 })), ['c', 'b'])
    })

    it('filters by tool, thread, agent and status, all at once', async () => {
      const journal = await open()
      await journal.finish(callRecord('a', { tool: 'x', threadId: 't', agent: 'g' }))
      await journal.finish(callRecord('b', { tool: 'x', threadId: 'u', agent: 'g', status: 'error' }))
      await journal.finish(callRecord('c', { tool: 'y', threadId: 't', agent: 'h' }))
      assert.deepEqual(await idsOf(journal.list({ tool: 'x' })), ['b', 'a'])
      assert.deepEqual(await idsOf(journal.list({ threadId: 't' })), ['c', 'a'])
      assert.deepEqual(await idsOf(journal.list({ agent: 'g', status: 'error' })), ['b'])
      assert.deepEqual(await idsOf(journal.list({ tool: 'y', agent: 'g' })), [])
      assert.deepEqual(await idsOf(journal.list({ tool: 'x', limit: 1 })), ['b'])
    })
  })
}

export function describeResultStore(adapter: string, open: () => ResultStore | Promise<ResultStore>): void {
  describe(`ResultStore on ${adapter}`, () => {
    it('reads a text back whole under its handle', async () => {
      const results = await open()
      const handle = await results.put({ tool: 'probe', text: 'long text', dropped: 5 })
      assert.deepEqual(await results.read(handle), { handle, tool: 'probe', text: 'long text', dropped: 5 })
      assert.equal(await results.read('res_none'), undefined)
    })

    it('gives handles that cannot be guessed from those of another store', async () => {
      const one = await (await open()).put({ tool: 'p', text: 'x', dropped: 0 })
      const other = await (await open()).put({ tool: 'p', text: 'x', dropped: 0 })
      assert.match(one, /^res_/)
      assert.notEqual(one, other)
    })
  })
}

/** A row to start from. */
export function callRecord(id: string, over: Partial<CallRecord> = {}): CallRecord {
  return {
    id,
    tool: 'probe',
    fingerprint: 'f',
    permission: 'write',
    input: {},
    principal: 'local',
    origin: 'typescript',
    startedAt: 0,
    status: 'ok',
    durationMs: 1,
    ...over,
  }
}

export async function idsOf(rows: readonly CallRecord[] | Promise<readonly CallRecord[]>): Promise<string[]> {
  return (await rows).map(({ id }) => id)
}
