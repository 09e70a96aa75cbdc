/** What the loop sends to each vendor, and what it makes of what comes back. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import {
  eventsOf,
  type HarnessOptions,
  type HarnessRun,
  prepareRun,
} from '../../src/agents/conformance/index.ts'
import { defineTool } from '../../src/define/index.ts'
import type { ThreadMessage } from '../../src/store/index.ts'
import { type ModelServer, type ModelTurn, startModelServer } from './model-server.ts'
import { openLoop, type VendorName } from './open-loop.ts'

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const look = (): object => ({
  content: [
    { type: 'text', text: 'a picture' },
    { type: 'image', data: pixel, mimeType: 'image/png' },
  ],
})
const fail = (): never => {
  throw new Error('no light')
}

interface Ran extends HarnessRun {
  readonly server: ModelServer
  /** What was sent in each request, by one of its keys. */
  readonly sent: (index: number, key: string) => unknown
}

async function runWith(
  test: TestContext,
  vendor: VendorName,
  { turns, ...options }: HarnessOptions & { readonly turns: readonly ModelTurn[] },
): Promise<Ran> {
  const { runner, model, server } = await openLoop(test, turns)
  const run = prepareRun(model(vendor), options)
  const last = (await eventsOf(runner, run)).at(-1)
  assert.equal(last?.type, 'done', JSON.stringify(last))
  return { ...run, server, sent: (index, key) => server.requests[index]?.body[key] }
}

/** Every object inside `value` that has this `type`. */
function ofType(value: unknown, type: string): Record<string, unknown>[] {
  if (Array.isArray(value)) return value.flatMap((item) => ofType(item, type))
  if (typeof value !== 'object' || value === null) return []
  const own = 'type' in value && value.type === type ? [value as Record<string, unknown>] : []
  return [...own, ...Object.values(value).flatMap((item) => ofType(item, type))]
}

const twoCalls: readonly ModelTurn[] = [
  { reasoning: 'I should look.', text: 'Let me see.', calls: [{ tool: 'look' }, { tool: 'fail' }] },
  { text: 'Dark.' },
]
const tools = { look, fail }

describe('the loop with Anthropic', () => {
  it('gives reasoning back with its signature, errors with their flag, images as images', async (test) => {
    const { sent, saved } = await runWith(test, 'anthropic', { turns: twoCalls, tools })
    const messages = sent(1, 'messages')
    assert.deepEqual(ofType(messages, 'thinking'), [
      { type: 'thinking', thinking: 'I should look.', signature: 'signature of 14' },
    ])
    const [picture, failure] = ofType(messages, 'tool_result')
    assert.deepEqual(ofType(picture, 'image')[0]?.['source'], {
      type: 'base64',
      media_type: 'image/png',
      data: pixel,
    })
    assert.equal(failure?.['is_error'], true)
    assert.match(JSON.stringify(failure), /no light/)
    assert.deepEqual(
      saved[0]?.parts.map(({ type }) => type),
      ['reasoning', 'text', 'tool_call', 'tool_call'],
    )
  })

  it('marks the system prompt and the last message for its cache', async (test) => {
    const { sent } = await runWith(test, 'anthropic', { turns: twoCalls, tools })
    const mark = { type: 'ephemeral' }
    assert.deepEqual(sent(1, 'system'), [{ type: 'text', text: 'You are a tester.', cache_control: mark }])
    const messages = sent(1, 'messages') as { content: { cache_control?: object }[] }[]
    assert.deepEqual(messages.at(-1)?.content.at(-1)?.cache_control, mark)
    assert.equal(ofType(messages, 'ephemeral').length, 1, 'one mark in the messages')
  })

  it('tells a call whose arguments were no JSON as an object', async (test) => {
    const { sent, calls } = await runWith(test, 'anthropic', {
      turns: [{ calls: [{ tool: 'look', raw: '{"text": ' }] }, { text: 'Oh.' }],
      tools,
    })
    assert.equal(calls[0]?.input, '{"text": ')
    assert.deepEqual(ofType(sent(1, 'messages'), 'tool_use')[0]?.['input'], { malformed: '{"text": ' })
  })
})

describe('the loop with OpenAI', () => {
  it('leaves nothing there, and sends reasoning back as it got it', async (test) => {
    const { sent } = await runWith(test, 'openai', { turns: twoCalls, tools })
    assert.equal(sent(0, 'store'), false)
    assert.deepEqual(sent(0, 'include'), ['reasoning.encrypted_content'])
    const [reasoning] = ofType(sent(1, 'input'), 'reasoning')
    assert.equal(reasoning?.['encrypted_content'], 'encrypted 14')
    assert.equal(ofType(sent(1, 'input'), 'item_reference').length, 0)
  })

  it('pairs calls and results, says of errors that they are, and sends images as images', async (test) => {
    const { sent } = await runWith(test, 'openai', { turns: twoCalls, tools })
    const calls = ofType(sent(1, 'input'), 'function_call').map((call) => call['call_id'])
    const outputs = ofType(sent(1, 'input'), 'function_call_output')
    assert.deepEqual(
      outputs.map((output) => output['call_id']),
      calls,
    )
    assert.match(String(ofType(outputs[0], 'input_image')[0]?.['image_url']), /^data:image\/png;base64,/)
    assert.match(String(outputs[1]?.['output']), /^(?:error|tool_failed)/i)
  })

  it('shows tools in strict form, and takes what strict form adds out of the arguments', async (test) => {
    const manifest = defineTool({
      name: 'files_find',
      description: 'Finds.',
      inputSchema: {
        type: 'object',
        properties: { path: { type: 'string' }, deep: { type: 'boolean' } },
        required: ['path'],
        additionalProperties: false,
      },
      execute: () => '',
    }).manifest
    const { runner, model, server } = await openLoop(test, (request, index) => {
      const [tool] = request.body['tools'] as { name: string; strict: boolean }[]
      assert.equal(tool?.strict, true)
      return index > 0
        ? { text: 'Found.' }
        : { calls: [{ tool: tool.name, input: { path: 'a', deep: null, explanation: null } }] }
    })
    const run = prepareRun(model('openai'), { tools: { files_find: () => 'here' } })
    const request = { ...run.request, tools: { ...run.request.tools, snapshot: async () => [manifest] } }
    await eventsOf(runner, { ...run, request })
    assert.deepEqual(
      run.calls.map(({ tool, input }) => [tool, input]),
      [['files_find', { path: 'a' }]],
    )
    assert.equal(server.requests.length, 2)
  })
})

