import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createToolyard, defineTool, type PolicySpec, type Tool } from '../index.ts'
import { z } from 'zod'

const origin = (id: string) => ({ kind: 'url', id, access: 'read', isOrigin: true }) as const

/** Names the place that the conversation is at, which `go` changes; answers what policy says of another place. */
const traveller = defineTool({
  name: 'travel',
  description: 'Goes to places.',
  inputSchema: z.strictObject({ go: z.string().optional(), judge: z.string().optional() }),
  permission: 'external',
  effects: 'network',
  resources: ({ go }, { thread }) => {
    const at = thread?.existing?.('place') as { name: string } | undefined
    const name = go ?? at?.name
    return name === undefined ? [] : [origin(name)]
  },
  async execute({ go, judge }, context) {
    const at = await context.thread.own('place', () => ({ name: '' }))
    at.name = go ?? at.name
    return {
      at: at.name,
      named: context.resources?.map(({ id }) => id),
      said: judge === undefined ? undefined : context.request.judge?.([origin(judge)]),
    }
  },
}) as Tool

const yardWith = (policy: PolicySpec) => createToolyard({ tools: [traveller], policy })

describe('a call on what its conversation already touches', () => {
  it('is judged by where the conversation is, each by its own', async () => {
    await using yard = await yardWith({ deny: ['travel(https://b.example)'] })
    const call = (input: object, threadId: string) => yard.call('travel', input, { threadId })
    assert.deepEqual((await call({ go: 'https://a.example' }, 't')).data, {
      at: 'https://a.example',
      named: ['https://a.example'],
      said: undefined,
    })
    assert.equal((await call({ go: 'https://b.example' }, 't')).status, 'denied')
    assert.deepEqual((await call({}, 't')).data, {
      at: 'https://a.example',
      named: ['https://a.example'],
      said: undefined,
    })
    assert.deepEqual((await call({}, 'u')).data, { at: '', named: [], said: undefined })
  })

  it('is told what policy says of places that it did not name', async () => {
    await using yard = await yardWith({
      deny: ['travel(https://deny.example/**)'],
      ask: ['travel(https://ask.example)'],
    })
    const said = async (judge: string) =>
      (await yard.call('travel', { go: 'https://a.example', judge }, { threadId: 't' })).data
    const places = ['https://deny.example', 'https://ask.example', 'https://other.example']
    const answers = await Promise.all(places.map(said))
    assert.deepEqual(
      answers.map((data) => (data as { said: string }).said),
      ['deny', 'ask', 'allow'],
    )
  })
})
