import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { MessagePart, ThreadMessage, ThreadView } from '../../../store/index.ts'
import { unpaired, userMessage } from '../../conformance/index.ts'
import { ContextView } from './context-view.ts'
import { listOf } from './left-out.ts'

const folding = {
  summarise: async (messages: readonly ThreadMessage[], earlier: string) => listOf(messages, earlier),
}

function step(index: number, length = 3500): ThreadMessage[] {
  const callId = `call_${index}`
  const text = `${index}: ${'x'.repeat(length)}`
  return [
    {
      id: `a${index}`,
      role: 'assistant',
      parts: [
        { type: 'text', text: `Step ${index}.` },
        { type: 'tool_call', callId, tool: index % 2 ? 'read' : 'list', input: { index } },
      ],
      at: index,
    },
    {
      id: `t${index}`,
      role: 'tool',
      parts: [
        {
          type: 'tool_result',
          callId,
          tool: index % 2 ? 'read' : 'list',
          status: 'ok',
          content: [{ type: 'text', text }],
        },
      ],
      at: index,
    },
  ]
}

function viewOf(steps: number, length?: number): ContextView {
  const history = Array.from({ length: steps }, (_, index) => step(index, length)).flat()
  return new ContextView([userMessage('q', 'Find the heron, please.'), ...history])
}

/** A question with a picture, and its answer. */
function withPicture(index: number, bytes = 1000): ThreadMessage[] {
  const image: MessagePart = {
    type: 'image',
    handle: `att_${index}`,
    name: `${index}.png`,
    mediaType: 'image/png',
    bytes,
    width: 2000,
    height: 2000,
  }
  return [
    { id: `q${index}`, role: 'user', parts: [{ type: 'text', text: 'And this?' }, image], at: index },
    { id: `a${index}`, role: 'assistant', parts: [{ type: 'text', text: 'A heron.' }], at: index },
  ]
}

const textsOf = (view: ContextView): string => JSON.stringify(view.messages)