describe('the loop with Google', () => {
  it('gives the signature of a call back with it, and errors as errors', async (test) => {
    const { sent } = await runWith(test, 'google', { turns: twoCalls, tools })
    const text = JSON.stringify(sent(1, 'contents'))
    assert.match(text, /"thoughtSignature":"c2lnbmVk"/)
    assert.match(text, /"error":"[^"]*no light/)
    assert.ok(text.includes(pixel))
  })
})

describe('the loop with a service that speaks Chat Completions', () => {
  it('says of errors that they are, and tells images in words', async (test) => {
    const { sent, server } = await runWith(test, 'local', { turns: twoCalls, tools })
    const messages = sent(1, 'messages') as { role: string; content: string }[]
    const results = messages.filter(({ role }) => role === 'tool').map(({ content }) => content)
    assert.match(results[0] ?? '', /a picture\n\[image: image\/png, \d+ bytes\]/)
    assert.match(results[1] ?? '', /^(?:error|tool_failed)/i)
    assert.equal(server.requests[0]?.headers.authorization, 'Bearer key-of-local-1234')
    assert.equal(sent(0, 'model'), 'some/model')
    assert.doesNotMatch(JSON.stringify(sent(0, 'tools')), /strict/, 'which not all of them know')
  })

  it('marks an error whose text does not say that it is one', async (test) => {
    const lost = (): object => ({ status: 'error', content: [{ type: 'text', text: 'no such file' }] })
    const turns = [{ calls: [{ tool: 'lost' }] }, { text: 'Oh.' }]
    for (const vendor of ['local', 'openai'] as const) {
      const { server } = await runWith(test, vendor, { turns, tools: { lost } })
      assert.match(JSON.stringify(server.requests[1]?.body), /"Error: no such file"/)
    }
  })
})

describe('the loop with a model of another provider package', () => {
  it('runs it as any other', async (test) => {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
    const server = await startModelServer(twoCalls)
    test.after(() => server[Symbol.asyncDispose]())
    const provider = createOpenAICompatible({ name: 'other', baseURL: `${server.url}/v1` })
    const { runner } = await openLoop(test, [], {
      models: { providers: { other: { create: (model) => provider(model) } } },
    })
    const last = (await eventsOf(runner, prepareRun('other/large', { tools }))).at(-1)
    assert.ok(last?.type === 'done', JSON.stringify(last))
    assert.equal(last.text, 'Dark.')
    assert.equal(server.requests[0]?.body['model'], 'large')
  })
})

describe('arguments that are nothing', () => {
  it('are an empty object', async (test) => {
    for (const vendor of ['openai', 'local', 'anthropic'] as const) {
      const calling = ['look', 'nobody'].map((tool) => ({ tool, raw: '' }))
      const turns = [{ calls: calling }, { text: 'Oh.' }]
      const { calls } = await runWith(test, vendor, { turns, tools })
      assert.deepEqual(
        calls.map(({ input }) => input),
        [{}, {}],
        vendor,
      )
    }
  })
})

describe('a thread that goes on with another vendor', () => {
  it('leaves the reasoning of the first one at home, and takes all else along', async (test) => {
    const first = await runWith(test, 'anthropic', { turns: twoCalls, tools })
    const history: ThreadMessage[] = [...first.request.history, ...first.saved]
    for (const vendor of ['openai', 'google', 'local'] as const) {
      const { server } = await runWith(test, vendor, { turns: [{ text: 'Yes.' }], tools, history })
      const body = JSON.stringify(server.requests[0]?.body)
      assert.doesNotMatch(body, /I should look|signature of/, vendor)
      assert.match(body, /Let me see/)
      assert.match(body, /no light/)
    }
  })
})

describe('settings of an agent', () => {
  it('reach the model', async (test) => {
    const settings = { temperature: 0.25, maxOutputTokens: 777 }
    const { sent } = await runWith(test, 'local', { turns: [{ text: 'Yes.' }], settings })
    assert.deepEqual([sent(0, 'temperature'), sent(0, 'max_tokens')], [0.25, 777])
  })

  it('are refused by name where they are wrong', async (test) => {
    const { runner, model } = await openLoop(test, [])
    for (const [setting, value] of [
      ['temperature', 'warm'],
      ['maxOutputTokens', 0],
      ['reasoning', 'hard'],
    ] as const) {
      const run = prepareRun(model('local'), { settings: { [setting]: value } })
      const last = (await eventsOf(runner, run)).at(-1)
      assert.ok(last?.type === 'error')
      assert.equal(last.error.code, 'invalid_config')
      assert.ok(last.error.message.includes(setting))
    }
  })
})
