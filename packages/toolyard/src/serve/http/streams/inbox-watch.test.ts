import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createMemoryStore, type InboxItem } from '../../../store/index.ts'
import { InboxWatch } from './inbox-watch.ts'

const item = (id: string): InboxItem => ({
  id,
  kind: 'approval',
  status: 'pending',
  callId: `call-${id}`,
  tool: 'pay',
  principal: 'local',
  text: 'x'.repeat(100_000),
  reason: '',
  rule: '',
  digest: id,
  bytes: '{}',
  createdAt: 1,
  expiresAt: Infinity,
})

describe('the watch on the inbox', () => {
  it('tells what came and what was answered, and reads no request whole', async () => {
    const { inbox } = createMemoryStore()
    const watch = new InboxWatch({ inbox: { ...inbox, find: () => assert.fail('read whole') } })
    await inbox.put(item('old'))
    assert.deepEqual(await watch.look(), [])
    for (let count = 0; count < 12; count++) await inbox.put(item(`new-${count}`))
    assert.equal((await watch.look()).length, 12)
    await inbox.settle('old', { from: 'pending', to: 'approved', by: 'ann', at: 2 })
    const [told, ...others] = await watch.look()
    assert.deepEqual([told?.id, told?.status, others.length], ['old', 'approved', 0])
    assert.ok((told?.text.length ?? Infinity) < 10_000)
    assert.deepEqual(await watch.look(), [])
  })
})
