/** What every `Inbox` must do. */
import assert from 'node:assert/strict'
import type { Suite } from '../../kernel/conformance/index.ts'
import { type Inbox, type InboxItem, listedItem } from '../inbox.ts'
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
  form: {
    type: 'object',
    properties: {
      name: { type: 'string', title: '名', default: '\u0000\ud800' },
      many: { type: 'integer', minimum: 1 },
    },
    required: ['name'],
  },
  createdAt: 1_700_000_000_000,
  expiresAt: 1_700_000_000_500.5,
}

export function describeInbox(adapter: string, open: Opens<Inbox>, suite: Suite): void {
  suite.describe(`Inbox on ${adapter}`, () => {
    describeItems(open, suite)
    describeLists(open, suite)
    describeRoom(open, suite)
    describeSettling(open, suite)
  })
}

function describeItems(open: Opens<Inbox>, suite: Suite): void {
  suite.it('gives back what was written', async (test) => {
    const inbox = await open(test)
    const values = { name: 'A\u0000', many: 1.5, sure: false, tags: ['二'] }
    const answered = { status: 'answered', answer: 'one', values, by: 'somebody', answeredAt: 5 } as const
    const items = [inboxItem('a'), inboxItem('b', everything), inboxItem('c', { ...everything, ...answered })]
    for (const item of items) await inbox.put(item)
    for (const item of items) assert.deepEqual(known(await inbox.find(item.id)), item)
    assert.deepEqual(
      (await inbox.list({})).map((entry) => known({ ...entry, position: 0 })),
      items.toReversed().map((item) => listedItem(item, 0)),
    )
    assert.equal(await inbox.find('none'), undefined)
  })

  suite.it(
    'lists the newest first, filtered by kind, status and call, at most as many as asked',
    async (test) => {
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
      await inbox.put(inboxItem('e', { threadId: 't' }))
      await inbox.put(inboxItem('f', { threadId: 'u' }))
      assert.deepEqual(await idsOf(inbox.list({ threadIds: ['t', 'u', 'none'] })), ['f', 'e'])
      assert.deepEqual(await idsOf(inbox.list({ threadIds: [] })), [])
      assert.equal(await inbox.count({ threadIds: ['u'] }), 1)
    },
  )

  suite.it('takes texts of every kind, and finds by it', async (test) => {
    const inbox = await open(test)
    for (const text of hostileTexts) {
      const texts = { callId: text, tool: text, threadId: text, agent: text, principal: text, text }
      const more = { reason: text, rule: text, explanation: text, bytes: text, offer: text }
      await inbox.put(inboxItem(`id ${text}`, { ...texts, ...more, choices: [text] }))
      const values = { text, list: [text] }
      const move = { from: 'pending', to: 'answered', answer: text, values, by: text, at: 3 } as const
      assert.equal(await inbox.settle(`id ${text}`, move), true)
      const found = await inbox.find(`id ${text}`)
      for (const key of [...Object.keys({ ...texts, ...more }), 'answer', 'by'] as (keyof typeof texts)[])
        assert.equal(readable(found?.[key]), readable(text), key)
      assert.deepEqual(found?.choices, [text])
      assert.deepEqual(found.values, values)
      assert.equal((await inbox.list({ callId: text })).length, 1)
      await inbox.put(inboxItem(`given ${text}`, { status: 'answered', answer: text, by: text }))
      assert.equal(readable((await inbox.find(`given ${text}`))?.answer), readable(text))
    }
  })
}

