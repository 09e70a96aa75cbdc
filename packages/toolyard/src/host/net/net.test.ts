import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { ToolyardError } from '../../kernel/index.ts'
import { createNet, type Net, type NetRequest } from './index.ts'

type ServeRequest = (request: IncomingMessage, response: ServerResponse) => void

/** What the server does with the next requests. */
let serve: ServeRequest = () => {}
let sockets = 0
const server = createServer((request, response) => serve(request, response))
server.on('connection', () => sockets++)
let origin = ''
let net: Net

before(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  origin = `http://${host}`
  net = createNet({ allow: [host] })
})
after(async () => {
  await net.close()
  server.closeAllConnections()
  server.close()
})

/** Sends a request to the server, which does this with it. */
function ask(does: ServeRequest, request: Partial<NetRequest> = {}): ReturnType<Net['request']> {
  serve = does
  return net.request({ url: `${origin}/`, ...request })
}

async function fault(work: Promise<unknown>): Promise<ToolyardError> {
  try {
    await work
  } catch (error) {
    assert.ok(ToolyardError.isInstance(error), String(error))
    return error
  }
  return assert.fail('it did not fail')
}

describe('an answer', () => {
  it('has a status, headers in lower case, an address and a body', async () => {
    const answer = await ask(
      (request, response) => {
        response.writeHead(201, 'Fine', { 'X-One': '1', 'Set-Cookie': ['a=1', 'b=2'] })
        response.end(`${request.method} ${request.url}`)
      },
      { url: `${origin}/x?y=1#z`, method: 'PUT' },
    )
    assert.equal(answer.status, 201)
    assert.equal(answer.statusText, 'Fine')
    assert.equal(answer.headers['x-one'], '1')
    assert.equal(answer.headers['set-cookie'], 'a=1, b=2')
    assert.equal(await answer.text(), 'PUT /x?y=1')
  })

  it('comes in parts', async () => {
    const answer = await ask((_, response) => {
      response.write('one')
      setTimeout(() => response.end('two'), 20)
    })
    const parts: string[] = []
    for await (const part of answer.body) parts.push(Buffer.from(part).toString())
    assert.deepEqual(parts, ['one', 'two'])
  })

  for (const [encoding, bytes] of [
    ['gzip', gzipSync('hello')],
    ['x-gzip', gzipSync('hello')],
    ['deflate', deflateSync('hello')],
    ['br', brotliCompressSync('hello')],
    ['zstd', zstdCompressSync('hello')],
    ['identity', Buffer.from('hello')],
    ['gzip, br', brotliCompressSync(gzipSync('hello'))],
  ] as const)
    it(`is unpacked where it is ${encoding}`, async () => {
      const answer = await ask((_, response) => {
        response.setHeader('content-encoding', encoding)
        response.end(bytes)
      })
      assert.equal(await answer.text(), 'hello')
    })

  for (const [encoding, bytes, retryable, says] of [
    ['rot13', Buffer.from('x'), false, /packed as "rot13"/],
    ['gzip, gzip, gzip, gzip', Buffer.from('x'), false, /packed as/],
    ['gzip', Buffer.from('not gzip'), false, /can't be decoded/],
    ['gzip', gzipSync('hello').subarray(0, 10), true, /not whole/],
  ] as const)
    it(`that is badly packed (${encoding}, ${bytes.length} bytes) is an error`, async () => {
      const error = await fault(
        ask((_, response) => {
          response.setHeader('content-encoding', encoding)
          response.end(bytes)
        }).then((answer) => answer.text()),
      )
      assert.equal(error.code, 'unavailable')
      assert.equal(error.retryable, retryable)
      assert.match(error.message, says)
    })

  it('is read in its charset, without a mark at its start', async () => {
    const text = async (type: string, bytes: Uint8Array): Promise<string> =>
      (
        await ask((_, response) => {
          response.setHeader('content-type', type)
          response.end(bytes)
        })
      ).text()
    assert.equal(await text('text/plain; charset="utf-16le"', Buffer.from('é', 'utf16le')), 'é')
    assert.equal(await text('text/plain;charset=windows-1252', Buffer.from([0x80])), '€')
    assert.equal(await text('text/plain; charset=nobody-knows', Buffer.from('é')), 'é')
    assert.equal(await text('text/plain', Buffer.from('\ufeffé')), 'é')
  })
})

describe('connections', () => {
  it('are used again', async () => {
    const earlier = sockets
    for (const _ of [1, 2, 3, 4]) await (await ask((_request, response) => response.end('x'))).text()
    assert.ok(sockets - earlier <= 1)
  })

  it('are used again after a redirect, and after an answer that nobody read', async () => {
    await (await ask((_, response) => response.end('x'))).text()
    const earlier = sockets
    await (
      await ask((request, response) => {
        if (request.url === '/') response.writeHead(302, { location: '/y' })
        response.end('some text')
      })
    ).text()
    const unread = await ask((_, response) => response.end('some text'))
    unread.discard()
    await new Promise((resolve) => setTimeout(resolve, 20))
    await (await ask((_, response) => response.end('x'))).text()
    assert.ok(sockets - earlier <= 1, `${sockets - earlier} new connections`)
  })

  it('are for the address that was checked, however often the name changes', async () => {
    const { port } = server.address() as AddressInfo
    const asked: string[] = []
    const changing = createNet(
      { allow: [`changing.test:${port}`] },
      {
        resolve: async (host) => {
          asked.push(host)
          return [{ address: asked.length === 1 ? '127.0.0.1' : '169.254.169.254', family: 4 }]
        },
      },
    )
    serve = (request, response) => response.end(request.headers.host)
    const url = `http://changing.test:${port}/`
    const again = async (): Promise<string> => (await changing.request({ url })).text()
    assert.equal(await again(), `changing.test:${port}`)
    // The connection is free for the next one after a turn.
    await new Promise((resolve) => setTimeout(resolve, 20))
    assert.equal(await again(), `changing.test:${port}`)
    assert.deepEqual(asked, ['changing.test'])
    server.closeAllConnections()
    await new Promise((resolve) => setTimeout(resolve, 20))
    assert.match((await fault(again())).message, /leads to 169\.254\.169\.254/)
    await changing.close()
  })

  it('that are asked for but never come are given up in time', async () => {
    const stuck = createNet({}, { resolve: () => new Promise(() => {}) })
    const error = await fault(stuck.request({ url: 'http://stuck.test/', timeoutMs: 30 }))
    assert.equal(error.code, 'timeout')
    await stuck.close()
  })
})

describe('a request', () => {
  it('carries headers and a body, but not those of the connection', async () => {
    const answer = await ask(
      (request, response) => {
        const parts: Buffer[] = []
        request.on('data', (part: Buffer) => parts.push(part))
        request.on('end', () =>
          response.end(JSON.stringify([request.headers, Buffer.concat(parts).toString()])),
        )
      },
      {
        method: 'POST',
        body: new TextEncoder().encode('grüße'),
        headers: {
          'X-A': '1',
          Host: 'evil.test',
          'Content-Length': '3',
          Connection: 'close',
          'Transfer-Encoding': 'chunked',
        },
      },
    )
    const [headers, body] = JSON.parse(await answer.text()) as [Record<string, string>, string]
    assert.equal(body, 'grüße')
    assert.equal(headers['x-a'], '1')
    assert.equal(headers['host'], origin.slice(7))
    assert.equal(headers['content-length'], '7')
    assert.equal(headers['connection'], 'keep-alive')
    assert.equal(headers['transfer-encoding'], undefined)
  })

  it('that can not be written is an error of its arguments', async () => {
    for (const request of [
      { headers: { 'x-a': 'b\r\nx-c: d' } },
      { headers: { 'bad name': 'x' } },
      { method: 'GET\r\nX: y' },
    ]) {
      const error = await fault(ask((_, response) => response.end(), request))
      assert.equal(error.code, 'invalid_arguments')
      assert.equal(error.retryable, false)
    }
  })

  it('ends with its signal: before it is sent, before the answer, and in the middle of it', async () => {
    assert.equal((await fault(ask(() => {}, { signal: AbortSignal.abort() }))).code, 'cancelled')
    const early = new AbortController()
    const waiting = ask(() => early.abort(), { signal: early.signal })
    assert.equal((await fault(waiting)).code, 'cancelled')
    const late = new AbortController()
    const answer = await ask((_, response) => void response.write('x'), { signal: late.signal })
    const reading = answer.text()
    late.abort()
    assert.equal((await fault(reading)).code, 'cancelled')
  })

  it('follows no redirect where none is wanted', async () => {
    const answer = await ask(
      (_, response) => {
        response.writeHead(302, { location: '/y' })
        response.end()
      },
      { maxRedirects: 0 },
    )
    assert.equal(answer.status, 302)
  })

  it('is not sent once the network is closed', async () => {
    const own = createNet()
    await own.close()
    assert.equal((await fault(own.request({ url: 'https://example.com/' }))).code, 'closed')
  })

  it('that runs when the network is closed ends', async () => {
    const own = createNet({ allow: [origin.slice(7)] })
    serve = () => void own.close()
    assert.equal((await fault(own.request({ url: origin }))).code, 'closed')
  })
})

describe('an objection', () => {
  it('is told for what would never be reached, without asking anybody', () => {
    assert.match(net.objection('http://10.0.0.1/') ?? '', /private address.*network: \{ allow/)
    assert.match(net.objection('file:///etc/passwd') ?? '', /only http and https/)
    assert.equal(net.objection('https://example.com/'), undefined)
    assert.equal(net.objection(origin), undefined)
  })
})
