/** Calls over HTTP: one answer in JSON, whatever became of the call. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defineTool, type ToolResult } from 'toolyard'
import { openSite, type Refusal, sampleTools, until } from './support.ts'

describe('a call over HTTP', () => {
  it('answers the result with 200, and is in the journal with its door and its caller', async (test) => {
    const site = await openSite(test)
    const result = await site.call<ToolResult>(
      'echo',
      { text: 'hi' },
      { threadId: 't1', explanation: 'to see' },
    )
    assert.deepEqual([result.status, result.data], ['ok', { text: 'hi' }])
    const { items } = await site.get<{ items: Record<string, unknown>[] }>('/api/calls')
    assert.equal(items.length, 1)
    const { id, origin, principal, threadId, explanation, status } = items[0] ?? {}
    assert.deepEqual(
      { id, origin, principal, threadId, explanation, status },
      {
        id: result.callId,
        origin: 'http',
        principal: 'http:the admin',
        threadId: 't1',
        explanation: 'to see',
        status: 'ok',
      },
    )
  })

  it('takes the arguments as args under /execute', async (test) => {
    const site = await openSite(test)
    const { status, body } = await site.json<ToolResult>('POST', '/api/tools/echo/execute', {
      body: { args: { text: 'hi' } },
    })
    assert.deepEqual([status, body.data], [200, { text: 'hi' }])
  })

  it('answers 200 also where the tool fails, or the arguments are wrong', async (test) => {
    const site = await openSite(test)
    const broken = await site.call<ToolResult>('fail', {})
    assert.deepEqual([broken.status, broken.error?.code], ['error', 'tool_failed'])
    const wrong = await site.call<ToolResult>('echo', { txet: 'hi' })
    assert.deepEqual([wrong.status, wrong.error?.code], ['error', 'invalid_arguments'])
  })

  it('answers 404 with near names where there is no such tool, as JSON also where a stream was asked for', async (test) => {
    const site = await openSite(test)
    for (const headers of [{}, { accept: 'text/event-stream' }]) {
      const { status, body } = await site.json<Refusal>('POST', '/api/tools/ecko/call', { body: {}, headers })
      assert.deepEqual([status, body.error.code], [404, 'tool_not_found'])
      assert.match(body.error.hint ?? '', /echo/)
    }
  })

  it('is made once under one id, and refuses the id for another call with 409', async (test) => {
    let runs = 0
    const pay = defineTool({
      name: 'pay',
      description: 'Pays.',
      permission: 'write',
      effects: 'local_state',
      inputSchema: { amount: Number },
      execute: ({ amount }) => ({ amount, run: ++runs }),
    })
    const site = await openSite(test, { tools: [pay] })
    const first = await site.call<ToolResult>('pay', { amount: 1 }, { callId: 'order-1' })
    const again = await site.json<ToolResult>('POST', '/api/tools/pay/call', {
      body: { input: { amount: 1 } },
      headers: { 'idempotency-key': 'order-1' },
    })
    assert.deepEqual(again.body.data, first.data)
    assert.equal(runs, 1)
    const other = await site.json<Refusal>('POST', '/api/tools/pay/call', {
      body: { input: { amount: 2 }, callId: 'order-1' },
    })
    assert.deepEqual([other.status, other.body.error.code], [409, 'duplicate_call'])
    assert.equal(runs, 1)
  })

  it('is not made under a key that is too long to be kept', async (test) => {
    const site = await openSite(test)
    const { status } = await site.json<Refusal>('POST', '/api/tools/echo/call', {
      body: {},
      headers: { 'idempotency-key': 'x'.repeat(201) },
    })
    assert.equal(status, 400)
    assert.equal((await site.yard.calls()).length, 0)
  })

  it('refuses what is not part of a call, and says which part', async (test) => {
    const site = await openSite(test)
    const { status, body } = await site.json<Refusal>('POST', '/api/tools/echo/call', {
      body: { text: 'hi' },
    })
    assert.equal(status, 400)
    assert.match(body.error.message, /"text"/)
    assert.deepEqual(body.error.details, [{ path: 'body', message: 'Unrecognized key: "text"' }])
  })

  it('is cancelled when its connection is closed', async (test) => {
    const site = await openSite(test)
    const gone = new AbortController()
    const call = site.send('POST', '/api/tools/count/call', {
      body: { input: { to: 1_000_000 }, threadId: 't' },
      signal: gone.signal,
    })
    await until(() => site.yard.load.running === 1 || undefined, 'the call')
    gone.abort()
    await assert.rejects(call, { name: 'AbortError' })
    const ended = await until(async () => (await site.yard.calls())[0], 'its row')
    assert.equal(ended.status, 'cancelled')
  })

  it('goes on without its connection where it was asked to', async (test) => {
    const site = await openSite(test)
    const gone = new AbortController()
    const call = site.send('POST', '/api/tools/count/call?detach=1', {
      body: { input: { to: 50 } },
      signal: gone.signal,
    })
    await until(() => site.yard.load.running === 1 || undefined, 'the call')
    gone.abort()
    await assert.rejects(call, { name: 'AbortError' })
    const ended = await until(async () => (await site.yard.calls())[0], 'its row')
    assert.equal(ended.status, 'ok')
  })

  it('is cancelled by its id, once', async (test) => {
    const site = await openSite(test)
    const call = site.call<ToolResult>('count', { to: 1_000_000 }, { callId: 'long' })
    await until(() => site.yard.load.running === 1 || undefined, 'the call')
    assert.deepEqual((await site.json('DELETE', '/api/calls/long')).body, { cancelled: true })
    assert.equal((await call).status, 'cancelled')
    assert.deepEqual((await site.json('DELETE', '/api/calls/long')).body, { cancelled: false })
  })

  it('may answer data that JSON does not have', async (test) => {
    const big = defineTool({
      name: 'big',
      description: 'Gives a big number.',
      permission: 'read',
      effects: 'none',
      execute: () => ({ count: 12n }),
    })
    const site = await openSite(test, { tools: [big] })
    assert.deepEqual((await site.call<ToolResult>('big', {})).data, { count: '12' })
  })

  it('obeys policy and bindings as through every other door', async (test) => {
    const site = await openSite(test, { tools: sampleTools, policy: { deny: ['fail'] } })
    assert.equal((await site.call('fail', {})).status, 'denied')
    await site.json('POST', '/api/agents', { body: { name: 'helper', toolIds: ['echo'] } })
    assert.equal((await site.call('echo', { text: 'x' }, { agent: 'helper' })).status, 'ok')
    const foreign = await site.call<ToolResult>('count', { to: 1 }, { agent: 'helper' })
    assert.deepEqual([foreign.status, foreign.error?.code], ['error', 'tool_not_found'])
  })
})
