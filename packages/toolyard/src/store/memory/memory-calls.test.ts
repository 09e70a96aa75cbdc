import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type CallRecord, createMemoryCalls } from '../index.ts'

const record = (id: string, over: Partial<CallRecord> = {}): CallRecord => ({
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
})
const idsOf = async (rows: readonly CallRecord[] | Promise<readonly CallRecord[]>): Promise<string[]> =>
  (await rows).map(({ id }) => id)

describe('the journal in memory', () => {
  it('shows a call as running between begin and finish, in one row', async () => {
    const journal = createMemoryCalls()
    await journal.begin(record('a', { status: 'running' }))
    assert.equal((await journal.find('a'))?.status, 'running')
    await journal.finish(record('a'))
    assert.equal((await journal.find('a'))?.status, 'ok')
    assert.deepEqual(await idsOf(journal.list({})), ['a'])
  })

  it('keeps calls that only read, which are written once', async () => {
    const journal = createMemoryCalls()
    await journal.finish(record('r', { permission: 'read' }))
    assert.equal((await journal.find('r'))?.id, 'r')
    assert.equal(await journal.find('none'), undefined)
  })

  it('lists newest first, at most as many as asked', async () => {
    const journal = createMemoryCalls()
    for (const id of ['a', 'b', 'c']) await journal.finish(record(id, { permission: 'read' }))
    assert.deepEqual(await idsOf(journal.list({})), ['c', 'b', 'a'])
    assert.deepEqual(await idsOf(journal.list({ limit: 2 })), ['c', 'b'])
  })

  it('filters by tool, thread, agent and status, all at once', async () => {
    const journal = createMemoryCalls()
    await journal.finish(record('a', { tool: 'x', threadId: 't', agent: 'g' }))
    await journal.finish(record('b', { tool: 'x', threadId: 'u', agent: 'g', status: 'error' }))
    await journal.finish(record('c', { tool: 'y', threadId: 't', agent: 'h' }))
    assert.deepEqual(await idsOf(journal.list({ tool: 'x' })), ['b', 'a'])
    assert.deepEqual(await idsOf(journal.list({ threadId: 't' })), ['c', 'a'])
    assert.deepEqual(await idsOf(journal.list({ agent: 'g', status: 'error' })), ['b'])
    assert.deepEqual(await idsOf(journal.list({ tool: 'y', agent: 'g' })), [])
    assert.deepEqual(await idsOf(journal.list({ tool: 'x', limit: 1 })), ['b'])
  })

  it('keeps the newest rows and forgets the oldest, by list and by id', async () => {
    const journal = createMemoryCalls(3)
    for (let index = 0; index < 10; index++)
      await journal.finish(record(`c${index}`, { permission: index % 2 ? 'read' : 'write' }))
    assert.deepEqual(await idsOf(journal.list({})), ['c9', 'c8', 'c7'])
    assert.equal(await journal.find('c6'), undefined)
    assert.equal((await journal.find('c8'))?.id, 'c8')
  })

  it('finishes a call whose beginning was pushed out, as a new row', async () => {
    const journal = createMemoryCalls(2)
    await journal.begin(record('slow', { status: 'running' }))
    for (const id of ['a', 'b']) await journal.finish(record(id))
    await journal.finish(record('slow'))
    assert.deepEqual(await idsOf(journal.list({})), ['slow', 'b'])
    assert.equal((await journal.find('slow'))?.status, 'ok')
    assert.equal(await journal.find('a'), undefined)
  })

  it('does not lose the finish of one call because another took an old place', async () => {
    const journal = createMemoryCalls(2)
    await journal.begin(record('a', { status: 'running' }))
    await journal.begin(record('b', { status: 'running' }))
    await journal.begin(record('c', { status: 'running' }))
    await journal.finish(record('b'))
    await journal.finish(record('c'))
    const rows = await journal.list({})
    assert.deepEqual(
      rows.map(({ id, status }) => [id, status]),
      [
        ['c', 'ok'],
        ['b', 'ok'],
      ],
    )
  })
})
