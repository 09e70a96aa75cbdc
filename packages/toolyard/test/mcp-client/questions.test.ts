import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { type ApprovalAnswer, type Approver, textOf } from '../../src/index.ts'
import { open, raw } from './support.ts'

/** Answers by what the question holds; everything else is left to nobody. */
const person = (answers: Readonly<Record<string, string>>, asked: string[] = []): Approver => ({
  ask: () => Promise.resolve<ApprovalAnswer>({ decision: 'approve', by: 'tester' }),
  question({ text, choices }) {
    asked.push(`${text} [${choices?.join(', ') ?? ''}]`)
    const found = Object.entries(answers).find(([words]) => text.includes(words))
    return Promise.resolve(found && { text: found[1], by: 'tester' })
  },
})
const answersOf = (text: string): unknown => JSON.parse(text)

describe('a question of a server', () => {
  it('is asked field by field, with choices, and again where an answer does not fit', async () => {
    const asked: string[] = []
    let names = 0
    const approver: Approver = {
      ...person({ size: 'Medium', sure: 'yes', count: '' }, asked),
      question: (question, signal) => {
        if (question.text.includes('Your name'))
          return Promise.resolve({ text: names++ === 0 ? 'X' : 'Ada', by: 'tester' })
        return (
          person({ size: 'Medium', sure: 'yes', count: '' }, asked).question?.(question, signal) ??
          Promise.resolve(undefined)
        )
      },
    }
    await using place = await open({ docs: raw() }, { approver, approvals: 'wait' })
    const result = await place.yard.call('docs__ask', {})
    assert.deepEqual(answersOf(textOf(result)), {
      action: 'accept',
      content: { name: 'Ada', size: 'm', sure: true, count: 3 },
    })
    assert.equal(names, 2)
    assert.match(
      asked[0] ?? '',
      /MCP server "docs" asks: Who are you\?[\s\S]*size[\s\S]*\[Small, Medium, \(decline\)\]/,
    )
  })

  it('is declined where the person declines', async () => {
    const approver = person({ 'Your name': '(decline)' })
    await using place = await open({ docs: raw() }, { approver, approvals: 'wait' })
    assert.deepEqual(answersOf(textOf(await place.yard.call('docs__ask', {}))), { action: 'decline' })
  })

  it('is declined where there is nobody to ask', async () => {
    await using place = await open({ docs: raw() })
    assert.deepEqual(answersOf(textOf(await place.yard.call('docs__ask', {}))), { action: 'decline' })
  })

  it('for a password is never asked', async () => {
    const asked: string[] = []
    const approver = person({ '': 'hunter2' }, asked)
    await using place = await open({ docs: raw() }, { approver, approvals: 'wait' })
    assert.deepEqual(answersOf(textOf(await place.yard.call('docs__ask_password', {}))), {
      action: 'decline',
    })
    assert.deepEqual(asked, [])
  })

  it('that could be of two callers is answered by neither', async () => {
    const approver = person({ '': 'yes' })
    await using place = await open({ docs: raw() }, { approver, approvals: 'wait' })
    const { yard } = place
    const stop = new AbortController()
    const other = yard.call('docs__hang', {}, { principal: 'somebody else', signal: stop.signal })
    const result = await yard.call('docs__ask', {}, { principal: 'me' })
    assert.deepEqual(answersOf(textOf(result)), { action: 'decline' })
    stop.abort()
    await other
  })

  it('may take longer than the server may be silent', async () => {
    const slow: Approver = {
      ...person({}),
      question: ({ choices }) =>
        new Promise((resolve) =>
          setTimeout(() => resolve({ text: choices?.[0] ?? 'Ada', by: 'tester' }), 400),
        ),
    }
    await using place = await open(
      { docs: raw('plain', { timeoutMs: 300 }) },
      { approver: slow, approvals: 'wait' },
    )
    const result = await place.yard.call('docs__ask', {})
    assert.equal(result.status, 'ok', textOf(result))
  })
})

describe('a model for a server', () => {
  it('answers through the application, and only while a call runs', async () => {
    const seen: unknown[] = []
    await using place = await open(
      { docs: raw() },
      {
        sampling: (request, about) => {
          seen.push(request['messages'], about.server, about.tool)
          return Promise.resolve({ role: 'assistant', model: 'm', content: { type: 'text', text: 'Hello' } })
        },
      },
    )
    const answer = answersOf(textOf(await place.yard.call('docs__sample', {}))) as {
      content: { text: string }
    }
    assert.equal(answer.content.text, 'Hello')
    assert.deepEqual(seen, [
      [{ role: 'user', content: { type: 'text', text: 'Hi' } }],
      'docs',
      'docs__sample',
    ])
  })

  it('is not offered where the application has none', async () => {
    await using place = await open({ docs: raw() })
    assert.match(textOf(await place.yard.call('docs__sample', {})), /Method not found|not support/i)
  })
})

describe('the folders of a server', () => {
  it('are the workspace', async () => {
    await using place = await open({ docs: raw() })
    assert.deepEqual(answersOf(textOf(await place.yard.call('docs__roots', {}))), {
      roots: [{ uri: pathToFileURL(place.folder).href, name: 'workspace' }],
    })
  })
})
