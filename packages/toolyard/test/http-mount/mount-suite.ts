/** What holds in every application that mounts Toolyard, over HTTP alone: the application may be another process. */
import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { eventsOf, until } from '../http/support.ts'
import { basePath } from './application.ts'

export type User = 'vera' | 'otto' | 'anna' | 'root'

interface VisitOptions extends Omit<RequestInit, 'body'> {
  /** JSON, or what should be. */
  readonly body?: unknown
}

/** Requests of a user of the application. */
export class Visitor {
  readonly #url: string
  readonly #user: User | undefined

  constructor(url: string, user?: User) {
    this.#url = url
    this.#user = user
  }

  send(method: string, path: string, { body, ...more }: VisitOptions = {}): Promise<Response> {
    return fetch(`${this.#url}${path}`, {
      method,
      ...more,
      headers: {
        ...(this.#user && { cookie: `theme=dark; user=${this.#user}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(more.headers as Record<string, string> | undefined),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  }

  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the test says what it expects
  async json<T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; body: T }> {
    const response = await this.send(method, path, body === undefined ? {} : { body })
    return { status: response.status, body: (await response.json()) as T }
  }
}

interface Result {
  readonly status: string
  readonly data?: unknown
}

/** Visitors of the application: it itself, and what is mounted in it. */
interface Stage {
  readonly url: string
  visit(this: void, user?: User): Visitor
}

type Check = (stage: Stage) => Promise<void>

const staysApart: Check = async ({ url }) => {
  const app = new Visitor(url)
  assert.equal(await (await app.send('GET', '/hello')).text(), 'hello')
  assert.equal((await app.send('GET', '/api/tools')).status, 404)
  assert.equal((await app.send('GET', `${basePath}x/healthz`)).status, 404)
}

const approves: Check = async ({ visit }) => {
  const [otto, anna] = [visit('otto'), visit('anna')]
  const called = otto.json<Result>('POST', '/api/tools/note/call', { input: { text: 'milk' } })
  const { id, principal, digest } = await until(async () => {
    const { body } = await anna.json<{ items: { id: string; principal: string; digest: string }[] }>(
      'GET',
      '/api/approvals?status=pending',
    )
    return body.items[0]
  }, 'the request for an approval')
  assert.equal(principal, 'http:otto')
  assert.equal((await otto.json('POST', `/api/approvals/${id}/approve`, { digest })).status, 403)
  assert.equal((await anna.json('POST', `/api/approvals/${id}/approve`, { digest })).status, 200)
  const { status, body } = await called
  assert.deepEqual([status, body.status, body.data], [200, 'ok', 'noted: milk'])
}

const refuses: Check = async ({ visit }) => {
  const [nobody, vera] = [visit(), visit('vera')]
  const call = { input: { text: 'hi' } }
  assert.equal((await nobody.json('GET', '/api/tools')).status, 401)
  assert.equal((await nobody.json('POST', '/api/tools/echo/call', call)).status, 401)
  assert.equal((await nobody.send('POST', '/mcp', { body: {} })).status, 401)
  assert.equal((await vera.json('GET', '/api/tools')).status, 200)
  assert.equal((await vera.json('POST', '/api/tools/echo/call', call)).status, 403)
  assert.equal((await vera.json('GET', '/api/tokens')).status, 403)
  assert.equal((await nobody.json('GET', '/healthz')).status, 200)
}

const streamsEvents: Check = async ({ visit }) => {
  const [vera, otto] = [visit('vera'), visit('otto')]
  const gone = new AbortController()
  const response = await vera.send('GET', '/api/events?topics=calls', { signal: gone.signal })
  assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/)
  await otto.json('POST', '/api/tools/echo/call', { input: { text: 'hi' } })
  const { value } = await eventsOf(response).next()
  assert.equal(value?.type, 'call')
  assert.equal(value?.data['href'], `${basePath}/api/calls/${String(value?.data['id'])}`)
  gone.abort()
  await until(
    async () =>
      /^toolyard_event_streams 0$/m.test(await (await vera.send('GET', '/metrics')).text()) || undefined,
    'the end of the stream',
  )
}

const endsCalls: Check = async ({ visit }) => {
  const otto = visit('otto')
  const gone = new AbortController()
  const response = await otto.send('POST', '/api/tools/tick/call', {
    body: {},
    headers: { accept: 'text/event-stream' },
    signal: gone.signal,
  })
  const callId = response.headers.get('x-toolyard-call') ?? ''
  const events = eventsOf(response)
  for (let chunks = 0; chunks < 3;) if ((await events.next()).value?.type === 'chunk') chunks++
  gone.abort()
  const status = await until(async () => {
    const { body } = await otto.json<{ call?: { status: string } }>('GET', `/api/calls/${callId}`)
    return body.call?.status === 'running' ? undefined : body.call?.status
  }, 'the end of the call')
  assert.equal(status, 'cancelled')
}

const keepsLimits: Check = async ({ visit }) => {
  const otto = visit('otto')
  const large = { input: { text: 'x'.repeat(1_100_000) } }
  assert.equal((await otto.json('POST', '/api/tools/echo/call', large)).status, 413)
  const headers = { origin: 'https://evil.example.com' }
  assert.equal((await otto.send('POST', '/api/tools/echo/call', { body: {}, headers })).status, 403)
  assert.equal((await otto.send('POST', '/mcp', { body: {}, headers })).status, 403)
}

const servesMcp: Check = async ({ url }) => {
  const address = new URL(`${url}${basePath}/mcp`)
  for (const mode of ['legacy', 'auto'] as const) {
    const client = new Client({ name: 'tester', version: '1' }, { versionNegotiation: { mode } })
    await client.connect(
      new StreamableHTTPClientTransport(address, { requestInit: { headers: { cookie: 'user=otto' } } }),
    )
    const { tools } = await client.listTools()
    assert.deepEqual(tools.map(({ name }) => name).toSorted(), ['echo', 'note', 'tick'])
    const { content } = await client.callTool({ name: 'echo', arguments: { text: 'over MCP' } })
    assert.deepEqual(content, [{ type: 'text', text: 'over MCP' }])
    await client.close()
  }
}

const checks: Readonly<Record<string, Check>> = {
  'leaves the rest of the application alone': staysApart,
  'runs a call once a person has approved it': approves,
  'refuses who is not signed in, and who lacks the role': refuses,
  'streams what happens until the client leaves': streamsEvents,
  'ends a streamed call when its client leaves': endsCalls,
  'takes no body that is too large, and no page of another site': keepsLimits,
  'serves MCP under the path': servesMcp,
}

/** `open` answers the address of the application. */
export function mountSuite(open: (test: TestContext) => Promise<string>): void {
  for (const [title, check] of Object.entries(checks))
    it(title, async (test) => {
      const url = await open(test)
      await check({ url, visit: (user) => new Visitor(url + basePath, user) })
    })
}
