/** The providers' own clients, against a server on this machine: what they send is what the runtime gave them, typed and unchanged. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import Anthropic from '@anthropic-ai/sdk'
import { type Content, GoogleGenAI } from '@google/genai'
import OpenAI from 'openai'
import { createToolyard, defineTool } from 'toolyard'
import { z } from 'zod'

interface Vendor extends AsyncDisposable {
  readonly url: string
  /** Bodies of requests, in order. */
  readonly heard: Heard[]
}

type Item = Readonly<Record<string, unknown>>

/** What of a request is looked at, whichever the provider is. */
interface Heard {
  readonly tools?: unknown
  readonly messages?: readonly Item[]
  readonly input?: readonly Item[]
  readonly contents?: readonly Item[]
}

/** Answers every request with the same. */
async function openVendor(answer: object): Promise<Vendor> {
  const heard: Heard[] = []
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      heard.push(body as Heard)
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    heard,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function openYard() {
  return createToolyard({
    explanation: 'off',
    tools: [
      defineTool({
        name: 'add',
        description: 'Adds two numbers.',
        inputSchema: z.object({ a: z.number(), b: z.number() }),
        execute: ({ a, b }) => ({ sum: a + b }),
      }),
    ],
  })
}

const input = { a: 2, b: 3 }
const text = '{"sum":5}'
const squeezed = (value: unknown): string => String(value).replaceAll(/\s/g, '')

describe('a provider’s own client', () => {
  it('of OpenAI’s chat completions takes definitions and answers as they are', async () => {
    await using yard = await openYard()
    const call = { id: 'c1', type: 'function', function: { name: 'add', arguments: JSON.stringify(input) } }
    await using vendor = await openVendor({
      choices: [{ index: 0, message: { role: 'assistant', content: null, tool_calls: [call] } }],
    })
    const client = new OpenAI({ baseURL: vendor.url, apiKey: 'k', maxRetries: 0 })
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'Go.' }]
    const request = { model: 'm', messages, tools: yard.definitions('openai') }
    const message = (await client.chat.completions.create(request)).choices[0]?.message
    assert.ok(message)
    messages.push(message, ...(await yard.answer('openai', message.tool_calls)))
    await client.chat.completions.create(request)
    assert.deepEqual(vendor.heard[0]?.tools, yard.definitions())
    const said = vendor.heard[1]?.messages?.[2]
    assert.deepEqual([said?.['role'], said?.['tool_call_id']], ['tool', 'c1'])
    assert.equal(squeezed(said?.['content']), text)
  })

  it('of OpenAI’s responses takes definitions and answers as they are', async () => {
    await using yard = await openYard()
    const call = {
      id: 'f1',
      type: 'function_call',
      call_id: 'c1',
      name: 'add',
      arguments: JSON.stringify(input),
    }
    await using vendor = await openVendor({ object: 'response', output: [call] })
    const client = new OpenAI({ baseURL: vendor.url, apiKey: 'k', maxRetries: 0 })
    const items: OpenAI.Responses.ResponseInput = [{ role: 'user', content: 'Go.' }]
    const request = { model: 'm', input: items, tools: yard.definitions('openai-responses') }
    const { output } = await client.responses.create(request)
    const calls = output.filter((item) => item.type === 'function_call')
    items.push(...calls, ...(await yard.answer('openai-responses', calls)))
    await client.responses.create(request)
    assert.deepEqual(vendor.heard[0]?.tools, yard.definitions('openai-responses'))
    const said = vendor.heard[1]?.input?.[2]
    assert.deepEqual([said?.['type'], said?.['call_id']], ['function_call_output', 'c1'])
    assert.equal(squeezed(said?.['output']), text)
  })

  it('of Anthropic takes definitions and answers as they are', async () => {
    await using yard = await openYard()
    await using vendor = await openVendor({
      role: 'assistant',
      content: [
        { type: 'text', text: 'So.' },
        { type: 'tool_use', id: 't1', name: 'add', input },
      ],
    })
    const client = new Anthropic({ baseURL: vendor.url, apiKey: 'k', maxRetries: 0 })
    const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'Go.' }]
    const request = { model: 'm', max_tokens: 9, messages, tools: yard.definitions('anthropic') }
    const { content } = await client.messages.create(request)
    const calls = content.filter((block) => block.type === 'tool_use')
    messages.push({ role: 'assistant', content })
    messages.push({ role: 'user', content: await yard.answer('anthropic', calls) })
    await client.messages.create(request)
    assert.deepEqual(vendor.heard[0]?.tools, yard.definitions('anthropic'))
    const [said] = (vendor.heard[1]?.messages?.[2]?.['content'] ?? []) as Item[]
    assert.deepEqual([said?.['type'], said?.['tool_use_id']], ['tool_result', 't1'])
    assert.equal(squeezed(said?.['content']), text)
  })

  it('may change the definitions that it was given, for itself alone', async () => {
    await using yard = await openYard()
    const tools: Anthropic.Tool[] = yard.definitions('anthropic')
    for (const tool of tools) tool.cache_control = { type: 'ephemeral' }
    for (const tool of yard.definitions('openai')) tool.function.strict = false
    tools.pop()
    assert.deepEqual(
      yard.definitions('anthropic').map((tool) => Object.keys(tool)),
      [['name', 'description', 'input_schema']],
    )
    assert.equal(yard.definitions('openai')[0]?.function.strict, true)
  })

  it('of Gemini takes definitions and answers as they are', async () => {
    await using yard = await openYard()
    const part = { functionCall: { id: 'g1', name: 'add', args: input } }
    await using vendor = await openVendor({ candidates: [{ content: { role: 'model', parts: [part] } }] })
    const client = new GoogleGenAI({ apiKey: 'k', httpOptions: { baseUrl: vendor.url } })
    const contents: Content[] = [{ role: 'user', parts: [{ text: 'Go.' }] }]
    const config = { tools: [{ functionDeclarations: yard.definitions('gemini') }] }
    const { functionCalls } = await client.models.generateContent({ model: 'm', contents, config })
    contents.push({ role: 'model', parts: [part] })
    contents.push({ role: 'user', parts: await yard.answer('gemini', functionCalls) })
    await client.models.generateContent({ model: 'm', contents, config })
    assert.deepEqual(vendor.heard[0]?.tools, [{ functionDeclarations: yard.definitions('gemini') }])
    const [said] = (vendor.heard[1]?.contents?.[2]?.['parts'] ?? []) as Item[]
    assert.deepEqual(said, { functionResponse: { id: 'g1', name: 'add', response: { output: { sum: 5 } } } })
  })
})
