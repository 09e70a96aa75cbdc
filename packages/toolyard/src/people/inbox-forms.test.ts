import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { type Ask, type AnyTool, choicesOf, defineTool, textOf } from '../define/index.ts'
import { createToolyard, type ToolService, type ToolyardOptions } from '../index.ts'

const asking = (execute: (ask: Ask) => Promise<unknown>): AnyTool =>
  defineTool({
    name: 'asker',
    description: 'Asks.',
    permission: 'read',
    effects: 'none',
    execute: async (_input, { ask }) => JSON.stringify(await execute(ask)),
  })
const open = (tool: AnyTool, more: ToolyardOptions = {}): Promise<ToolService> =>
  createToolyard({ approvals: 'wait', tools: [tool], ...more })
const pending = async (yard: ToolService, but = '') => {
  for (;;) {
    const item = (await yard.inbox.list()).find(({ id }) => id !== but)
    if (item) return item
    await sleep(5)
  }
}
const by = 'ann'

describe('a question with a schema', () => {
  it('answers what the schema makes of the form: typed, with defaults and transforms', async () => {
    const schema = z.object({
      name: z.string().transform((name) => name.toUpperCase()),
      count: z.int().min(1).default(2),
      size: z.enum(['s', 'm']),
    })
    const tool = asking(async (ask) => {
      const { name, count, size } = await ask({ question: 'What?', schema })
      const sum: number = count + 1
      const chosen: 's' | 'm' = size
      return [name satisfies string, sum, chosen]
    })
    await using yard = await open(tool)
    const call = yard.call('asker')
    const { id, form } = await pending(yard)
    assert.deepEqual(Object.keys(form?.properties ?? {}), ['name', 'count', 'size'])
    await yard.inbox.answer(id, { name: 'ada', size: 'm' }, { by })
    assert.equal(textOf(await call), '["ADA",3,"m"]')
    assert.deepEqual((await yard.inbox.find(id)).values, { name: 'ada', count: 2, size: 'm' })
  })

  it('takes JSON Schema and the short form too', async () => {
    const tool = asking(async (ask) => {
      const one = await ask({
        question: 'One?',
        schema: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
      })
      const two = await ask({ question: 'Two?', schema: { sure: Boolean } })
      return [one.n + 1, two.sure satisfies boolean]
    })
    await using yard = await open(tool)
    const call = yard.call('asker')
    const first = await pending(yard)
    await yard.inbox.answer(first.id, { n: 1 }, { by })
    await yard.inbox.answer((await pending(yard, first.id)).id, { sure: true }, { by })
    assert.equal(textOf(await call), '[2,true]')
  })

  it('is asked again, with the reason, where the schema wants more than a form can say', async () => {
    const schema = z
      .object({ a: z.string(), b: z.string() })
      .refine(({ a, b }) => a === b, 'both must be equal')
    await using yard = await open(asking((ask) => ask({ question: 'Twice?', schema })))
    const call = yard.call('asker')
    const first = await pending(yard)
    await yard.inbox.answer(first.id, { a: 'x', b: 'y' }, { by })
    const second = await pending(yard, first.id)
    assert.match(second.text, /^Twice\?\n\(The answer was not accepted: both must be equal\.\)$/)
    await yard.inbox.answer(second.id, { a: 'x', b: 'x' }, { by })
    assert.equal(textOf(await call), '{"a":"x","b":"x"}')
  })

  it('that is no form is refused, with what a form is', async () => {
    const schema = z.object({ user: z.object({ name: z.string() }) })
    await using yard = await open(asking((ask) => ask({ question: 'Who?', schema })))
    const { error } = await yard.call('asker')
    assert.equal(error?.code, 'invalid_definition')
    assert.match(
      error.message,
      /form that "asker" asks with can't have the field "user", which has "properties"/,
    )
    assert.match(error.hint ?? '', /flat object/)
  })

  it('ends with `rejected` where the person declines', async () => {
    await using yard = await open(asking((ask) => ask({ question: 'Who?', schema: { name: String } })))
    const call = yard.call('asker')
    const { id } = await pending(yard)
    await yard.inbox.decline(id, { by, reason: 'none of your business' })
    const { error } = await call
    assert.equal(error?.code, 'rejected')
    assert.match(error.message, /ann did not want to answer: none of your business/)
    await assert.rejects(yard.inbox.answer(id, { name: 'x' }, { by }), { code: 'approval_expired' })
  })

  it('shows no secrets in fields and choices, and tells the tool which one was chosen', async () => {
    const secret = 'hunter2-hunter2'
    const schema = {
      type: 'object',
      properties: {
        key: { type: 'string', title: `Not ${secret}`, enum: ['none', secret] },
        keys: { type: 'array', items: { type: 'string', enum: [secret] } },
        text: { type: 'string', default: secret },
      },
      required: ['key'],
    } as const
    await using yard = await open(
      asking(async (ask) => {
        const { key, keys, text } = await ask({ question: 'Which?', schema })
        return [key === secret, keys?.[0] === secret, text === secret]
      }),
      { secrets: ['PASS'], environment: { PASS: secret } },
    )
    const call = yard.call('asker')
    const { id, form } = await pending(yard)
    assert.doesNotMatch(JSON.stringify(form), /hunter2/)
    const key = form?.properties['key']
    const shown = (key && choicesOf(key))?.[1]?.const ?? ''
    await yard.inbox.answer(id, { key: shown, keys: [shown] }, { by })
    assert.equal(textOf(await call), '[true,true,true]')
  })

  it('can be hidden in no plain question: only a schema makes a form', async () => {
    const sly = {
      question: 'Name?',
      form: { type: 'object', properties: 'x'.repeat(1_000_000), required: [] },
    }
    await using yard = await open(asking((ask) => ask(sly)))
    const call = yard.call('asker')
    const { id, form } = await pending(yard)
    assert.equal(form, undefined)
    await yard.inbox.answer(id, 'Ada', { by })
    assert.equal(textOf(await call), '"Ada"')
  })
})