describe('the view of a conversation', () => {
  it('is untouched while there is room', async () => {
    const view = viewOf(5)
    const before = [...view.messages]
    assert.equal(await view.fit(view.tokens, folding), true)
    assert.deepEqual(view.messages, before)
  })

  it('folds the oldest results to a line first, and leaves the newest and every call in place', async () => {
    const view = viewOf(10)
    const { length } = view.messages
    assert.equal(await view.fit(8000, folding), true)
    assert.equal(view.messages.length, length)
    assert.ok(view.tokens <= 8000)
    const texts = view.messages.map((message) => JSON.stringify(message))
    assert.match(
      texts[2] ?? '',
      /This result of list \(3,503 characters in all\) was left out.*Call the tool again/,
    )
    assert.match(texts.at(-1) ?? '', /9: xxx/)
  })

  it('names the handle where the model can read it, and asks for one where there is none', async () => {
    const view = viewOf(10)
    const kept: string[] = []
    const keep = async ({ text }: { text: string }): Promise<string> => `res_${kept.push(text)}`
    await view.fit(8000, { ...folding, keep })
    assert.match(textsOf(view), /read_result with the handle \\"res_1\\" shows it/)
    assert.match(kept[0] ?? '', /^0: xxx/)
  })

  it('does not fold a short result', async () => {
    const view = viewOf(200, 10)
    await view.fit(Math.floor(view.tokens * 0.9), folding)
    assert.doesNotMatch(textsOf(view), /This result of/)
  })

  it('then leaves out the beginning, tells what was in it, and never parts a call from its result', async () => {
    const view = viewOf(60, 300)
    assert.equal(await view.fit(3000, folding), true)
    assert.ok(view.tokens <= 3000)
    const [note] = view.messages
    const text = JSON.stringify(note)
    assert.equal(note?.role, 'user')
    assert.match(text, /The beginning of this conversation, \d+ messages, was left out/)
    assert.match(text, /Find the heron, please/)
    assert.match(text, /read ×\d+/)
    assert.deepEqual(unpaired(view.messages), [])
    assert.equal(view.messages[1]?.role, 'assistant')
    assert.match(JSON.stringify(view.messages.at(-1)), /59: xxx/)
  })

  it('keeps calls and results together however little room there is', async () => {
    for (let room = 1000; room < 4000; room += 37) {
      const view = viewOf(60, 300)
      assert.equal(await view.fit(room, folding), true, `${room}`)
      assert.deepEqual(unpaired(view.messages), [], `${room}`)
      assert.notEqual(view.messages[1]?.role, 'tool')
    }
  })

  it('is emptied far below the limit, so that the next steps change nothing', async () => {
    const view = viewOf(60, 300)
    await view.fit(3000, folding)
    const [note] = view.messages
    for (let index = 60; index < 65; index++) {
      for (const message of step(index, 300)) view.add(message)
      await view.fit(3000, folding)
      assert.equal(view.messages[0], note)
    }
  })

  it('adds up what was left out over a long run, within bounds', async () => {
    const view = viewOf(1)
    for (let index = 1; index < 2000; index++) {
      for (const message of step(index, 300)) view.add(message)
      assert.equal(await view.fit(4000, folding), true, `step ${index}`)
    }
    const text = JSON.stringify(view.messages[0])
    assert.match(text, /Find the heron/)
    const [, count] = /(\d+) messages, was left out/.exec(text) ?? []
    assert.equal(Number(count) + view.messages.length - 1, 4001, 'the note counts every message')
    assert.ok(text.length < 8000)
    assert.ok(view.messages.length < 200)
  })

  it('says the same of the same messages', async () => {
    const [one, other] = [viewOf(60, 300), viewOf(60, 300)]
    await one.fit(3000, folding)
    await other.fit(3000, folding)
    assert.deepEqual(one.messages, other.messages)
  })

  it('cuts even the newest result where nothing else is left', async () => {
    const view = viewOf(1, 100_000)
    assert.equal(await view.fit(2000, folding), true)
    assert.match(textsOf(view), /0: xxxx.*The rest of this result of list/)
    assert.deepEqual(unpaired(view.messages), [])
  })

  it('cuts a message that is longer than everything that there is room for', async () => {
    const view = new ContextView([userMessage('q', 'heron '.repeat(20_000)), userMessage('r', 'And now?')])
    assert.equal(await view.fit(1000, folding), true)
    assert.match(
      textsOf(view),
      /heron.*The rest of this message \(120,000 characters in all\) was left out.*read_thread.*And now\?/,
    )
  })

  for (const [count, length] of [
    [5, 50_000],
    [40, 50_000],
    [400, 400],
  ] as const)
    it(`fits with ${count} messages of ${length} characters that no model has seen yet, and keeps the last`, async () => {
      const history = Array.from({ length: count }, (_, index) =>
        userMessage(`m${index}`, `${index}: ${'x'.repeat(length)}`),
      )
      const view = new ContextView([...history, userMessage('last', 'And now?')])
      assert.equal(await view.fit(10_000, folding), true)
      assert.ok(view.tokens <= 10_000)
      assert.deepEqual(view.messages.at(-1), userMessage('last', 'And now?'))
      const again = new ContextView([...history, userMessage('last', 'And now?')], view.kept)
      assert.deepEqual(again.messages, view.messages)
    })

  it('is the same again where it is made from what was kept of it', async () => {
    for (const room of [1500, 3000, 8000]) {
      const history = [
        userMessage('q', 'Find the heron, please.'),
        ...Array.from({ length: 30 }, (_, index) => step(index, index % 3 === 0 ? 3000 : 300)).flat(),
      ]
      const view = new ContextView(history)
      let handles = 0
      await view.fit(room, { ...folding, keep: async () => `res_${++handles}` })
      const again = new ContextView(history, JSON.parse(JSON.stringify(view.kept)) as ThreadView)
      assert.deepEqual(again.messages, view.messages)
      const before = handles
      await again.fit(room, { ...folding, keep: async () => `res_${++handles}` })
      assert.equal(handles, before, 'nothing is kept twice')
      assert.equal(again.answers, 30)
    }
  })

  it('is whole where what was kept belongs to a message that is not there', () => {
    const history = [userMessage('q', 'Hello.')]
    const view = new ContextView(history, { upTo: 'gone', summary: 'x', messages: 3, cuts: {} })
    assert.deepEqual(view.messages, history)
  })

  it('has words in the place of older pictures, with their handles, and the newest as they are', async () => {
    const view = new ContextView([...withPicture(0), ...withPicture(1), ...withPicture(2)])
    const before = view.tokens
    assert.ok(before > 3 * 1600)
    assert.equal(await view.fit(4000, folding), true)
    const texts = view.messages.map((message) => JSON.stringify(message.parts))
    assert.match(texts[0] ?? '', /\[image \\"0\.png\\".*att_0; left out to save room\]/)
    assert.match(texts.at(-2) ?? '', /"type":"image","handle":"att_2"/)
    const history = [...withPicture(0), ...withPicture(1), ...withPicture(2)]
    const again = new ContextView(history, JSON.parse(JSON.stringify(view.kept)) as ThreadView)
    assert.deepEqual(again.messages, view.messages)
  })

  it('shows no more bytes and pictures at once than services take, the newest first', async () => {
    for (const [count, bytes, most] of [
      [10, 3_000_000, 4],
      [60, 1000, 20],
    ] as const) {
      const history = Array.from({ length: count }, (_, index) => withPicture(index, bytes)).flat()
      const view = new ContextView(history)
      assert.equal(await view.fit(1_000_000, folding), true)
      const shown = view.messages.flatMap(({ parts }) =>
        parts.flatMap((part) => (part.type === 'image' ? [part.handle] : [])),
      )
      assert.ok(shown.length > 0 && shown.length <= most, `${shown.length}`)
      assert.equal(shown.at(-1), `att_${count - 1}`)
      const [kept, { length }] = [view.kept, view.messages]
      for (const message of withPicture(count, 1000)) view.add(message)
      await view.fit(1_000_000, folding)
      assert.equal(view.kept, kept, 'the beginning stays the same for a while')
      assert.equal(view.messages.length, length + 2)
    }
  })

  it('counts pictures by their size, pages of documents, and texts by their length', () => {
    const sizeOf = (part: MessagePart): number =>
      new ContextView([{ id: 'm', role: 'user', parts: [part], at: 1 }]).tokens
    const facts = { name: 'x', mediaType: 'x', bytes: 35_000, handle: 'att' }
    const small = sizeOf({ type: 'image', ...facts, width: 300, height: 300 })
    const large = sizeOf({ type: 'image', ...facts, width: 8000, height: 8000 })
    assert.ok(small > 100 && small < 200 && large > 1500 && large < 1700)
    assert.ok(sizeOf({ type: 'file', ...facts, pages: 10 }) > 15_000)
    assert.ok(sizeOf({ type: 'file', ...facts }) >= 10_000)
    assert.ok(sizeOf({ type: 'file', name: 'x', mediaType: 'x', bytes: 1e9, path: 'a/b' }) < 50)
  })

  it('counts as the service counts, once the service has counted more', () => {
    const view = viewOf(3)
    const before = view.tokens
    view.learn(before, before * 2)
    assert.ok(Math.abs(view.tokens - before * 2) <= 2)
    view.learn(view.tokens, 1)
    assert.ok(Math.abs(view.tokens - before * 2) <= 2, 'never less careful')
    view.learn(1, 1_000_000)
    assert.ok(view.tokens <= before * 3 + 2)
  })
})
