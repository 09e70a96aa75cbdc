/** Calls, runs, conversations and results belong to the token that made them, also among tokens of one agent. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { eventsOf, type Refusal, until } from '../http/support.ts'
import { call, type Caller, setUp } from './owners-ground.ts'

describe('two tokens of one agent', () => {
  it('neither see nor continue nor stop each other’s runs and conversations', async (test) => {
    const { site, first, second, other } = await setUp(test)
    const start = (as: Caller, more: object = {}) =>
      site.json<{ runId: string; threadId: string }>('POST', '/api/agents/helper/runs', {
        as,
        body: { prompt: 'Hello', ...more },
      })
    const own = await start(first)
    assert.equal(own.status, 202)
    const { runId, threadId } = own.body
    await until(async () => {
      const { status } = await site.get<{ status: string }>(`/api/runs/${runId}`, { as: first })
      return status === 'running' ? undefined : status
    }, 'the end of the run')
    const paths = [`/api/runs/${runId}`, `/api/threads/${threadId}/messages`]
    for (const path of paths) {
      assert.equal((await site.json('GET', path, { as: first })).status, 200, path)
      assert.equal((await site.json('GET', path, { as: second })).status, 404, path)
      assert.equal((await site.json('GET', path, { as: other })).status, 404, path)
      for (const as of ['viewer', 'operator', 'admin'] as const)
        assert.equal((await site.json('GET', path, { as })).status, 200, `${path} as ${as}`)
    }
    assert.equal((await site.json('GET', `/api/runs/${runId}/events`, { as: second })).status, 404)
    assert.equal((await site.json('DELETE', `/api/runs/${runId}`, { as: second })).status, 404)
    for (const path of ['/api/runs', '/api/conversations']) {
      assert.equal((await site.get<{ items: unknown[] }>(path, { as: first })).items.length, 1, path)
      assert.equal((await site.get<{ items: unknown[] }>(path, { as: second })).items.length, 0, path)
    }
    const same = await start(second, { threadId })
    const unknown = await start(second, { threadId: 'unknown' })
    assert.deepEqual([same.status, unknown.status], [202, 202])
    assert.notEqual(same.body.threadId, threadId)
    assert.equal(same.body.threadId.replace(threadId, 'unknown'), unknown.body.threadId)
    assert.equal((await start(first, { threadId })).status, 202)
  })

  it('begin different conversations under the same name, with and without a run', async (test) => {
    const { site, first, second } = await setUp(test)
    const start = async (as: Caller, threadId: string): Promise<string> => {
      const { status, body } = await site.json<{ threadId: string }>('POST', '/api/agents/helper/runs', {
        as,
        body: { prompt: 'Hello', threadId },
      })
      assert.equal(status, 202)
      return body.threadId
    }
    const mine = await start(first, 'plan')
    assert.notEqual(mine, await start(second, 'plan'))
    await until(async () => {
      const { items } = await site.get<{ items: { status: string }[] }>('/api/runs', { as: first })
      return items.every(({ status }) => status === 'done') || undefined
    }, 'the end of the run')
    assert.equal(await start(first, 'plan'), mine, 'gone on with under its short name')
    // A thread that people use for calls only is not one to begin a run in.
    assert.equal(
      (await call(site, { token: site.token('operator') }, { tool: 'tally', threadId: 'work' })).data,
      1,
    )
    assert.notEqual(await start(second, 'work'), 'work')
    for (const [as, wanted] of [
      [first, 1],
      [second, 1],
      [first, 2],
    ] as const)
      assert.equal((await call(site, as, { tool: 'tally', threadId: 'same' })).data, wanted)
  })

  it('see neither the calls nor the long results nor the streams of each other', async (test) => {
    const { site, first, second, other } = await setUp(test)
    const { callId, handle } = await call(site, first, { tool: 'long' })
    assert.equal((await site.json('GET', `/api/calls/${callId}`, { as: first })).status, 200)
    for (const as of [second, other]) {
      assert.equal((await site.json('GET', `/api/calls/${callId}`, { as })).status, 404)
      for (const query of ['', '?tool=long', '?agent=helper'])
        assert.deepEqual((await site.get<{ items: unknown[] }>(`/api/calls${query}`, { as })).items, [])
      const read = await call(site, as, { tool: 'read_result', input: { handle } })
      assert.equal(read.error?.code, 'not_found')
    }
    const [read] = (await call(site, first, { tool: 'read_result', input: { handle } })).content
    assert.match(read?.type === 'text' ? read.text : '', /^private/)
    assert.equal((await site.json('GET', `/api/results/${handle}`, { as: 'viewer' })).status, 200)

    const gone = new AbortController()
    const stream = await site.send('POST', '/api/tools/endless/call', {
      as: first,
      body: {},
      headers: { accept: 'text/event-stream' },
      signal: gone.signal,
    })
    const running = stream.headers.get('x-toolyard-call') ?? ''
    assert.match(running, /^call_/)
    assert.equal((await site.json('GET', `/api/calls/${running}/events`, { as: second })).status, 404)
    assert.deepEqual((await site.json('DELETE', `/api/calls/${running}`, { as: second })).body, {
      cancelled: false,
    })
    assert.deepEqual((await site.json('DELETE', `/api/calls/${running}`, { as: first })).body, {
      cancelled: true,
    })
    for await (const { type } of eventsOf(stream)) if (type === 'result') break
    gone.abort()
  })

  it('have sessions and states of their own over MCP, in both eras', async (test) => {
    const { site, first, second } = await setUp(test)
    const post = (as: Caller, body: object, headers: Record<string, string> = {}) =>
      site.send('POST', '/mcp', {
        as,
        body: { jsonrpc: '2.0', id: 1, ...body },
        headers: { accept: 'application/json, text/event-stream', ...headers },
      })
    const clientInfo = { name: 'client', version: '1' }
    const initialize = {
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
    }
    const begun = await post(first, initialize)
    const session = { 'mcp-session-id': begun.headers.get('mcp-session-id') ?? '' }
    const ping = { method: 'ping', params: {} }
    assert.equal((await post(first, ping, session)).status, 200)
    for (const as of [second, { token: site.token('admin') }])
      assert.equal((await post(as, ping, session)).status, 404)
    const tallyOf = async (as: Caller): Promise<string> => {
      const version = '2026-07-28'
      const response = await post(
        as,
        {
          method: 'tools/call',
          params: {
            name: 'tally',
            arguments: {},
            _meta: {
              'io.modelcontextprotocol/protocolVersion': version,
              'io.modelcontextprotocol/clientInfo': clientInfo,
              'io.modelcontextprotocol/clientCapabilities': {},
            },
          },
        },
        { 'mcp-protocol-version': version, 'mcp-method': 'tools/call', 'mcp-name': 'tally' },
      )
      return /"text":"(\d+)"/.exec(await response.text())?.[1] ?? ''
    }
    assert.deepEqual([await tallyOf(first), await tallyOf(first), await tallyOf(second)], ['1', '2', '1'])
    const principals = (await site.yard.calls({ tool: 'tally' })).map(({ principal }) => principal)
    assert.deepEqual(principals, ['http:second', 'http:first', 'http:first'])
  })

  it('can’t be made with one name', async (test) => {
    const { site } = await setUp(test)
    const { status, body } = await site.json<Refusal>('POST', '/api/tokens', {
      body: { name: 'first', role: 'agent', agent: 'helper' },
    })
    assert.deepEqual([status, body.error.code], [409, 'name_taken'])
  })
})

describe('ids of calls', () => {
  it('can’t be worked out from one another', async (test) => {
    const { site, first } = await setUp(test)
    const ids: string[] = []
    for (let count = 0; count < 20; count++) ids.push((await call(site, first, { tool: 'echo' })).callId)
    for (const [index, id] of ids.entries()) {
      const before = ids[index - 1] ?? ''
      let same = 0
      while (same < id.length && id[same] === before[same]) same++
      assert.ok(id.length - same >= 19, `${before} ${id}`)
    }
  })

  it('that a caller chose are its own: the same id of another is another call, with a row of its own', async (test) => {
    const { site, first, second } = await setUp(test)
    const admin = { token: site.token('admin') }
    const callId = 'order-1'
    const seen = new Set<unknown>()
    for (const as of [first, second, admin]) {
      const result = await call(site, as, { tool: 'pay', input: { amount: 1 }, callId })
      assert.deepEqual([result.status, result.callId], ['ok', callId])
      seen.add((result.data as { payment: number }).payment)
      const again = await call(site, as, { tool: 'pay', input: { amount: 1 }, callId })
      assert.deepEqual(again.data, result.data, 'made once for each of them')
      const story = await site.get<{ call: { principal: string } }>(`/api/calls/${callId}`, { as })
      assert.match(story.call.principal, /^http:/)
    }
    assert.equal(seen.size, 3)
    for (const as of [first, second, admin])
      assert.equal((await call(site, as, { tool: 'echo', callId: 'look' })).status, 'ok')
    assert.equal((await site.yard.calls({ tool: 'pay' })).length, 3)
    assert.equal((await site.yard.calls({ tool: 'echo' })).length, 3)
    assert.deepEqual((await site.yard.journal.verify())?.problems, [])
  })

  it('that look like another’s, or like the next ones, take nothing away', async (test) => {
    const { site, first } = await setUp(test)
    const admin = { token: site.token('admin') }
    const [{ callId: made }, marked] = [
      await call(site, admin, { tool: 'pay', input: { amount: 1 } }),
      async () => (await site.yard.calls({ tool: 'pay' }))[0]?.id ?? '',
    ]
    const taken = await call(site, first, { tool: 'pay', input: { amount: 2 }, callId: made })
    assert.equal(taken.status, 'ok')
    assert.notEqual(await marked(), made)
    await call(site, admin, { tool: 'pay', input: { amount: 3 }, callId: 'mine' })
    const inside = await marked()
    assert.match(inside, /^mine~/)
    const path = `/api/calls/${encodeURIComponent(inside)}`
    assert.equal((await site.json('GET', path, { as: first })).status, 404)
    const foreign = await call(site, first, { tool: 'pay', input: { amount: 4 }, callId: inside })
    assert.equal((foreign.data as { amount: number }).amount, 4)
    const own = await call(site, admin, { tool: 'pay', input: { amount: 3 }, callId: inside })
    assert.equal((own.data as { amount: number }).amount, 3, 'its caller may use the whole id as well')
  })
})
