/** The handler itself: who is let in, under which path, and how it ends. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { describe, it, type TestContext } from 'node:test'
import { Hono } from 'hono'
import type { RequestNote } from 'toolyard/http'
import { eventsOf, until } from '../http/support.ts'
import { type Application, type ApplicationOptions, openApplication } from './application.ts'
import { listening } from './hosts.ts'

async function open(test: TestContext, options: ApplicationOptions = {}): Promise<Application> {
  const application = await openApplication(options)
  test.after(async () => {
    await application.handler[Symbol.asyncDispose]()
    await application.yard.close()
  })
  return application
}

/** A request that never goes over a wire. */
function ask(path: string, { user, ...init }: RequestInit & { user?: string } = {}): Request {
  const headers = new Headers(init.headers)
  if (user !== undefined) headers.set('cookie', `user=${user}`)
  if (init.body !== undefined) headers.set('content-type', 'application/json')
  return new Request(`http://app.example.com${path}`, { ...init, headers })
}

interface Refusal {
  readonly error: { readonly code: string; readonly message: string; readonly hint?: string }
}

const refusalOf = async (response: Response): Promise<Refusal['error']> =>
  ((await response.json()) as Refusal).error

const call = (text: string): RequestInit => ({ method: 'POST', body: JSON.stringify({ input: { text } }) })

