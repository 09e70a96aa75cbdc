/** How a server ends: what runs is finished, who waits for a person is let go, and nobody's request is lost. */
import assert from 'node:assert/strict'
import { Agent, request as httpRequest } from 'node:http'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AnyTool, defineTool, type ToolResult } from 'toolyard'
import { sendRaw } from './raw.ts'
import { echo, folderFor, note, openSite, type Refusal, type Site, until } from './support.ts'

/** Ends when it is told to. */
function gate(): { readonly tool: AnyTool; open: () => void; readonly begun: Promise<void> } {
  const [begun, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const tool = defineTool({
    name: 'gate',
    description: 'Waits.',
    permission: 'read',
    effects: 'none',
    async execute() {
      begun.resolve()
      await opened.promise
      return 'done'
    },
  })
  return { tool, open: opened.resolve, begun: begun.promise }
}

function ask(site: Site, path: string): Promise<{ status: number; head: string; body: string }> {
  const { port } = site.server
  return sendRaw(
    port,
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${site.token('admin')}\r\n\r\n`,
  )
}

describe('a server that ends', () => {
  it('lets go of a call that waits for approval at once; the request stays, and the call is taken up later', async (test) => {
    const workspace = await folderFor(test)
    const options = { workspace, database: 'sqlite:yard.db' }
    const first = await openSite(test, options)
    const body = { input: { text: 'x' }, callId: 'order-1' }
    const asked = first.json<ToolResult>('POST', '/api/tools/note/call', { body })
    const unnamed = first.json<ToolResult>('POST', '/api/tools/note/call', { body: { input: { text: 'y' } } })
    await until(async () => (await first.yard.inbox.list()).length === 2 || undefined, 'the requests')
    const startedAt = performance.now()
    const closed = first.server.close()
    const answers = await Promise.all([asked, unnamed])
    await closed
    assert.ok(performance.now() - startedAt < 5000, 'nobody waited for the whole drain')
    for (const { status, headers, body: result } of answers) {
      assert.deepEqual([status, result.status, result.error?.code], [503, 'pending', 'approval_pending'])
      assert.ok(Number(headers.get('retry-after')) >= 1)
    }
    assert.equal(answers[0].body.callId, 'order-1')
    const waiting = await first.yard.inbox.list()
    assert.deepEqual(
      waiting.map(({ status }) => status),
      ['pending', 'pending'],
    )
    for (const { id } of waiting) await first.yard.inbox.approve(id, { by: 'test' })
    await first.yard.close()

    const second = await openSite(test, options)
    const as = { token: first.token('admin') }
    const again = await second.json<ToolResult>('POST', '/api/tools/note/call', { as, body })
    assert.deepEqual([again.status, again.body.status], [200, 'ok'])
    const { callId } = answers[1].body
    const named = { input: { text: 'y' }, callId }
    const other = await second.json<ToolResult>('POST', '/api/tools/note/call', { as, body: named })
    assert.deepEqual([other.status, other.body.status, other.body.callId], [200, 'ok', callId])
  })

  it('ends a stream that waits for approval with its result', async (test) => {
    const site = await openSite(test)
    const response = await site.send('POST', '/api/tools/note/call', {
      body: { input: { text: 'x' } },
      headers: { accept: 'text/event-stream' },
    })
    assert.match(
      response.headers.get('x-toolyard-call') ?? '',
      /^call_/,
      'known before anything has happened',
    )
    await site.server.close()
    assert.match(await response.text(), /event: result\ndata: .*"status":"pending"/)
  })

  it('finishes what runs, answers new connections with 503, and tells /readyz so', async (test) => {
    const { tool, open, begun } = gate()
    const site = await openSite(test, { tools: [tool, echo] })
    const call = site.json<ToolResult>('POST', '/api/tools/gate/call', { body: {} })
    await begun
    const closed = site.server.close()
    const ready = await ask(site, '/readyz')
    assert.equal(ready.status, 503)
    assert.match(ready.head, /^Retry-After: \d/im)
    assert.match(ready.head, /^Connection: close/im)
    const info = await ask(site, '/api/info')
    assert.equal(info.status, 503)
    assert.equal((JSON.parse(info.body) as Refusal).error.code, 'closed')
    assert.match(info.head, /^Retry-After: \d/im)
    assert.equal((await ask(site, '/healthz')).status, 200)
    open()
    const { status, headers, body } = await call
    assert.deepEqual([status, body.status, headers.get('connection')], [200, 'ok', 'close'])
    await closed
    await assert.rejects(fetch(`${site.url}/healthz`))
  })

  it('resets no request, however many clients ask while it ends', async (test) => {
    for (let round = 0; round < 4; round++) {
      const site = await openSite(test, { tools: [echo, note] })
      const agent = new Agent({ keepAlive: true, maxSockets: 20 })
      test.after(() => agent.destroy())
      const outcomes = new Map<string, number>()
      const over = new AbortController()
      const client = async (usesAgent: boolean): Promise<void> => {
        while (!over.signal.aborted) {
          const outcome = await post(site, usesAgent ? agent : undefined)
          outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
          if (outcome === 'ECONNREFUSED') return
        }
      }
      const clients = Array.from({ length: 16 }, (_, index) => client(index % 2 === 0))
      await until(() => (outcomes.get('200') ?? 0) > 50 || undefined, 'answers')
      await sleep(20)
      await site.server.close()
      over.abort()
      await Promise.all(clients)
      const bad = [...outcomes].filter(([outcome]) => !['200', '503', 'ECONNREFUSED'].includes(outcome))
      assert.deepEqual(bad, [], `round ${round}: ${JSON.stringify([...outcomes])}`)
    }
  })
})

function post(site: Site, agent: Agent | undefined): Promise<string> {
  return new Promise((resolve) => {
    const request = httpRequest(
      `${site.url}/api/tools/echo/call`,
      {
        method: 'POST',
        agent: agent ?? false,
        headers: { authorization: `Bearer ${site.token('admin')}`, 'content-type': 'application/json' },
      },
      (response) => {
        response.resume()
        response.on('end', () => resolve(String(response.statusCode)))
        response.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
      },
    )
    request.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    request.end('{"input":{"text":"x"}}')
  })
}
