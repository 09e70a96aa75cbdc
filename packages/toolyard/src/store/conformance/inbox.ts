/** What every `Inbox` must do. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Inbox, InboxItem } from '../inbox.ts'
import { hostileTexts, idsOf, inboxItem, known, type Opens, readable } from './samples.ts'

const everything: Partial<InboxItem> = {
  kind: 'question',
  callId: 'c',
  tool: 'ask',
  threadId: 't',
  agent: 'g',
  text: 'Which?\n日本',
  explanation: 'because',
  bytes: '{"a":1}',
  offer: 'ask(a)',
  choices: ['one', '二', ''],
  createdAt: 1_700_000_000_000,
  expiresAt: 1_700_000_000_500.5,
}

export function describeInbox(adapter: string, open: Opens<Inbox>): void {
  describe(`Inbox on ${adapter}`, () => {
    describeItems(open)
    describeSettling(open)
  })
}

function describeItems(open: Opens<Inbox>): void {
  it('gives back what was written', async (test) => {
    const inbox = await open(test)
    const answered = { status: 'answered', answer: 'one', by: 'somebody', answeredAt: 5 } as const
    const items = [inboxItem('a'), inboxItem('b', everything), inboxItem('c', { ...everything, ...answered })]
    for (const item of items) await inbox.put(item)
    for (const item of items) assert.deepEqual(known(await inbox.find(item.id)), item)
    assert.deepEqual((await inbox.list({})).map(known), items.toReversed())
    assert.equal(await inbox.find('none'), undefined)
  })

  it('lists the newest first, filtered by kind, status and call, at most as many as asked', async (test) => {
    const inbox = await open(test)
    await inbox.put(inboxItem('a', { callId: 'x' }))
    await inbox.put(inboxItem('b', { callId: 'x', kind: 'question' }))
    await inbox.put(inboxItem('c', { callId: 'y', status: 'used' }))
    await inbox.put(inboxItem('d', { callId: 'y' }))
    assert.deepEqual(await idsOf(inbox.list({})), ['d', 'c', 'b', 'a'])
    assert.deepEqual(await idsOf(inbox.list({ limit: 2 })), ['d', 'c'])
    assert.deepEqual(await idsOf(inbox.list({ kind: 'question' })), ['b'])
    assert.deepEqual(await idsOf(inbox.list({ status: 'pending' })), ['d', 'b', 'a'])
    assert.deepEqual(await idsOf(inbox.list({ callId: 'x', kind: 'approval' })), ['a'])
    assert.deepEqual(await idsOf(inbox.list({ callId: 'z' })), [])
  })

  it('takes texts of every kind, and finds by it', async (test) => {
    const inbox = await open(test)
    for (const text of hostileTexts) {
      const texts = { callId: text, tool: text, threadId: text, agent: text, principal: text, text }
      const more = { reason: text, rule: text, explanation: text, bytes: text, offer: text }
      await inbox.put(inboxItem(`id ${text}`, { ...texts, ...more, choices: [text] }))
      const move = { from: 'pending', to: 'answered', answer: text, by: text, at: 3 } as const
      assert.equal(await inbox.settle(`id ${text}`, move), true)
      const found = await inbox.find(`id ${text}`)
      for (const key of [...Object.keys({ ...texts, ...more }), 'answer', 'by'] as (keyof typeof texts)[])
        assert.equal(readable(found?.[key]), readable(text), key)
      assert.deepEqual(found?.choices, [text])
      assert.equal((await inbox.list({ callId: text })).length, 1)
      await inbox.put(inboxItem(`given ${text}`, { status: 'answered', answer: text, by: text }))
      assert.equal(readable((await inbox.find(`given ${text}`))?.answer), readable(text))
    }
  })
}

function describeSettling(open: Opens<Inbox>): void {
  it('moves an item on, and says by whom and when', async (test) => {
    const inbox = await open(test)
    for (const id of ['a', 'other']) await inbox.put(inboxItem(id))
    const move = { from: 'pending', to: 'approved', answer: 'yes', by: 'somebody', at: 7.5 } as const
    assert.equal(await inbox.settle('a', move), true)
    const approved = inboxItem('a', { status: 'approved', answer: 'yes', by: 'somebody', answeredAt: 7.5 })
    assert.deepEqual(known(await inbox.find('a')), approved)
    assert.deepEqual(known(await inbox.find('other')), inboxItem('other'))
    assert.equal(await inbox.settle('a', { from: 'approved', to: 'used', at: 9 }), true)
    assert.deepEqual(known(await inbox.find('a')), { ...approved, status: 'used' })
    assert.deepEqual(await idsOf(inbox.list({})), ['other', 'a'])
  })

  it('does nothing with an item that is elsewhere or not there', async (test) => {
    const inbox = await open(test)
    await inbox.put(inboxItem('a', { status: 'expired' }))
    assert.equal(await inbox.settle('a', { from: 'pending', to: 'approved', by: 'x', at: 1 }), false)
    assert.equal(await inbox.settle('none', { from: 'pending', to: 'approved', by: 'x', at: 1 }), false)
    assert.deepEqual(known(await inbox.find('a')), inboxItem('a', { status: 'expired' }))
  })

  it('lets one of fifty answers count', async (test) => {
    const inbox = await open(test)
    await inbox.put(inboxItem('a'))
    const answers = Array.from({ length: 50 }, async (_, index) =>
      inbox.settle('a', {
        from: 'pending',
        to: index % 2 ? 'approved' : 'rejected',
        by: `person ${index}`,
        at: index,
      }),
    )
    const counted = await Promise.all(answers)
    assert.equal(counted.filter((isCounted) => isCounted).length, 1)
    const first = counted.indexOf(true)
    const found = await inbox.find('a')
    assert.deepEqual(
      [found?.status, found?.by, found?.answeredAt],
      [first % 2 ? 'approved' : 'rejected', `person ${first}`, first],
    )
  })
}
