import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { type CallJournal, type CallRecord, openStore, type Store } from '../../store/index.ts'
import { CallWatch } from './call-watch.ts'

let folder: string
let count = 0
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolyard-watch-'))
})
after(() => rm(folder, { recursive: true, force: true }))

const open = (): Promise<Store> => openStore(`sqlite:${++count}.db`, { folder })
const call = (id: string, more: Partial<CallRecord> = {}): CallRecord => ({
  id,
  tool: 'probe',
  fingerprint: 'f',
  permission: 'write',
  input: {},
  principal: 'test',
  origin: 'test',
  startedAt: 1,
  status: 'ok',
  durationMs: 1,
  ran: true,
  ...more,
})
const told = (rows: readonly CallRecord[]): string[] => rows.map(({ id, status }) => `${id} ${status}`)
/** More rows than a look goes back. */
const push = async (journal: CallJournal, prefix: string): Promise<void> => {
  for (let row = 0; row < 60; row++) await journal.finish(call(`${prefix}-${row}`))
}

describe('a watch of the journal', () => {
  it('begins with the last rows, oldest first, and tells of none of them again', async () => {
    const store = await open()
    for (const id of ['a', 'b', 'c']) await store.calls.finish(call(id))
    const watch = new CallWatch(store.calls, {})
    assert.deepEqual(told(await watch.begin(2, 0)), ['b ok', 'c ok'])
    assert.deepEqual(await watch.look(10), [])
    await store.calls.finish(call('d'))
    assert.deepEqual(told(await watch.look(20)), ['d ok'])
    assert.deepEqual(await watch.look(30), [])
    await store.close()
  })

  it('tells of a call as it begins and as it ends, also far back', async () => {
    const store = await open()
    const watch = new CallWatch(store.calls, {})
    assert.deepEqual(await watch.begin(10, 0), [])
    await store.calls.begin(call('long', { status: 'running', ran: false, durationMs: 0 }))
    assert.deepEqual(told(await watch.look(10)), ['long running'])
    await push(store.calls, 'more')
    assert.equal((await watch.look(5000)).length, 60)
    await push(store.calls, 'still-more')
    assert.equal((await watch.look(10_000)).length, 60)
    await store.calls.finish(call('long', { durationMs: 9 }))
    assert.deepEqual(told(await watch.look(15_000)), ['long ok'])
    assert.deepEqual(await watch.look(20_000), [])
    await store.close()
  })

  it('tells of a call that never ran and is made again under its id, also far back', async () => {
    const store = await open()
    const watch = new CallWatch(store.calls, {})
    await watch.begin(0, 0)
    await store.calls.finish(call('later', { status: 'pending', ran: false, requestDigest: 'd' }))
    await store.calls.finish(call('denied', { status: 'denied', ran: false, requestDigest: 'd' }))
    assert.deepEqual(told(await watch.look(10)), ['later pending', 'denied denied'])
    for (const at of [5000, 10_000]) {
      await push(store.calls, `more-${at}`)
      assert.equal((await watch.look(at)).length, 60)
    }
    for (const id of ['later', 'denied'])
      await store.calls.finish(call(id, { requestDigest: 'd', startedAt: 2 }))
    assert.deepEqual(told(await watch.look(15_000)), ['later ok', 'denied ok'])
    await store.close()
  })

  it('sees rows that become visible after later ones', async () => {
    const store = await open()
    const hidden = new Set(['slow'])
    const { calls } = store
    const behind: CallJournal = {
      begin: (record, options) => calls.begin(record, options),
      finish: (record) => calls.finish(record),
      find: (id) => calls.find(id),
      verify: () => calls.verify(),
      stats: (query) => calls.stats(query),
      names: () => calls.names(),
      list: async (filter) => (await calls.list(filter)).filter(({ id }) => !hidden.has(id)),
    }
    const watch = new CallWatch(behind, {})
    await watch.begin(0, 0)
    await calls.finish(call('slow'))
    for (const prefix of ['x', 'y', 'z']) await push(calls, prefix)
    assert.equal((await watch.look(100)).length, 180)
    hidden.clear()
    assert.deepEqual(told(await watch.look(200)), ['slow ok'])
    assert.deepEqual(await watch.look(300), [])
    await store.close()
  })

  it('reads more rows than one page holds', async () => {
    const store = await open()
    const watch = new CallWatch(store.calls, { tool: 'probe' })
    await watch.begin(0, 0)
    const ids = Array.from({ length: 1203 }, (_, row) => `row-${row}`)
    await Promise.all(ids.map(async (id) => store.calls.finish(call(id))))
    await store.calls.finish(call('other', { tool: 'other' }))
    assert.deepEqual(
      (await watch.look(10)).map(({ id }) => id),
      ids,
    )
    await store.close()
  })
})
