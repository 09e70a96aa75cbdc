import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createMemoryChanges, type FileChange } from './file-changes.ts'

const change = (id: string, facts: Partial<FileChange> = {}): FileChange => ({
  id,
  callId: `call-${id}`,
  threadId: 't',
  tool: 'edit_file',
  path: '/ws/a',
  start: 0,
  length: 1,
  before: Uint8Array.of(1),
  after: 'digest',
  at: 0,
  ...facts,
})
const idsOf = (changes: readonly FileChange[]): string[] => changes.map(({ id }) => id)

describe('changes in memory', () => {
  it('are listed newest first, by conversation, by call and by count', async () => {
    const changes = createMemoryChanges()
    for (const id of ['1', '2', '3']) await changes.record(change(id))
    await changes.record(change('4', { threadId: 'other' }))
    assert.deepEqual(idsOf(await changes.list({ threadId: 't' })), ['3', '2', '1'])
    assert.deepEqual(idsOf(await changes.list({ threadId: 't', count: 2 })), ['3', '2'])
    assert.deepEqual(idsOf(await changes.list({ threadId: 't', callId: 'call-1' })), ['1'])
    assert.deepEqual(idsOf(await changes.list({ threadId: 't', callId: 'call-4' })), [])
    await changes.forget(['3', 'unknown'])
    assert.deepEqual(idsOf(await changes.list({ threadId: 't' })), ['2', '1'])
  })

  it('make room by forgetting the oldest, and do not keep what is too large', async () => {
    const changes = createMemoryChanges({ changes: 3, bytes: 100 })
    for (const id of ['1', '2', '3', '4']) await changes.record(change(id))
    assert.deepEqual(idsOf(await changes.list({ threadId: 't' })), ['4', '3', '2'])
    assert.equal(await changes.record(change('5', { before: new Uint8Array(99) })), true)
    assert.deepEqual(idsOf(await changes.list({ threadId: 't' })), ['5', '4'])
    assert.equal(await changes.record(change('6', { before: new Uint8Array(101) })), false)
    assert.deepEqual(idsOf(await changes.list({ threadId: 't' })), ['5', '4'])
  })

  it('keep a copy of the bytes', async () => {
    const changes = createMemoryChanges()
    const before = Uint8Array.of(1, 2, 3)
    await changes.record(change('1', { before }))
    before.fill(9)
    assert.deepEqual((await changes.list({ threadId: 't' }))[0]?.before, Uint8Array.of(1, 2, 3))
  })
})
