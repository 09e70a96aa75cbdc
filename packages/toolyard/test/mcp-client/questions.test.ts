import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { type ApprovalAnswer, type Approver, textOf } from '../../src/index.ts'
import { open, raw } from './support.ts'

type Asked = Parameters<NonNullable<Approver['question']>>[0]

/** Fills in the same values each time; what was asked is kept. */
const person = (values: Readonly<Record<string, unknown>>, asked: Asked[] = []): Approver => ({
  ask: () => Promise.resolve<ApprovalAnswer>({ decision: 'approve', by: 'tester' }),
  question(question) {
    asked.push(question)
    return Promise.resolve({ text: '', values, by: 'tester' })
  },
})
const answersOf = (text: string): unknown => JSON.parse(text)
const ada = { name: 'Ada', size: 'm', sure: true }

describe('a question of a server', () => {
  it('is one form with typed fields, and what is filled in reaches the server as data', async () => {
    const asked: Asked[] = []
    await using place = await open({ docs: raw() }, { approver: person(ada, asked), approvals: 'wait' })
    const result = await place.yard.call('docs__ask', {})
    assert.deepEqual(answersOf(textOf(result)), {
      action: 'accept',
      content: { name: 'Ada', size: 'm', sure: true, count: 3 },
    })
    assert.equal(asked.length, 1)
    assert.match(asked[0]?.text ?? '', /MCP server "docs" asks: Who are you\?/)
    assert.deepEqual(asked[0]?.form, {
      type: 'object',
      properties: {
        name: { title: 'Your name', type: 'string', minLength: 2 },
        size: {
          type: 'string',
          oneOf: [
            { const: 's', title: 'Small' },
            { const: 'm', title: 'Medium' },
          ],
          enumNames: true,
        },
        sure: { type: 'boolean' },
        count: { type: 'integer', default: 3 },
      },
      required: ['name', 'size', 'sure'],
    })
    const [item] = await place.yard.inbox.list({ status: 'answered' })
    assert.deepEqual(item?.values, { ...ada, count: 3 })
    assert.equal(item?.answer, 'Your name: Ada\nsize: Medium\nsure: yes\ncount: 3')
  })

  it('stays open where values do not fit, each told with its field', async () => {
    await using place = await open({ docs: raw() }, { approvals: 'wait' })
    const { yard } = place
    const call = yard.call('docs__ask', {})
    let [item] = await yard.inbox.list()
    while (!item) {
      await new Promise((resolve) => setTimeout(resolve, 10))
      ;[item] = await yard.inbox.list()
    }
    const { id } = item
    for (const [values, message] of [
      [{ ...ada, name: 'X' }, /"name" needs at least 2 characters/],
      [{ ...ada, size: 'Medium' }, /"size" must be one of "s", "m"/],
      [{ name: 'Ada', sure: 'yes' }, /"size" must be filled in; "sure" must be yes or no/],
      [{ ...ada, count: 1.5 }, /"count" must be a whole number/],
      [{ ...ada, nmae: 1 }, /"nmae" is no field of the form\. Did you mean "name"/],
    ] as const) {
      await assert.rejects(yard.inbox.answer(id, values, { by: 'me' }), {
        code: 'invalid_arguments',
        message,
      })
      assert.equal((await yard.inbox.find(id)).status, 'pending')
    }
    await assert.rejects(yard.inbox.answer(id, 'Ada', { by: 'me' }), { message: /is a form/ })
    await yard.inbox.answer(id, JSON.stringify(ada), { by: 'me' })
    assert.match(textOf(await call), /"accept"/)
  })

  it('is declined where the person declines', async () => {
    await using place = await open({ docs: raw() }, { approvals: 'wait' })
    const { yard } = place
    const call = yard.call('docs__ask', {})
    let [item] = await yard.inbox.list()
    while (!item) {
      await new Promise((resolve) => setTimeout(resolve, 10))
      ;[item] = await yard.inbox.list()
    }
    await yard.inbox.decline(item.id, { by: 'me', reason: 'not today' })
    assert.deepEqual(answersOf(textOf(await call)), { action: 'decline' })
    assert.equal((await yard.inbox.find(item.id)).status, 'rejected')
  })

  it('is declined where there is nobody to ask', async () => {
    await using place = await open({ docs: raw() })
    assert.deepEqual(answersOf(textOf(await place.yard.call('docs__ask', {}))), { action: 'decline' })
  })

  it('for a password is never asked', async () => {
    const asked: Asked[] = []
    const approver = person({ password: 'hunter2' }, asked)
    await using place = await open({ docs: raw() }, { approver, approvals: 'wait' })
    assert.deepEqual(answersOf(textOf(await place.yard.call('docs__ask_password', {}))), {
      action: 'decline',
    })
    const properties = { a: { type: 'string', title: 'Your pass\u200bword' } }
    const veiled = JSON.stringify({ type: 'object', properties })
    assert.match(textOf(await place.yard.call('docs__ask_form', { text: veiled })), /"decline"/)
    assert.deepEqual(asked, [])
  })

  it('with a form that is a trap is declined with a sentence, and nobody is asked', async () => {
    const asked: Asked[] = []
    await using place = await open({ docs: raw() }, { approver: person({}, asked), approvals: 'wait' })
    const fields = (properties: object): string => JSON.stringify({ type: 'object', properties })
    const many = (length: number): string[] => Array.from({ length }, (_, index) => `x${index}`)
    for (const [form, reason] of [
      [
        fields(Object.fromEntries(many(200).map((name) => [name, { type: 'string' }]))),
        /200 fields; at most 50/,
      ],
      [fields({ a: { type: 'string', enum: many(10_000) } }), /more than 500 choices/],
      [fields({ 'a\u202eb': { type: 'string' } }), /can't be named "a⟨U\+202E⟩b"/],
      [fields({ 'a\nb': { type: 'string' } }), /can't be named/],
    ] as const) {
      const said: string[] = []
      for await (const event of place.yard.stream('docs__ask_form', { text: form }))
        if (event.type === 'progress') said.push(event.message ?? '')
        else if (event.type === 'result') assert.match(textOf(event.result), /"decline"/, form.slice(0, 100))
      assert.match(said.join('\n'), reason)
    }
    assert.deepEqual(asked, [])
  })

  it('with words without end is shown bounded, in one row, with what is hidden', async () => {
    const asked: Asked[] = []
    await using place = await open(
      { docs: raw() },
      { approver: person({ a: 'x' }, asked), approvals: 'wait' },
    )
    const title = `T\u001b[2J\n${'t'.repeat(900_000)}`
    const form = JSON.stringify({ type: 'object', properties: { a: { type: 'string', title } } })
    const result = await place.yard.call('docs__ask_form', { text: form })
    assert.match(textOf(result), /"accept"/)
    const { title: shown = '' } = asked[0]?.form?.properties['a'] ?? {}
    assert.match(shown, /^T⟨U\+001B⟩\[2J t+… \(\d+ more characters\)$/)
    assert.ok(shown.length < 250)
  })

  it('that could be of two callers is answered by neither', async () => {
    const approver = person(ada)
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
      question: () =>
        new Promise((resolve) => setTimeout(() => resolve({ text: '', values: ada, by: 'tester' }), 400)),
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
