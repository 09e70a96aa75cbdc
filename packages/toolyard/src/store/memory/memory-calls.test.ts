import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { callRecord as record, idsOf } from '../conformance/index.ts'
import { createMemoryCalls } from '../index.ts'

describe('the ring of the journal in memory', () => {
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