describe('a mounted handler', () => {
  it('answers a request of the web form without a server', async (test) => {
    const { handler } = await open(test)
    const response = await handler.fetch(
      ask('/toolyard/api/tools/echo/call', { user: 'otto', ...call('hi') }),
    )
    assert.equal(response.status, 200)
    assert.equal(((await response.json()) as { data: unknown }).data, 'hi')
    const head = await handler.fetch(ask('/toolyard/api/tools', { user: 'vera', method: 'HEAD' }))
    assert.deepEqual([head.status, await head.text()], [200, ''])
    assert.ok(Number(head.headers.get('content-length')) > 100)
    const headOfStream = await handler.fetch(ask('/toolyard/api/events', { user: 'vera', method: 'HEAD' }))
    assert.deepEqual([headOfStream.status, await headOfStream.text()], [200, ''])
  })

  it('is under its base path alone, and says so', async (test) => {
    const { handler } = await open(test, { basePath: '/deep/er/' })
    const statusOf = async (path: string): Promise<number> => (await handler.fetch(ask(path))).status
    assert.deepEqual(
      await Promise.all(['/deep/er/healthz', '/healthz', '/deep/erhealthz', '/deep/healthz'].map(statusOf)),
      [200, 404, 404, 404],
    )
    assert.equal(
      (await refusalOf(await handler.fetch(ask('/healthz')))).hint,
      'See what there is at /deep/er/docs.',
    )
    const document = (await (await handler.fetch(ask('/deep/er/openapi.json'))).json()) as object
    assert.deepEqual((document as { servers: unknown }).servers, [{ url: '/deep/er' }])
    for (const basePath of ['toolyard', '/a//b', '/a/../b', '/a b', '/a?b', '//evil.example.com'])
      await assert.rejects(openApplication({ basePath }), { code: 'invalid_config' }, basePath)
  })

  it('asks the application for every request, with what its middleware has found', async (test) => {
    const known = new WeakMap<object, string>()
    const { handler } = await open(test, {
      authenticate: ({ original, method, url }) => {
        const name = known.get(original)
        return name === undefined ? undefined : { name: `${name} ${method} ${url}`, role: 'viewer' }
      },
    })
    const server = createServer((request, response) => {
      known.set(request, 'by Node')
      handler.listener(request, response)
    })
    const host = await listening(server)
    test.after(() => host.close())
    const app = new Hono()
    app.all('/toolyard/*', ({ req }) => {
      known.set(req.raw, 'by Hono')
      return handler.fetch(req.raw)
    })
    const path = '/toolyard/api/session?x=1'
    const names = [await fetch(host.url + path), await app.request(path)].map(
      async (response) => ((await response.json()) as { name: string }).name,
    )
    assert.deepEqual(await Promise.all(names), [`by Node GET ${path}`, `by Hono GET ${path}`])
    assert.equal((await handler.fetch(ask(path))).status, 401)
  })

  it('lets nobody in if the application fails or answers nonsense', async (test) => {
    const notes: RequestNote[] = []
    let answer: () => unknown = () => assert.fail()
    const { handler } = await open(test, {
      authenticate: () => answer() as undefined,
      log: (note) => notes.push(note),
    })
    const told = async (given: () => unknown): Promise<Refusal['error'] & { status: number }> => {
      answer = given
      const response = await handler.fetch(ask('/toolyard/api/tools'))
      return { status: response.status, ...(await refusalOf(response)) }
    }
    const failed = await told(() => {
      throw new Error('the password of the session store is hunter2')
    })
    assert.deepEqual([failed.status, failed.message], [500, 'the server failed'])
    assert.match(notes.at(-1)?.fault ?? '', /session store/)
    for (const [principal, message] of [
      [{ name: 'x', role: 'boss' }, /whose role is none of viewer/],
      [{ name: '', role: 'admin' }, /whose name is not one line/],
      [{ name: 'a\nb', role: 'admin' }, /whose name is not one line/],
      [{ name: 'x'.repeat(101), role: 'admin' }, /whose name is not one line/],
      [{ name: 7, role: 'admin' }, /whose name is not one line/],
      [{ name: 'x', role: 'agent' }, /without an agent/],
      [{ name: 'x', role: 'admin', agent: 'helper' }, /with an agent/],
    ] as const) {
      const refused = await told(() => principal)
      assert.equal(refused.status, 500)
      assert.match(refused.message, message)
    }
    assert.equal((await told(() => null)).status, 401)
  })

  it('lets a principal of the role agent speak for its agent alone', async (test) => {
    const { handler } = await open(test, {
      authenticate: ({ headers }) =>
        headers.get('x-agent') === null
          ? { name: 'root', role: 'admin' }
          : { name: 'bot', role: 'agent', agent: 'helper' },
    })
    for (const name of ['helper', 'other'])
      await handler.fetch(
        ask('/toolyard/api/agents', { method: 'POST', body: JSON.stringify({ name, toolIds: ['echo'] }) }),
      )
    const asAgent = async (agent: string): Promise<number> => {
      const body = JSON.stringify({ input: { text: 'hi' }, agent })
      const headers = { 'x-agent': '1' }
      return (await handler.fetch(ask('/toolyard/api/tools/echo/call', { method: 'POST', body, headers })))
        .status
    }
    assert.deepEqual([await asAgent('helper'), await asAgent('other')], [200, 403])
  })

  it('keeps tokens and sign-in where the application says nothing of its own', async (test) => {
    const token = 'a-token-of-at-least-32-characters-0123'
    const application = await openApplication({})
    test.after(() => application.yard.close())
    await application.handler.close(0)
    const { createHttpHandler } = await import('toolyard/http')
    await using handler = await createHttpHandler(application.yard, { basePath: '/toolyard', token })
    const signIn = (value: string): Promise<Response> =>
      handler.fetch(ask('/toolyard/api/session', { method: 'POST', body: JSON.stringify({ token: value }) }))
    const authorization = `Bearer ${token}`
    assert.equal((await handler.fetch(ask('/toolyard/api/tools'))).status, 401)
    assert.equal(
      (await handler.fetch(ask('/toolyard/api/tools', { headers: { authorization } }))).status,
      200,
    )
    assert.equal((await signIn('wrong')).status, 401)
    const cookie = (await signIn(token)).headers.get('set-cookie') ?? ''
    assert.match(cookie, /^toolyard_session_\w+=[\w-]+; HttpOnly; SameSite=Strict; Path=\/toolyard$/)
    const headers = { cookie: cookie.split(';')[0] ?? '' }
    assert.equal((await handler.fetch(ask('/toolyard/api/tools', { headers }))).status, 200)
    await assert.rejects(createHttpHandler(application.yard, { token: 'short' }), {
      message: /^token has 5 characters/,
    })
  })

  it('does not sign in or out for an application that does so itself', async (test) => {
    const { handler } = await open(test)
    const body = JSON.stringify({ token: 'x' })
    const response = await handler.fetch(ask('/toolyard/api/session', { user: 'root', method: 'POST', body }))
    assert.deepEqual([response.status, response.headers.get('allow')], [405, 'GET'])
  })

  it('refuses pages of other origins, and other names if it was told its own', async (test) => {
    const { handler } = await open(test)
    const told = await open(test, { allowedHosts: ['app.example.com'] })
    const statusOf = async (
      fetches: typeof handler.fetch,
      headers: Record<string, string>,
    ): Promise<number> => (await fetches(ask('/toolyard/api/tools', { user: 'vera', headers }))).status
    const both = (headers: Record<string, string>): Promise<number[]> =>
      Promise.all([statusOf(handler.fetch, headers), statusOf(told.handler.fetch, headers)])
    assert.deepEqual(await both({}), [200, 200])
    assert.deepEqual(await both({ origin: 'https://app.example.com' }), [200, 200])
    assert.deepEqual(await both({ origin: 'https://app.example.com:8443' }), [403, 200])
    assert.deepEqual(await both({ origin: 'https://evil.example.com' }), [403, 403])
    assert.deepEqual(await both({ origin: 'null' }), [403, 403])
    // A page whose name was made to point here.
    const rebound = { host: 'evil.example.com', origin: 'http://evil.example.com' }
    assert.deepEqual(await both(rebound), [200, 403])
    // A proxy that puts its own name in place of ours.
    assert.deepEqual(await both({ host: 'inner:3000', origin: 'https://app.example.com' }), [403, 403])
  })

  it('takes a name with a port for that port alone, also where it is the usual one', async (test) => {
    const { handler } = await open(test, { allowedHosts: ['box:80', 'safe:443', 'inner:3000'] })
    const statusOf = async (headers: Record<string, string>): Promise<number> =>
      (await handler.fetch(ask('/toolyard/api/tools', { user: 'vera', headers }))).status
    for (const host of ['box', 'box:80', 'safe', 'safe:443', 'inner:3000'])
      assert.equal(await statusOf({ host }), 200, host)
    for (const host of ['box:81', 'safe:80', 'inner', 'inner:80', 'other'])
      assert.equal(await statusOf({ host }), 403, host)
    assert.equal(await statusOf({ host: 'box', origin: 'http://box' }), 200)
    assert.equal(await statusOf({ host: 'box', origin: 'https://box' }), 403)
    assert.equal(await statusOf({ host: 'safe', origin: 'https://safe' }), 200)
  })

  it('ends its streams and takes no more requests once it is closed', async (test) => {
    const { handler } = await open(test)
    const stream = await handler.fetch(ask('/toolyard/api/events', { user: 'vera' }))
    const held = handler.fetch(
      ask('/toolyard/api/tools/note/call', { user: 'otto', ...call('never approved') }),
    )
    await until(async () => {
      const waiting = await handler.fetch(ask('/toolyard/api/approvals?status=pending', { user: 'vera' }))
      return ((await waiting.json()) as { items: unknown[] }).items[0]
    }, 'the request for an approval')
    const closing = handler.close()
    for await (const { type } of eventsOf(stream)) assert.equal(type, 'approval')
    assert.equal((await held).status, 503)
    await closing
    const late = await handler.fetch(ask('/toolyard/api/tools', { user: 'vera' }))
    assert.deepEqual([late.status, late.headers.get('retry-after')], [503, '1'])
  })

  it('gives up what still runs when its time to close is over', async (test) => {
    const { handler } = await open(test)
    const stream = await handler.fetch(
      ask('/toolyard/api/tools/tick/call', {
        user: 'otto',
        method: 'POST',
        body: '{}',
        headers: { accept: 'text/event-stream' },
      }),
    )
    const events = eventsOf(stream)
    assert.equal((await events.next()).value?.type, 'started')
    await handler.close(50)
    await assert.rejects(async () => {
      for await (const event of events) assert.ok(event)
    }, /the answer was given up/)
  })

  it('stands beside another one, each with users and tools of its own', async (test) => {
    const one = await open(test, { basePath: '/one' })
    const two = await open(test, { basePath: '/two', authenticate: () => ({ name: 'all', role: 'viewer' }) })
    const app = new Hono()
    app.all('/one/*', ({ req }) => one.handler.fetch(req.raw))
    app.all('/two/*', ({ req }) => two.handler.fetch(req.raw))
    const statusOf = async (path: string, init?: RequestInit): Promise<number> =>
      (await app.request(path, init)).status
    assert.deepEqual([await statusOf('/one/api/tools'), await statusOf('/two/api/tools')], [401, 200])
    const body = { ...call('hi'), headers: { cookie: 'user=otto', 'content-type': 'application/json' } }
    assert.deepEqual(
      [await statusOf('/one/api/tools/echo/call', body), await statusOf('/two/api/tools/echo/call', body)],
      [200, 403],
    )
    await one.handler.close()
    assert.deepEqual([await statusOf('/one/api/tools'), await statusOf('/two/api/tools')], [503, 200])
  })
})
