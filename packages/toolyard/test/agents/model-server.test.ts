import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import Anthropic, { APIError } from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { startModelServer } from './model-server.ts'

const turn = {
  text: 'Let me look.',
  calls: [
    { tool: 'read', input: { path: 'a b.txt' } },
    { id: 'mine', tool: 'list' },
  ],
  usage: { input: 12, output: 5 },
}
const key = { apiKey: 'key', maxRetries: 0 }

describe('the model server, read by the vendors’ own clients', () => {
  it('speaks Anthropic Messages, streamed and whole', async () => {
    await using server = await startModelServer([{ reasoning: 'Hm, well.', ...turn }, turn])
    const client = new Anthropic({ baseURL: server.url, ...key })
    const request = { model: 'm', max_tokens: 9, messages: [{ role: 'user' as const, content: 'hello' }] }
    const streamed = await client.messages.stream(request).finalMessage()
    assert.deepEqual(
      streamed.content.map((block) => block.type),
      ['thinking', 'text', 'tool_use', 'tool_use'],
    )
    assert.deepEqual(streamed.content[2], {
      type: 'tool_use',
      id: 'call_1',
      name: 'read',
      input: { path: 'a b.txt' },
    })
    assert.equal(streamed.stop_reason, 'tool_use')
    assert.equal(streamed.usage.input_tokens, 12)
    const whole = await client.messages.create(request)
    assert.deepEqual(whole.content[0], { type: 'text', text: 'Let me look.' })
    assert.equal(server.requests[0]?.body['model'], 'm')
    assert.equal(server.requests[0]?.headers.authorization, 'Bearer key')
  })

  it('speaks OpenAI Chat Completions', async () => {
    await using server = await startModelServer([turn])
    const client = new OpenAI({ baseURL: `${server.url}/v1`, ...key })
    const stream = client.chat.completions.stream({
      model: 'm',
      messages: [{ role: 'user', content: 'hello' }],
      stream_options: { include_usage: true },
    })
    const { message, finish_reason: finish } = (await stream.finalChatCompletion()).choices[0] ?? {}
    assert.equal(finish, 'tool_calls')
    assert.equal(message?.content, 'Let me look.')
    assert.deepEqual(
      message?.tool_calls?.map(
        (call) => call.type === 'function' && [call.id, call.function.name, call.function.arguments],
      ),
      [
        ['call_1', 'read', '{"path":"a b.txt"}'],
        ['mine', 'list', '{}'],
      ],
    )
    assert.equal((await stream.totalUsage()).total_tokens, 17)
  })

  it('speaks OpenAI Responses', async () => {
    await using server = await startModelServer([{ reasoning: 'Hm, well.', ...turn }])
    const client = new OpenAI({ baseURL: `${server.url}/v1`, ...key })
    const response = await client.responses.stream({ model: 'm', input: 'hello' }).finalResponse()
    assert.equal(response.output_text, 'Let me look.')
    assert.deepEqual(
      response.output.map(({ type }) => type),
      ['reasoning', 'message', 'function_call', 'function_call'],
    )
    assert.equal(response.usage?.total_tokens, 17)
  })

  it('tells an error with its status and headers', async () => {
    await using server = await startModelServer([
      { status: 529, headers: { 'retry-after': '7' }, message: 'Overloaded' },
    ])
    const client = new Anthropic({ baseURL: server.url, ...key })
    await assert.rejects(
      client.messages.create({ model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'hello' }] }),
      (error) => {
        assert.ok(error instanceof APIError)
        assert.equal(error.status, 529)
        assert.equal((error.headers as Headers).get('retry-after'), '7')
        return true
      },
    )
  })

  it('cuts a stream, ends it early, fails in it, and keeps silent, as the turn says', async () => {
    await using server = await startModelServer([
      { text: 'one two three', cutAfter: 3 },
      { text: 'one two three', endAfter: 3 },
      { text: 'one two three', failAfter: 3 },
      { text: 'one two three', hangAfter: 3 },
    ])
    const ask = (signal?: AbortSignal): Promise<Response> =>
      fetch(`${server.url}/v1/messages`, {
        method: 'POST',
        body: JSON.stringify({ stream: true }),
        ...(signal && { signal }),
      })
    await assert.rejects((await ask()).text())
    assert.doesNotMatch(await (await ask()).text(), /message_stop/)
    assert.match(await (await ask()).text(), /overloaded_error/)
    const leaving = new AbortController()
    const reader = (await ask(leaving.signal)).body?.getReader()
    await reader?.read()
    leaving.abort()
    while (server.left < 2) await delay(5)
  })
})
