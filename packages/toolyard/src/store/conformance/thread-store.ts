/** What every `ThreadStore` must do. */
import assert from 'node:assert/strict'
import type { Suite } from '../../kernel/conformance/index.ts'
import type { MessagePart, ThreadMessage, ThreadStore } from '../threads.ts'
import { hostileTexts, idsOf, known, type Opens, readable, threadMessage } from './samples.ts'

const parts: readonly MessagePart[] = [
  { type: 'reasoning', text: 'Hm.', signature: 's' },
  { type: 'text', text: 'Let me look.' },
  { type: 'tool_call', callId: 'c1', tool: 'look', input: { deep: [1, null, '日本'] } },
  {
    type: 'tool_result',
    callId: 'c1',
    tool: 'look',
    status: 'ok',
    content: [
      { type: 'text', text: 'Seen.' },
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
    ],
    handle: 'res_1',
  },
  {
    type: 'image',
    handle: 'att_1',
    name: '日本.png',
    mediaType: 'image/png',
    bytes: 70,
    width: 1,
    height: 2,
  },
  { type: 'file', handle: 'att_2', name: 'a.pdf', mediaType: 'application/pdf', bytes: 9, pages: 3 },
  { type: 'file', path: 'in/a.zip', name: 'a.zip', mediaType: 'application/zip', bytes: 9 },
]

export function describeThreadStore(adapter: string, open: Opens<ThreadStore>, suite: Suite): void {
  suite.describe(`ThreadStore on ${adapter}`, () => {
    describeMessages(open, suite)
    describeThreads(open, suite)
  })
}

function describeMessages(open: Opens<ThreadStore>, suite: Suite): void {
  suite.it('gives back what was said, in order, with its place', async (test) => {
    const threads = await open(test)
    const said = [
      threadMessage('a'),
      threadMessage('b', { role: 'assistant', parts, runId: 'r', at: 2 }),
      threadMessage('c', { from: 'helper', at: 3.5 }),
    ]
    await threads.append({ id: 't' }, said.slice(0, 1))
    await threads.append({ id: 'other' }, [threadMessage('x')])
    await threads.append({ id: 't' }, said.slice(1))
    const all = await threads.messages('t')
    assert.deepEqual(
      all.map(known),
      said.map((message, index) => ({ ...message, position: index + 1 })),
    )
    assert.deepEqual(await idsOf(threads.messages('t', 1)), ['b', 'c'])
    assert.deepEqual(await idsOf(threads.messages('t', 3)), [])
    assert.deepEqual(await idsOf(threads.messages('none')), [])
    assert.deepEqual(await idsOf(threads.lastMessages('t', { limit: 2 })), ['b', 'c'])
    assert.deepEqual(await idsOf(threads.lastMessages('t', { before: 3, limit: 1 })), ['b'])
    assert.deepEqual(await idsOf(threads.lastMessages('t', { before: 1, limit: 9 })), [])
    assert.deepEqual(await idsOf(threads.lastMessages('none', { limit: 9 })), [])
  })

  suite.it('gives every message a place of its own where several append at once', async (test) => {
    const threads = await open(test)
    const appended = Array.from({ length: 20 }, async (_, index) =>
      threads.append({ id: 't' }, [threadMessage(`${index}a`), threadMessage(`${index}b`)]),
    )
    await Promise.all(appended)
    const all = await threads.messages('t')
    assert.deepEqual(
      all.map(({ position }) => position),
      Array.from({ length: 40 }, (_, index) => index + 1),
    )
    for (const [index, { id }] of all.entries())
      if (id.endsWith('a')) assert.equal(all[index + 1]?.id, `${id.slice(0, -1)}b`, 'together')
    assert.equal((await threads.find('t'))?.messages, 40)
  })

  suite.it('takes texts of every kind', async (test) => {
    const threads = await open(test)
    for (const text of hostileTexts) {
      const id = `thread ${text}`
      const message = threadMessage(`m ${text}`, { parts: [{ type: 'text', text }], from: text })
      await threads.append({ id, agent: text, title: `title ${text}` }, [message])
      const [found] = await threads.messages(id)
      assert.deepEqual(found?.parts, [{ type: 'text', text }])
      assert.equal(readable(found.from), readable(text))
      assert.equal(readable((await threads.find(id))?.title), readable(`title ${text}`))
    }
  })
}

