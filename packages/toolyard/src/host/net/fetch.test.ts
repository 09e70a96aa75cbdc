import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { ToolyardError } from '../../kernel/index.ts'
import { createNet, type Net } from './index.ts'

interface EchoedRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const server = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    if (request.url === '/moved') {
      response.writeHead(302, { location: '/echo' })
      response.end()
    } else if (request.url === '/none') {
      response.writeHead(204)
      response.end()
    } else if (request.url === '/events') {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('data: 1\n\n')
    } else if (request.url === '/large') {
      response.writeHead(200, { 'content-encoding': 'gzip' })
      response.end(large)
    } else if (request.url === '/never') return
    else {
      response.setHeader('content-type', 'application/json')
      const { method, url, headers } = request
      response.end(JSON.stringify({ method, url, headers, body: Buffer.concat(parts).toString() }))
    }
  })
})
const large = gzipSync(Buffer.alloc(20_000_000))
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

async function echo(input: Parameters<Net['fetch']>[0], init?: RequestInit): Promise<EchoedRequest> {
  const response = await net.fetch(input, init)
  assert.equal(response.status, 200)
  return (await response.json()) as EchoedRequest
}

describe('fetch', () => {
  it('answers with a response of the platform', async () => {
    const response = await net.fetch(`${origin}/echo?x=1`)
    assert.ok(response instanceof Response)
    assert.equal(response.ok, true)
    assert.equal(response.url, `${origin}/echo?x=1`)
    assert.equal(response.headers.get('content-type'), 'application/json')
    await response.body?.cancel()
  })

  it('takes an address, a URL or a request', async () => {
    assert.equal((await echo(new URL(`${origin}/a`))).url, '/a')
    const request = new Request(`${origin}/b`, { method: 'POST', body: 'x', headers: { 'x-a': '1' } })
    const { method, body, headers } = await echo(request)
    assert.deepEqual([method, body, headers['x-a']], ['POST', 'x', '1'])
  })

  it('takes every kind of body', async () => {
    const send = (body: NonNullable<RequestInit['body']>): Promise<EchoedRequest> =>
      echo(`${origin}/echo`, { method: 'POST', body })
    assert.equal((await send('text')).headers['content-type'], 'text/plain;charset=UTF-8')
    assert.equal((await send(new TextEncoder().encode('bytes'))).body, 'bytes')
    assert.equal((await send(new URLSearchParams({ a: 'b c' }))).body, 'a=b+c')
    assert.match((await send(new Blob(['blob'], { type: 'x/y' }))).headers['content-type'] ?? '', /x\/y/)
    const form = new FormData()
    form.append('a', 'b')
    assert.match((await send(form)).body, /name="a"\r\n\r\nb/)
    assert.equal((await send(ReadableStream.from([new TextEncoder().encode('stream')]))).body, 'stream')
  })

  it('meets the same guard', async () => {
    await assert.rejects(net.fetch('http://169.254.169.254/'), /link-local/)
    await assert.rejects(net.fetch(origin.replace('127.0.0.1', '127.0.0.2')), /loopback/)
    await assert.rejects(net.fetch('data:text/plain,x'), /only http and https/)
  })

  it('follows redirects, or not', async () => {
    assert.equal((await echo(`${origin}/moved`)).url, '/echo')
    assert.equal((await net.fetch(`${origin}/moved`, { redirect: 'manual' })).status, 302)
    await assert.rejects(net.fetch(`${origin}/moved`, { redirect: 'error' }), TypeError)
  })

  it('gives no body where there is none', async () => {
    assert.equal((await net.fetch(`${origin}/none`)).body, null)
    assert.equal((await net.fetch(`${origin}/echo`, { method: 'HEAD' })).body, null)
  })

  it('gives whoever aborts the reason back', async () => {
    const controller = new AbortController()
    const waiting = net.fetch(`${origin}/never`, { signal: controller.signal })
    const reason = new Error('enough')
    setTimeout(() => controller.abort(reason), 20)
    await assert.rejects(waiting, reason)
    const aborted = net.fetch(origin, { signal: AbortSignal.abort() })
    await assert.rejects(aborted, { name: 'AbortError' })
  })

  it('reads a stream of events until somebody ends it', async () => {
    const controller = new AbortController()
    const response = await net.fetch(`${origin}/events`, { signal: controller.signal })
    const reader = response.body?.getReader()
    const { value } = (await reader?.read()) ?? {}
    assert.equal(new TextDecoder().decode(value), 'data: 1\n\n')
    const rest = reader?.read()
    controller.abort()
    await assert.rejects(
      async () => rest,
      (error) => ToolyardError.isInstance(error) && error.code === 'cancelled',
    )
  })

  it('reads no more than a message may have', async () => {
    const response = await net.fetch(`${origin}/large`)
    await assert.rejects(response.arrayBuffer(), /larger than 16,000,000 bytes/)
  })
})
