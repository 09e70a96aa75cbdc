import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { textOf, type ToolResource } from '../define/index.ts'
import { createMemoryStore } from '../store/index.ts'
import { pending, savingTool } from './inbox-support.test.ts'
import { createToolyard, type ToolyardOptions } from '../index.ts'

const runs: string[] = []
const tool = (name: string, more: object = {}) =>
  savingTool(name, {
    execute: ({ path }: { path: string }, { callId }: { callId: string }) => {
      runs.push(callId)
      return `${name} ${path}`
    },
    ...more,
  })

function resourcesOf(path: string): readonly ToolResource[] {
  if (path === 'nothing') return []
  return [{ kind: path.startsWith('https:') ? 'url' : 'path', id: path, access: 'write' }]
}

describe('asking people through the inbox', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolyard-inbox-'))
  })
  after(() => rm(folder, { recursive: true, force: true }))
  let databases = 0
  const open = (more: ToolyardOptions = {}, database = `sqlite:${folder}/${++databases}.db`) =>
    createToolyard({
      database,
      tools: [tool('save'), tool('other')],
      policy: { ask: ['save', 'other'] },
      approvals: 'wait',
      ...more,
    })

  it('waits for an answer from whoever gives it, then runs', async () => {
    await using yard = await open()
    const call = yard.call('save', { path: 'a.txt' }, { threadId: 't' })
    const item = await pending(yard)
    assert.deepEqual([item.tool, item.threadId, item.offer], ['save', 't', 'save(a.txt)'])
    assert.match(yard.inbox.render(item).text, /"path": "a.txt"/)
    assert.ok(yard.inbox.render(item).isWhole)
    await yard.inbox.approve(item.id, { by: 'ann' })
    assert.equal((await call).status, 'ok')
    assert.equal((await yard.inbox.find(item.id)).status, 'used')
    await assert.rejects(yard.inbox.approve(item.id, { by: 'bob' }), { code: 'approval_expired' })
    const [row] = await yard.journal.list({ tool: 'save' })
    assert.match(row?.decision ?? '', /approved by ann/)
    assert.deepEqual(
      row?.steps?.map(({ step }) => step),
      ['confirm', 'confirm'],
    )
  })

  it('tells the caller of a rejection and its reason', async () => {
    await using yard = await open()
    const call = yard.call('save', { path: 'a.txt' })
    await yard.inbox.reject((await pending(yard)).id, { by: 'ann', reason: 'not today' })
    const result = await call
    assert.deepEqual([result.status, result.error?.code], ['denied', 'rejected'])
    assert.match(textOf(result), /not today/)
  })

  it('grants a rule to a thread or to an agent, which is listed and can be revoked', async () => {
    await using yard = await open()
    await yard.agents.create({ name: 'helper', toolIds: ['save', 'other'] })
    for (const scope of ['thread', 'agent'] as const) {
      const caller = scope === 'thread' ? { threadId: 't' } : { agent: 'helper' }
      const call = yard.call('save', { path: 'a.txt' }, caller)
      const { grant } = await yard.inbox.approve((await pending(yard)).id, { by: 'ann', scope })
      assert.equal((await call).status, 'ok')
      assert.equal(grant?.rule, 'save(a.txt)')
      assert.deepEqual(
        (await yard.inbox.grants()).map(({ rule, by }) => [rule, by]),
        [['save(a.txt)', 'ann']],
      )
      assert.equal((await yard.call('save', { path: './a.txt' }, caller)).status, 'ok')
      for (const [name, path, others] of [
        ['save', 'b.txt', caller],
        ['other', 'a.txt', caller],
        ['save', 'a.txt', { threadId: 'elsewhere' }],
      ] as const) {
        const asked = yard.call(name, { path }, others)
        await yard.inbox.reject((await pending(yard)).id, { by: 'ann' })
        assert.equal((await asked).status, 'denied')
      }
      assert.ok(await yard.inbox.revoke(grant?.id ?? ''))
      const asked = yard.call('save', { path: 'a.txt' }, caller)
      await yard.inbox.reject((await pending(yard)).id, { by: 'ann' })
      assert.equal((await asked).status, 'denied')
    }
  })

  it('offers no rule that says more than was shown', async () => {
    await using yard = await open()
    const call = yard.call('save', { path: 'a*.txt' }, { threadId: 't' })
    const item = await pending(yard)
    assert.equal(item.offer, undefined)
    await assert.rejects(yard.inbox.approve(item.id, { by: 'ann', scope: 'thread' }), {
      message: /can only be approved once/,
    })
    await yard.inbox.approve(item.id, { by: 'ann' })
    assert.equal((await call).status, 'ok')
  })

  it('offers no rule that would be read as something else than what was shown', async () => {
    await using yard = await open({
      tools: [tool('save', { resources: ({ path }: { path: string }) => resourcesOf(path) })],
    })
    for (const [path, offer] of [
      ['a.txt', 'save(a.txt)'],
      ['path=b.txt', undefined],
      ['.', undefined],
      [' a.txt', undefined],
      ['a.txt ', undefined],
      ['a\n.txt', undefined],
      ['a\u202e.txt', undefined],
      ['a\ud800.txt', undefined],
      ['a'.repeat(5000), undefined],
      ['nothing', undefined],
      ['https://EXAMPLE.com/a/../b', 'save(https://example.com/b)'],
    ] as const) {
      const call = yard.call('save', { path }, { threadId: 't' })
      const item = await pending(yard)
      assert.equal(item.offer, offer, path.slice(0, 20))
      await yard.inbox.reject(item.id, { by: 'ann' })
      await call
    }
  })

  it('offers no rule for a tool that asks about every call, whichever rule asks', async () => {
    await using yard = await open({ tools: [tool('save', { confirm: true })] })
    const call = yard.call('save', { path: 'a.txt' }, { threadId: 't' })
    const item = await pending(yard)
    assert.deepEqual([item.rule, item.offer], ['save', undefined])
    await yard.inbox.reject(item.id, { by: 'ann' })
    await call
  })

  it('lets one of two processes use an approval, and tells the other one', async () => {
    const database = `sqlite:${folder}/two.db`
    await using one = await open({}, database)
    await using two = await open({}, database)
    const options = { callId: 'same' }
    const calls = [one.call('save', { path: 'a.txt' }, options)]
    const { id } = await pending(one)
    calls.push(two.call('save', { path: 'a.txt' }, options))
    await sleep(50)
    const earlier = runs.length
    await two.inbox.approve(id, { by: 'ann' })
    const results = await Promise.all(calls)
    assert.deepEqual(results.map(({ status }) => status).toSorted(), ['denied', 'ok'])
    const other = results.find(({ status }) => status === 'denied')
    assert.equal(other?.error?.code, 'approval_expired')
    assert.match(other.error.message, /used by another process with the same call id/)
    assert.equal(runs.length, earlier + 1)
  })

  it('ends the wait for a request that somebody took out of the inbox', async () => {
    const store = createMemoryStore()
    const inbox = { ...store.inbox, find: () => undefined, settle: () => false }
    await using yard = await open({ limits: { approvalMs: 50 }, database: { ...store, inbox } })
    const result = await yard.call('save', { path: 'a.txt' })
    assert.equal(result.status, 'denied')
    assert.match(textOf(result), /is gone from the inbox/)
  })

  it('voids a grant when the definition changes', async () => {
    await using yard = await open()
    const call = yard.call('save', { path: 'a.txt' }, { threadId: 't' })
    await yard.inbox.approve((await pending(yard)).id, { by: 'ann', scope: 'thread' })
    await call
    yard.registry.unregister('save')
    yard.registry.register(tool('save', { description: 'Saves elsewhere too.' }))
    const asked = yard.call('save', { path: 'a.txt' }, { threadId: 't' })
    await yard.inbox.reject((await pending(yard)).id, { by: 'ann' })
    assert.equal((await asked).status, 'denied')
  })

  it('answers pending where nobody is waited for, and runs once when it is called again', async () => {
    await using yard = await open({ approvals: 'pending' })
    const call = () => yard.call('save', { path: 'a.txt' }, { callId: 'c1' })
    const first = await call()
    assert.deepEqual([first.status, first.error?.code], ['pending', 'approval_pending'])
    assert.equal((await call()).status, 'pending')
    const items = await yard.inbox.list()
    assert.equal(items.length, 1)
    await yard.inbox.approve(items[0]?.id ?? '', { by: 'ann' })
    const earlier = runs.length
    assert.equal((await call()).status, 'ok')
    assert.equal((await call()).status, 'ok')
    assert.equal(runs.length, earlier + 1)
  })

  it('takes up after a restart what was answered meanwhile, for the same call only', async () => {
    const database = `sqlite:${folder}/restart.db`
    const options = { callId: 'c2', threadId: 't' }
    const first = await open({}, database)
    void first.call('save', { path: 'a.txt' }, options)
    const { id } = await pending(first)
    await first.close()
    await using second = await open({}, database)
    assert.equal((await second.inbox.find(id)).status, 'pending')
    await second.inbox.approve(id, { by: 'ann' })
    const other = second.call('save', { path: 'b.txt' }, { ...options, callId: 'c3' })
    await second.inbox.reject((await pending(second)).id, { by: 'ann' })
    assert.equal((await other).status, 'denied')
    assert.equal((await second.call('save', { path: 'a.txt' }, options)).status, 'ok')
  })

  it('forgets a request whose caller went away, and one that nobody answered in time', async () => {
    await using yard = await open({ limits: { approvalMs: 1000 } })
    const stop = new AbortController()
    const call = yard.call('save', { path: 'a.txt' }, { signal: stop.signal })
    const { id } = await pending(yard)
    stop.abort()
    assert.equal((await call).status, 'cancelled')
    const late = await yard.call('save', { path: 'a.txt' })
    assert.equal(late.error?.code, 'approval_expired')
    for (;;) {
      const statuses = (await yard.inbox.list({})).map(({ status }) => status)
      if (!statuses.includes('pending')) {
        assert.deepEqual(statuses.toSorted(), ['cancelled', 'expired'])
        break
      }
      await sleep(5)
    }
    await assert.rejects(yard.inbox.approve(id, { by: 'ann' }), { code: 'approval_expired' })
  })

  it('keeps secrets out of what it stores, and says that the text is not the whole', async () => {
    await using yard = await open({ secrets: ['PASS'], environment: { PASS: 'hunter2-hunter2' } })
    const call = yard.call('save', { path: 'hunter2-hunter2' })
    const item = await pending(yard)
    assert.doesNotMatch(JSON.stringify(item), /hunter2/)
    assert.equal(yard.inbox.render(item).isWhole, false)
    await yard.inbox.approve(item.id, { by: 'ann' })
    assert.equal((await call).status, 'ok')
  })
})