function describeThreads(open: Opens<ThreadStore>, suite: Suite): void {
  suite.it(
    'knows of each thread whose it is, what it is about, how long it is and when it was used',
    async (test) => {
      const threads = await open(test)
      const at = (time: number): ThreadMessage[] => [threadMessage(`m${time}`, { at: time })]
      await threads.append({ id: 't', agent: 'helper', principal: 'ann', title: 'First' }, at(10))
      await threads.append({ id: 't', agent: 'other', principal: 'bob', title: 'Second' }, at(20))
      assert.deepEqual(known(await threads.find('t')), {
        id: 't',
        agent: 'helper',
        principal: 'ann',
        title: 'First',
        messages: 2,
        createdAt: 10,
        updatedAt: 20,
      })
      assert.equal(await threads.find('none'), undefined)
      await threads.append({ id: 'bare' }, at(5))
      await threads.append({ id: 'bare', agent: 'late', principal: 'bob', title: 'Named later' }, [])
      const bare = await threads.find('bare')
      assert.deepEqual([bare?.agent, bare?.title, bare?.messages], ['late', 'Named later', 1])
      assert.equal(bare?.principal, undefined, 'nobody takes over a thread of unknown origin')
      assert.deepEqual(await idsOf(threads.list({ principal: 'ann' })), ['t'])
      assert.deepEqual(await idsOf(threads.list({ principal: 'bob' })), [])
    },
  )

  suite.it(
    'lists the one that was used last first, of an agent, before a time, at most as many as asked',
    async (test) => {
      const threads = await open(test)
      for (const [index, id] of ['a', 'b', 'c'].entries())
        await threads.append({ id, agent: id === 'b' ? 'x' : 'y' }, [threadMessage(id, { at: index })])
      await threads.append({ id: 'a' }, [threadMessage('again', { at: 9 })])
      assert.deepEqual(await idsOf(threads.list({})), ['a', 'c', 'b'])
      assert.deepEqual(await idsOf(threads.list({ agent: 'y' })), ['a', 'c'])
      assert.deepEqual(await idsOf(threads.list({ before: 9 })), ['c', 'b'])
      assert.deepEqual(await idsOf(threads.list({ limit: 1 })), ['a'])
    },
  )

  suite.it('goes on after a thread among others that were used at the same time', async (test) => {
    const threads = await open(test)
    for (const id of ['a', 'b', 'c', 'd'])
      await threads.append({ id }, [threadMessage(id, { at: id === 'd' ? 2 : 1 })])
    const first = await threads.list({ limit: 2 })
    assert.deepEqual(await idsOf(first), ['d', 'c'])
    assert.deepEqual(await idsOf(threads.list({ before: { at: 1, id: 'c' } })), ['b', 'a'])
    assert.deepEqual(await idsOf(threads.list({ before: { at: 1, id: 'a' } })), [])
  })

  suite.it('finds threads by a part of their title or agent, and gives them another title', async (test) => {
    const threads = await open(test)
    await threads.append({ id: 'a', agent: 'helper', title: 'Plan 100% of the_trip' }, [threadMessage('a')])
    await threads.append({ id: 'b', agent: 'Traveller', title: '去东京的行程' }, [threadMessage('b')])
    await threads.append({ id: 'c', title: 'Plan 100 of the-trip' }, [threadMessage('c')])
    const found = async (words: string): Promise<string[]> =>
      (await idsOf(threads.list({ words }))).toSorted()
    assert.deepEqual(await found('pLAN'), ['a', 'c'])
    assert.deepEqual(await found('100%'), ['a'])
    assert.deepEqual(await found('the_'), ['a'])
    assert.deepEqual(await found('东京'), ['b'])
    assert.deepEqual(await found('travel'), ['b'])
    assert.deepEqual(await found(`'; drop table threads; --\\`), [])
    assert.deepEqual(await idsOf(threads.list({ words: 'plan', agent: 'helper' })), ['a'])
    const before = await threads.find('a')
    assert.equal(await threads.rename('a', '日本 \\ "2"'), true)
    assert.equal(await threads.rename('none', 'x'), false)
    assert.deepEqual(known(await threads.find('a')), known({ ...before, title: '日本 \\ "2"' } as never))
    await threads.append({ id: 'a', title: 'Another' }, [threadMessage('more')])
    assert.equal((await threads.find('a'))?.title, '日本 \\ "2"', 'what a person chose stays')
  })

  suite.it('keeps what models are shown of a thread, as long as the thread', async (test) => {
    const threads = await open(test)
    await threads.append({ id: 'a' }, [threadMessage('m')])
    assert.equal(await threads.view('a'), undefined)
    const view = {
      upTo: 'm',
      summary: 'It began.\n日本',
      messages: 1,
      cuts: { c: { head: 0, handle: 'res_1' } },
    }
    await threads.saveView('a', view)
    assert.deepEqual(known(await threads.view('a')), view)
    await threads.saveView('a', { ...view, summary: 'It went on.' })
    assert.equal((await threads.view('a'))?.summary, 'It went on.')
    await threads.saveView('none', view)
    assert.equal(await threads.view('none'), undefined)
    assert.equal(await threads.find('none'), undefined)
    await threads.remove('a')
    await threads.append({ id: 'a' }, [threadMessage('m')])
    assert.equal(await threads.view('a'), undefined)
  })

  suite.it('forgets a thread with everything said in it', async (test) => {
    const threads = await open(test)
    for (const id of ['a', 'b']) await threads.append({ id }, [threadMessage(id)])
    assert.equal(await threads.remove('a'), true)
    assert.equal(await threads.remove('a'), false)
    assert.deepEqual(await idsOf(threads.messages('a')), [])
    assert.deepEqual(await idsOf(threads.list({})), ['b'])
    await threads.append({ id: 'a' }, [threadMessage('new')])
    assert.deepEqual(
      (await threads.messages('a')).map(({ id, position }) => [id, position]),
      [['new', 1]],
    )
  })
}
