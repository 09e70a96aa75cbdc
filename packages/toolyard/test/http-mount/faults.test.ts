/** What goes wrong around a mounted handler, in the client or in the application, stays with that one request. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { connect, createServer as createHttp2Server } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { defineTool } from 'toolyard'
import type { RequestNote } from 'toolyard/http'
import { BodyRoom } from '../../src/serve/http/body-room.ts'
import { createFetchExchange } from '../../src/serve/http/fetch-exchange.ts'
import { readBody } from '../../src/serve/http/read-body.ts'
import { until } from '../http/support.ts'
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

const address = 'http://app.example.com/toolyard'
const headers = { cookie: 'user=otto', 'content-type': 'application/json' }
const post = (body: unknown, more: RequestInit = {}): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers,
  ...more,
})

describe('the id of a call as a stream', () => {
  it('may hold characters that no header can, while the call waits for a person as well', async (test) => {
    const { handler, yard } = await open(test)
    for (const callId of ['чек №1', 'a\nSet-Cookie: b=c', 'x\u0000', '\ud800']) {
      const leave = new AbortController()
      const stream = await handler.fetch(
        new Request(
          `${address}/api/tools/note/call`,
          post(
            { input: { text: 'hi' }, callId },
            { headers: { ...headers, accept: 'text/event-stream' }, signal: leave.signal },
          ),
        ),
      )
      assert.equal(stream.status, 200)
      assert.equal(
        stream.headers.get('x-toolyard-call'),
        encodeURIComponent(callId.toWellFormed()),
        JSON.stringify(callId),
      )
      leave.abort()
      await until(() => Promise.resolve(yard.journal.load.running === 0), 'the end of the call')
    }
  })

  it('is told by Node as well', async (test) => {
    const { handler } = await open(test)
    const host = await listening(createServer(handler.listener))
    test.after(() => host.close())
    const body = { input: { text: 'hi' }, callId: 'чек' }
    const stream = await fetch(
      `${host.url}/toolyard/api/tools/echo/call`,
      post(body, { headers: { ...headers, accept: 'text/event-stream' } }),
    )
    assert.equal(stream.headers.get('x-toolyard-call'), encodeURIComponent('чек'))
    assert.match(await stream.text(), /event: result/)
  })
})

describe('a client that leaves', () => {
  it('before the application knows who it is has started nothing', async (test) => {
    let runs = 0
    const count = defineTool({
      name: 'count',
      description: 'Counts its calls.',
      permission: 'write',
      effects: 'local_state',
      execute: () => `${++runs}`,
    })
    const asked = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<void>()
    const notes: RequestNote[] = []
    const { handler } = await open(test, {
      yard: { tools: [count] },
      authenticate: async () => {
        asked.resolve()
        await answer.promise
        return { name: 'otto', role: 'operator' }
      },
      log: (note) => notes.push(note),
    })
    const leave = new AbortController()
    const answered = handler.fetch(
      new Request(`${address}/api/tools/count/call`, { method: 'POST', headers, signal: leave.signal }),
    )
    await asked.promise
    leave.abort()
    assert.equal((await answered).status, 499)
    answer.resolve()
    await until(() => Promise.resolve(notes.length === 1), 'the note of the request')
    assert.equal(runs, 0)
  })

  it('in the middle of a body is not waited for, and its room is free again', async (test) => {
    const notes: RequestNote[] = []
    const { handler } = await open(test, { log: (note) => notes.push(note) })
    const leave = new AbortController()
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(Buffer.from('{"input":')),
    })
    const request = new Request(`${address}/api/tools/echo/call`, {
      method: 'POST',
      headers,
      body,
      signal: leave.signal,
      duplex: 'half',
    })
    const answered = handler.fetch(request)
    await until(() => Promise.resolve(body.locked), 'the reading of the body')
    leave.abort()
    assert.equal((await answered).status, 499)
    await until(() => Promise.resolve(notes.length === 1), 'the note of the request')
  })

  it('gives back the room that strangers share', async () => {
    const room = new BodyRoom()
    const megabyte = new Uint8Array(900_000)
    for (let count = 0; count < 100; count++) {
      const leave = new AbortController()
      const body = new ReadableStream<Uint8Array>({ start: (to) => to.enqueue(megabyte) })
      const exchange = createFetchExchange(
        new Request(`${address}/api/triggers/hook`, {
          method: 'POST',
          headers,
          body,
          signal: leave.signal,
          duplex: 'half',
        }),
      )
      const read = readBody(exchange.request, { room })
      const isRead = new Promise<void>((resolve) => void exchange.request.once('data', () => resolve()))
      await Promise.race([isRead, read])
      leave.abort()
      await assert.rejects(read, { code: 'cancelled' })
    }
  })
})

describe('a body over HTTP/2', () => {
  it('is read whether or not it says how long it is, and not missed if there is none', async (test) => {
    const { handler } = await open(test)
    const server = createHttp2Server(handler.listener as never)
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    const client = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    test.after(() => {
      client.destroy()
      server.close()
    })
    const send = async (body: string, more: Record<string, string> = {}): Promise<string> => {
      const path = { ':method': 'POST', ':path': '/toolyard/api/tools/echo/call' }
      const stream = client.request({ ...path, ...headers, ...more }, { endStream: body === '' })
      if (body !== '') stream.end(body)
      let text = ''
      for await (const piece of stream.setEncoding('utf8')) text += String(piece)
      return text
    }
    const body = JSON.stringify({ input: { text: 'hi' } })
    assert.match(await send(body, { 'content-length': String(body.length) }), /"data":"hi"/)
    assert.match(await send(body), /"data":"hi"/)
    assert.match(await send(''), /"code":"invalid_arguments"/)
  })
})

describe('an application', () => {
  it('that has read the body of a Request is told so', async (test) => {
    const { handler } = await open(test)
    for (const path of ['/api/tools/echo/call', '/mcp'])
      for (const more of [{}, { 'content-length': '26' }]) {
        const request = new Request(address + path, post({ input: { text: 'hi' } }))
        for (const [name, value] of Object.entries(more)) request.headers.set(name, value)
        await request.text()
        const response = await handler.fetch(request)
        assert.equal(response.status, 500)
        assert.match(await response.text(), /was read before Toolyard could read it/, path)
      }
  })

  it('whose log fails still answers', async (test) => {
    const { handler } = await open(test, {
      log: () => {
        throw new Error('the disk is full')
      },
    })
    const responses = [
      await handler.fetch(new Request(`${address}/api/tools`, { headers })),
      await handler.fetch(new Request(`${address}/api/tools`)),
    ]
    assert.deepEqual(
      responses.map(({ status }) => status),
      [200, 401],
    )
  })

  it('that breaks a response ends that one alone', async (test) => {
    const { handler } = await open(test)
    const server = createServer((request, response) => {
      if (request.headers['x-broken'] !== undefined)
        response.writeHead = () => {
          throw new Error('middleware that was written in a hurry')
        }
      handler.listener(request, response)
    })
    const host = await listening(server)
    test.after(() => host.close())
    const path = `${host.url}/toolyard/api/tools`
    for (const cookie of ['user=otto', 'user=nobody'])
      await assert.rejects(fetch(path, { headers: { cookie, 'x-broken': '1' } }))
    assert.equal((await fetch(path, { headers })).status, 200)
  })
})
