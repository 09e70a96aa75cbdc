import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ThreadMessage } from '../../../store/index.ts'
import { unpaired, userMessage } from '../../conformance/index.ts'
import { ContextView } from './context-view.ts'

const folding = { canRead: false }

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
    await view.fit(8000, { canRead: true, keep })
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

  it('says so where even that is too much', async () => {
    const view = new ContextView([userMessage('q', 'x'.repeat(100_000))])
    assert.equal(await view.fit(1000, folding), false)
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
