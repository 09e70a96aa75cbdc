import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { resolve } from 'node:path'
import { describe, it } from 'node:test'
import { type Approver, textOf, type ToolEvent } from '../../src/index.ts'
import { readBody, serve, serveSdk } from './http-place.ts'
import { open, until } from './support.ts'

const agrees: Approver = {
  ask: () => Promise.resolve({ decision: 'approve', by: 'tester' }),
  question: ({ choices }) => Promise.resolve({ text: choices?.[0] ?? '{"sure":true}', by: 'tester' }),
}

describe('a server over HTTP', () => {
  for (const [era, legacy] of [
    ['2026-07-28', false],
    ['2025-11-25', true],
  ] as const) {
    it(`that speaks ${era} is spoken to in it`, async () => {
      await using server = await serveSdk({ legacy })
      await using place = await open({ web: { url: server.url } }, { network: { allow: [server.target] } })
      const { yard } = place
      assert.deepEqual(yard.problems, [])
      assert.equal(yard.mcp?.servers()[0]?.protocolVersion, era)
      assert.equal(textOf(await yard.call('web__echo', { text: 'x' })), 'echo x')
      const events: ToolEvent[] = []
      for await (const event of yard.stream('web__work', {})) events.push(event)
      assert.ok(events.some((event) => event.type === 'progress' && event.total === 5))
      const list = await yard.call('web__list', {})
      assert.deepEqual(legacy ? list.data : { result: list.data }, { result: [1, 2, 3] })
    })
  }

  it('in a private network is not reached without a grant, and says which', async () => {
    await using server = await serveSdk()
    await using place = await open({ web: { url: server.url } })
    assert.deepEqual(server.requests.length, 0)
    assert.match(
      place.yard.problems[0]?.reason ?? '',
      new RegExp(`MCP server "web".*${server.target} may not be reached`),
    )
  })

  it('gets the headers of its configuration, with references filled in', async () => {
    await using server = await serveSdk()
    await using place = await open(
      { web: { url: server.url, headers: { 'X-Tenant': 'ours', Authorization: 'Bearer ${WEB_TOKEN}' } } },
      {
        network: { allow: [server.target] },
        environment: { ...process.env, WEB_TOKEN: 'token-of-ours-12345' },
      },
    )
    assert.equal((await place.yard.call('web__echo', { text: 'x' })).status, 'ok')
    assert.ok(
      server.requests.every(
        ({ headers }) =>
          headers['x-tenant'] === 'ours' && headers.authorization === 'Bearer token-of-ours-12345',
      ),
    )
  })

  it('of the newer era tells of changes to those who listen', async () => {
    await using server = await serveSdk()
    await using place = await open({ web: { url: server.url } }, { network: { allow: [server.target] } })
    const { yard } = place
    await yard.call('web__change', {})
    await until(() => yard.registry.has('web__added'))
    await yard.syncTools()
    assert.equal((await yard.call('web__added', {})).error?.code, 'held')
  })

  it('of the newer era asks in its answer, and is called again with what was said', async () => {
    await using server = await serveSdk()
    const network = { allow: [server.target] }
    await using place = await open(
      { web: { url: server.url } },
      { network, approver: agrees, approvals: 'wait' },
    )
    assert.equal(textOf(await place.yard.call('web__deploy', {})), 'deployed: true')
    await using alone = await open({ web: { url: server.url } }, { network })
    assert.equal(textOf(await alone.yard.call('web__deploy', {})), 'nobody agreed')
  })

  it('of the newer era hears of a cancelled call', async () => {
    await using server = await serveSdk()
    await using place = await open({ web: { url: server.url } }, { network: { allow: [server.target] } })
    const stop = new AbortController()
    const call = place.yard.call('web__hang', {}, { signal: stop.signal })
    await until(() => server.requests.some(({ headers }) => headers['mcp-name'] === 'hang'))
    stop.abort()
    assert.equal((await call).status, 'cancelled')
    await until(() => server.shelf.extra)
  })

  it('of before 2025 is spoken to over its stream of events', async () => {
    let stream: ServerResponse | undefined
    const tools = [{ name: 'old', description: 'Old.', inputSchema: { type: 'object' } }]
    await using server = await serve(async (request, response): Promise<void> => {
      if (request.method === 'GET' && request.url === '/sse') {
        stream = response.writeHead(200, { 'content-type': 'text/event-stream' })
        return void stream.write('event: endpoint\ndata: /messages\n\n')
      }
      if (request.url !== '/messages') return void response.writeHead(405).end()
      const { id, method } = JSON.parse(await readBody(request)) as { id?: number; method: string }
      response.writeHead(202).end()
      const results: Record<string, object> = {
        initialize: {
          protocolVersion: '2024-11-05',
          capabilities: { tools: {} },
          serverInfo: { name: 'old', version: '1' },
        },
        'tools/list': { tools },
        'tools/call': { content: [{ type: 'text', text: 'still works' }] },
      }
      if (id !== undefined)
        stream?.write(
          `event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', id, result: results[method] })}\n\n`,
        )
    })
    await using place = await open(
      { web: { url: `${server.url}/sse` } },
      { network: { allow: [server.target] } },
    )
    assert.equal(
      textOf(await place.yard.call('web__old', {})),
      'still works',
      JSON.stringify(place.yard.problems),
    )
  })

  it('that has forgotten us is greeted anew, and the call is made', async () => {
    let session = 'first'
    const tools = [{ name: 'who', description: 'Who.', inputSchema: { type: 'object' } }]
    await using server = await serve(async (request, response): Promise<void> => {
      if (request.method !== 'POST') return void response.writeHead(405).end()
      const { id, method } = JSON.parse(await readBody(request)) as { id?: number; method: string }
      if (method === 'server/discover') return void response.writeHead(400).end()
      if (method !== 'initialize' && request.headers['mcp-session-id'] !== session)
        return void response.writeHead(404).end()
      if (id === undefined) return void response.writeHead(202).end()
      const results: Record<string, object> = {
        initialize: {
          protocolVersion: '2025-06-18',
          capabilities: { tools: {} },
          serverInfo: { name: 's', version: '1' },
        },
        'tools/list': { tools },
        'tools/call': { content: [{ type: 'text', text: session }] },
      }
      response.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': session })
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] }))
    })
    await using place = await open({ web: { url: server.url } }, { network: { allow: [server.target] } })
    const { yard } = place
    assert.equal(textOf(await yard.call('web__who', {})), 'first')
    session = 'second'
    assert.equal(textOf(await yard.call('web__who', {})), 'second')
    await yard.close()
    assert.equal(server.requests.at(-1)?.method, 'DELETE', 'it is told that it may forget us')
  })

  it('that answers one call with nonsense, or hangs up on it, spoils no other', async () => {
    const named = (name: string) => ({ name, description: `${name}.`, inputSchema: { type: 'object' } })
    await using server = await serve(async (request, response): Promise<void> => {
      if (request.method !== 'POST') return void response.writeHead(405).end()
      const { id, method, params } = JSON.parse(await readBody(request)) as {
        id?: number
        method: string
        params?: { name?: string }
      }
      if (method === 'server/discover') return void response.writeHead(400).end()
      if (id === undefined) return void response.writeHead(202).end()
      if (params?.name === 'hang_up') return void request.socket.destroy()
      if (params?.name === 'slow') await new Promise((done) => setTimeout(done, 300))
      const results: Record<string, object> = {
        initialize: {
          protocolVersion: '2025-06-18',
          capabilities: { tools: {} },
          serverInfo: { name: 's', version: '1' },
        },
        'tools/list': { tools: [named('odd'), named('slow'), named('hang_up')] },
        'tools/call':
          params?.name === 'odd' ? { nonsense: true } : { content: [{ type: 'text', text: 'done' }] },
      }
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] }))
    })
    await using place = await open({ web: { url: server.url } }, { network: { allow: [server.target] } })
    const [slow, odd, lost] = await place.yard.callMany(
      ['slow', 'odd', 'hang_up'].map((name) => ({ tool: `web__${name}`, input: {} })),
    )
    assert.deepEqual([slow?.status, odd?.status, lost?.status], ['ok', 'error', 'error'])
    assert.match(odd?.error?.message ?? '', /MCP server "web"/)
  })

  it('that answers without end, or with something else, is told so', async () => {
    const answers: Record<string, (response: ServerResponse) => void> = {
      endless: (response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        const more = (): void => {
          while (!response.destroyed && response.write('x'.repeat(65_536)));
          response.once('drain', more)
        }
        more()
      },
      page: (response) =>
        void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>'),
      broken: (response) => void response.writeHead(500).end('oops'),
    }
    for (const [kind, answer] of Object.entries(answers)) {
      await using server = await serve((_request, response) => answer(response))
      await using place = await open({ web: { url: server.url } }, { network: { allow: [server.target] } })
      assert.match(place.yard.problems[0]?.reason ?? '', /MCP server "web"/, kind)
      assert.equal(place.yard.mcp?.servers()[0]?.state, 'failed', kind)
    }
  })

  it('that is gone in the middle is told so, and is reached again when it is back', async () => {
    await using server = await serveSdk()
    let isGone = false
    await using front = await serve(async (request, response): Promise<void> => {
      if (isGone) return void request.socket.destroy()
      const body = await readBody(request)
      const answer = await fetch(`${server.url}${request.url}`, {
        method: request.method ?? 'GET',
        headers: { ...(request.headers as Record<string, string>), host: server.target },
        ...(body !== '' && { body }),
      })
      response.writeHead(answer.status, {
        'content-type': answer.headers.get('content-type') ?? 'text/plain',
      })
      response.end(Buffer.from(await answer.arrayBuffer()))
    })
    await using place = await open({ web: { url: front.url } }, { network: { allow: [front.target] } })
    const { yard } = place
    assert.equal((await yard.call('web__echo', { text: 'x' })).status, 'ok')
    isGone = true
    const lost = await yard.call('web__echo', { text: 'y' })
    assert.equal(lost.status, 'error')
    assert.match(lost.error?.message ?? '', /MCP server "web"/)
    isGone = false
    await until(async () => (await yard.call('web__echo', { text: String(Math.random()) })).status === 'ok')
  })
})

describe('a program that speaks the newer era', () => {
  it('is spoken to in it, and asks in its answers', async () => {
    const script = resolve(import.meta.dirname, 'fixtures/sdk-server.ts')
    await using place = await open(
      { local: { command: process.execPath, args: [script] } },
      { approver: agrees, approvals: 'wait' },
    )
    const { yard } = place
    assert.equal(yard.mcp?.servers()[0]?.protocolVersion, '2026-07-28')
    assert.equal(textOf(await yard.call('local__echo', { text: 'x' })), 'echo x')
    assert.equal(textOf(await yard.call('local__deploy', {})), 'deployed: true')
    const events: ToolEvent[] = []
    for await (const event of yard.stream('local__work', {})) events.push(event)
    assert.ok(events.some((event) => event.type === 'progress' && event.total === 5))
    assert.deepEqual((await yard.call('local__list', {})).data, [1, 2, 3])
    await yard.call('local__change', {})
    await until(() => yard.registry.has('local__added'))
  })
})
