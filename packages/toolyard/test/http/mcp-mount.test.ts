/** Where MCP is mounted: who comes in, on whose behalf, and how many streams there may be. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { openSite, type Refusal, type Site } from './support.ts'

/** A door that only tells what reached it. */
async function openMcp(test: TestContext, mostStreams = 256): Promise<Site> {
  return openSite(test, {
    server: {
      mostStreams,
      mcp: ({ hosts, agent }) => ({
        fetch: async (request) =>
          request.method === 'GET'
            ? new Response(
                new ReadableStream({
                  start: (stream) => stream.enqueue(new TextEncoder().encode('event: hello\n\n')),
                }),
                {
                  headers: { 'content-type': 'text/event-stream' },
                },
              )
            : Response.json({ hosts, agent: agent(request) ?? null, body: await request.text() }),
        close: async () => {},
      }),
    },
  })
}

interface Told {
  readonly hosts: string[]
  readonly agent: string | null
  readonly body: string
}

describe('MCP over HTTP', () => {
  it('is reached with a token, on behalf of nobody or of the agent in its address', async (test) => {
    const site = await openMcp(test)
    await site.json('POST', '/api/agents', { body: { name: 'helper', toolIds: ['echo'] } })
    const { id } = await site.get<{ id: string }>('/api/agents/helper')
    const plain = await site.json<Told>('POST', '/mcp', { body: { hello: 1 } })
    assert.deepEqual([plain.status, plain.body.agent, plain.body.body], [200, null, '{"hello":1}'])
    assert.ok(plain.body.hosts.includes(`127.0.0.1:${site.server.port}`))
    for (const path of ['/mcp/agents/helper', `/mcp/agents/${id}`])
      assert.equal((await site.json<Told>('POST', path, { body: {} })).body.agent, 'helper')
    assert.equal((await site.json('POST', '/mcp/agents/nobody', { body: {} })).status, 404)
  })

  it('is closed to those without a token, to viewers, to other sites and to other agents', async (test) => {
    const site = await openMcp(test)
    for (const name of ['helper', 'other']) await site.json('POST', '/api/agents', { body: { name } })
    const made = await site.json<{ value: string }>('POST', '/api/tokens', {
      body: { name: 'h', role: 'agent', agent: 'helper' },
    })
    const as = { token: made.body.value }
    const post = async (path: string, options: object): Promise<number> =>
      (await site.json<Refusal>('POST', path, { body: {}, ...options })).status
    assert.equal(await post('/mcp', { as: 'nobody' }), 401)
    assert.equal(await post('/mcp', { as: 'viewer' }), 403)
    assert.equal(await post('/mcp', { headers: { origin: 'https://evil.example.com' } }), 403)
    assert.equal(await post('/mcp/agents/other', { as }), 403)
    assert.equal((await site.json<Told>('POST', '/mcp', { as, body: {} })).body.agent, 'helper')
    assert.equal((await site.json<Told>('POST', '/mcp/agents/helper', { as, body: {} })).body.agent, 'helper')
    assert.equal(await post('/mcp/elsewhere', {}), 404)
  })

  it('has its streams counted: a thousand of them leave room for everything else', async (test) => {
    const site = await openMcp(test, 20)
    const gone = new AbortController()
    test.after(() => gone.abort())
    const open = (): Promise<Response> => site.send('GET', '/mcp', { signal: gone.signal })
    const statuses = await Promise.all(
      Array.from({ length: 1000 }, async () => {
        const response = await open()
        if (response.status !== 200) await response.text()
        return response.status
      }),
    )
    assert.equal(statuses.filter((status) => status === 200).length, 20)
    assert.equal(statuses.filter((status) => status === 503).length, 980)
    assert.equal((await site.call('echo', {})).status, 'ok')
  })
})