function describeLists(open: Opens<Inbox>, suite: Suite): void {
  suite.it('keeps long texts whole, and lists the beginning of them', async (test) => {
    const inbox = await open(test)
    const text = `${'long line\n'.repeat(90_000)}end`
    const bytes = `{"a":"${'x'.repeat(900_000)}"}`
    await inbox.put(inboxItem('long', { text, bytes }))
    await inbox.put(inboxItem('bytes', { bytes }))
    await inbox.put(inboxItem('short'))
    assert.deepEqual(known(await inbox.find('long')), inboxItem('long', { text, bytes }))
    assert.deepEqual(known(await inbox.find('bytes')), inboxItem('bytes', { bytes }))
    const listed = await inbox.list({})
    assert.ok(JSON.stringify(listed).length < 20_000)
    const entry = listed.find(({ id }) => id === 'long')
    assert.ok(entry && text.startsWith(entry.text) && entry.text.length >= 2000)
    assert.equal(entry.textLength, text.length)
  })

  suite.it('lists page by page, from the newest or the oldest, and counts all of them', async (test) => {
    const inbox = await open(test)
    const ids = Array.from({ length: 7 }, (_, index) => `i${index}`)
    for (const id of ids)
      await inbox.put(
        inboxItem(id, { agent: id < 'i4' ? 'one' : 'two', tool: id === 'i2' ? 'other' : 'probe' }),
      )
    for (const order of ['newest', 'oldest'] as const) {
      const seen: string[] = []
      for (let after: number | undefined; ;) {
        const page = await inbox.list({ order, after, limit: 3 })
        seen.push(...page.map(({ id }) => id))
        if (page.length < 3) break
        after = page.at(-1)?.position
      }
      assert.deepEqual(seen, order === 'oldest' ? ids : ids.toReversed())
    }
    assert.deepEqual(await idsOf(inbox.list({ agent: 'one', tool: 'probe' })), ['i3', 'i1', 'i0'])
    assert.equal(await inbox.count({}), 7)
    assert.equal(await inbox.count({ agent: 'two', status: 'pending', kind: 'approval' }), 3)
    assert.equal(await inbox.count({ tool: 'none' }), 0)
  })
}

function describeRoom(open: Opens<Inbox>, suite: Suite): void {
  suite.it(
    'takes so many of one caller, and so many in all; those whose time is over do not count',
    async (test) => {
      const inbox = await open(test)
      const room = { perCaller: 2, total: 4 }
      const put = async (id: string, over: Partial<InboxItem> = {}): Promise<boolean> =>
        inbox.put(inboxItem(id, { createdAt: 10, expiresAt: 20, ...over }), room)
      await inbox.put(inboxItem('late', { createdAt: 1, expiresAt: 9 }))
      assert.deepEqual([await put('a'), await put('b'), await put('c')], [true, true, false])
      assert.equal(await inbox.find('c'), undefined)
      assert.equal(await put('d', { agent: 'helper' }), true)
      assert.equal(await put('e', { principal: 'other' }), true)
      assert.equal(await put('f', { principal: 'third' }), false)
      await inbox.settle('a', { from: 'pending', to: 'rejected', by: 'x', at: 11 })
      assert.equal(await put('g'), true)
      assert.equal(await put('h', { createdAt: 30, expiresAt: 40 }), true)
    },
  )

  suite.it('takes no more of many that come at the same time', async (test) => {
    const inbox = await open(test)
    const puts = Array.from({ length: 40 }, async (_, index) =>
      inbox.put(inboxItem(`p${index}`), { perCaller: 5, total: 100 }),
    )
    assert.equal((await Promise.all(puts)).filter(Boolean).length, 5)
    assert.equal(await inbox.count({ status: 'pending' }), 5)
  })
}

function describeSettling(open: Opens<Inbox>, suite: Suite): void {
  suite.it('moves an item on, and says by whom and when', async (test) => {
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

  suite.it('tells what waits, and that something has moved on', async (test) => {
    const inbox = await open(test)
    const moves = [await inbox.moves()]
    const note = async (): Promise<void> => void moves.push(await inbox.moves())
    for (const id of ['a', 'b', 'c']) await inbox.put(inboxItem(id, { expiresAt: id === 'c' ? 5 : 50 }))
    await note()
    assert.deepEqual([...(await inbox.pending())].toSorted(), ['a', 'b', 'c'])
    await inbox.settle('a', { from: 'pending', to: 'approved', by: 'x', at: 1 })
    await note()
    await inbox.settle('none', { from: 'pending', to: 'approved', by: 'x', at: 1 })
    await inbox.expire(4)
    await note()
    await inbox.expire(5)
    await note()
    assert.deepEqual(await inbox.pending(), ['b'])
    assert.equal((await inbox.find('c'))?.status, 'expired')
    assert.deepEqual(
      moves.map((number, index) => number !== moves[index - 1]),
      [true, false, true, false, true],
    )
  })

  suite.it('does nothing with an item that is elsewhere or not there', async (test) => {
    const inbox = await open(test)
    await inbox.put(inboxItem('a', { status: 'expired' }))
    assert.equal(await inbox.settle('a', { from: 'pending', to: 'approved', by: 'x', at: 1 }), false)
    assert.equal(await inbox.settle('none', { from: 'pending', to: 'approved', by: 'x', at: 1 }), false)
    assert.deepEqual(known(await inbox.find('a')), inboxItem('a', { status: 'expired' }))
  })

  suite.it('lets one of fifty answers count', async (test) => {
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
