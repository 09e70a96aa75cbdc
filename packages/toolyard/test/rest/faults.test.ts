/** Each way in which a service can fail is an error that says what happened and whether to try again helps. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { describe, it } from 'node:test'
import { textOf, type ToolResult } from 'toolyard'
import { cert, key } from './certificate.ts'
import { type Answering, openService, type Spec, yardOf } from './service.ts'

async function answered(answer: Answering, spec: Spec = {}): Promise<ToolResult> {
  await using service = await openService(answer)
  await using yard = await yardOf(service, { ...spec, config: { retry: { attempts: 1 }, ...spec.config } })
  return await yard.call('ask', {})
}

/** What a server that does as it likes with a connection makes of a call. */
async function withSocket(serve: (socket: Socket) => void, spec: Spec = {}): Promise<ToolResult> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => serve(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    await using yard = await yardOf(
      { host, origin: `http://${host}` },
      { ...spec, config: { retry: { attempts: 1 }, ...spec.config } },
    )
    return await yard.call('ask', {})
  } finally {
    server.close()
  }
}

/** Tells code and retry, and that the text says what it must. */
function tells(result: ToolResult, [code, retryable, says]: readonly [string, boolean, RegExp]): void {
  assert.equal(result.error?.code, code, textOf(result))
  assert.equal(result.error?.retryable, retryable, textOf(result))
  assert.match(textOf(result), says)
  assert.ok(result.error?.hint, 'it has a next step')
}

function status(code: number, body: string, headers: Readonly<Record<string, string>> = {}): Answering {
  return (_, response) => {
    response.writeHead(code, { 'content-type': 'application/json', ...headers })
    response.end(body)
  }
}

describe('an answer with a status', () => {
  for (const [code, expected] of [
    [400, ['tool_failed', false, /answered 400 Bad Request: \{"why":"x"\}[\s\S]*Correct the arguments/]],
    [401, ['tool_failed', false, /credentials were refused/]],
    [403, ['tool_failed', false, /may not do that/]],
    [404, ['tool_failed', false, /GET http:\/\/127\.0\.0\.1:\d+ answered 404 Not Found[\s\S]*identifiers/]],
    [409, ['tool_failed', false, /look at its state first/]],
    [418, ['tool_failed', false, /418/]],
    [422, ['tool_failed', false, /Correct the arguments/]],
    [429, ['rate_limited', true, /Wait before the next call/]],
    [500, ['unavailable', true, /answered 500[\s\S]*try again later/]],
    [503, ['unavailable', true, /answered 503/]],
    [501, ['unavailable', false, /answered 501/]],
  ] as const)
    it(`${code} is ${expected[0]}, ${expected[1] ? 'and trying again helps' : 'for good'}`, async () => {
      tells(await answered(status(code, '{"why":"x"}')), expected)
    })

  it('of a service that changed nothing twice says that it may have been done', async () => {
    for (const code of [500, 502, 504])
      tells(await answered(status(code, ''), { config: { method: 'POST' } }), [
        'unavailable',
        false,
        /not known whether it was done/,
      ])
    tells(await answered(status(503, ''), { config: { method: 'POST' } }), ['unavailable', true, /503/])
  })

  it('shows no more of what the service said than is useful', async () => {
    const long = textOf(await answered(status(400, `"${'x '.repeat(50_000)}"`)))
    assert.ok(long.length < 3000)
    const page = '<html><title>502 Bad Gateway</title><script>alert(1)</script></html>'
    const told = textOf(await answered(status(502, page, { 'content-type': 'text/html' })))
    assert.match(told, /a web page, "502 Bad Gateway"/)
    assert.doesNotMatch(told, /script/)
  })

  it('passes on how long to wait, in seconds or by a date', async () => {
    const seconds = await answered(status(429, '', { 'retry-after': '120' }))
    assert.equal(seconds.error?.retryAfterMs, 120_000)
    const date = new Date(Date.now() + 90_000).toUTCString()
    const byDate = await answered(status(503, '', { 'retry-after': date }))
    assert.ok(Math.abs((byDate.error?.retryAfterMs ?? 0) - 90_000) < 5000)
    const nonsense = await answered(status(503, '', { 'retry-after': 'soon' }))
    assert.equal(nonsense.error?.retryAfterMs, undefined)
  })
})

describe('a service that', () => {
  it('does not answer in time is a timeout', async () => {
    tells(await answered(() => undefined, { config: { timeout: 50 } }), [
      'timeout',
      true,
      /did not answer in full within 50 ms/,
    ])
  })

  it('stops in the middle of its answer is a timeout too', async () => {
    const half: Answering = (_, response) => {
      response.write('{"a":')
    }
    tells(await answered(half, { config: { timeout: 50 } }), ['timeout', true, /within 50 ms/])
  })

  it('may have done what it was asked to says so', async () => {
    const slow = await answered(() => undefined, { config: { timeout: 50, method: 'POST' } })
    tells(slow, ['timeout', false, /not known whether it was done/])
  })

  for (const [title, bytes] of [
    [
      'fewer bytes than it announced',
      'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"a":',
    ],
    ['half of its chunks', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"a":\r\n'],
    ['half of its headers', 'HTTP/1.1 200 OK\r\ncontent-ty'],
    ['nothing', ''],
  ] as const)
    it(`sends ${title} and hangs up is unavailable for now`, async () => {
      tells(await withSocket((socket) => socket.end(bytes)), [
        'unavailable',
        true,
        /127\.0\.0\.1:\d+ (?:closed the connection|sent another number of bytes)/,
      ])
    })

  it('breaks the connection is unavailable for now', async () => {
    tells(await withSocket((socket) => socket.resetAndDestroy()), [
      'unavailable',
      true,
      /closed the connection/,
    ])
  })

  it('does not speak HTTP is unavailable for good', async () => {
    tells(await withSocket((socket) => socket.end('220 mail ESMTP\r\n')), [
      'unavailable',
      false,
      /did not answer in HTTP/,
    ])
  })

  it('sends too many headers is unavailable for good', async () => {
    const many = `HTTP/1.1 200 OK\r\n${`x: ${'y'.repeat(1000)}\r\n`.repeat(100)}\r\n`
    tells(await withSocket((socket) => socket.end(many)), [
      'unavailable',
      false,
      /more than 64 KB of headers/,
    ])
  })

  it('redirects in a circle is unavailable for good', async () => {
    let hops = 0
    const round: Answering = (_, response) => {
      hops++
      response.writeHead(302, { location: `/${hops % 2}` })
      response.end()
    }
    tells(await answered(round), ['unavailable', false, /redirects more than 5 times/])
    assert.equal(hops, 6)
  })

  it('redirects into a private network is denied', async () => {
    await using other = await openService()
    const away: Answering = (_, response) => {
      response.writeHead(302, { location: `${other.origin}/` })
      response.end()
    }
    const result = await answered(away)
    tells(result, ['denied', false, /loopback address.*\n.*network: \{ allow: \['127\.0\.0\.1:\d+'\] \}/])
    assert.equal(other.connections(), 0)
  })
})

describe('a service that is not there', () => {
  it('refuses the connection', async () => {
    const { host, origin } = await gone()
    await using yard = await yardOf({ host, origin }, { config: { retry: { attempts: 1 }, method: 'POST' } })
    tells(await yard.call('ask', {}), ['unavailable', true, /127\.0\.0\.1:\d+ refused the connection/])
  })

  it('has a name that nobody knows', async () => {
    const host = 'nobody.invalid:80'
    await using yard = await yardOf({ host, origin: `http://${host}` })
    const result = await yard.call('ask', {})
    // Without any name server the answer is another one, and trying again may help.
    assert.equal(result.error?.code, 'unavailable')
    assert.match(
      textOf(result),
      /nobody\.invalid (?:is not known to the name servers|could not be looked up)/,
    )
  })

  it('is private and was not allowed', async () => {
    await using service = await openService()
    await using yard = await yardOf(service, {}, { network: {} })
    tells(await yard.call('ask', {}), ['denied', false, /loopback address/])
    assert.equal(service.connections(), 0)
  })

  it('has a certificate that nobody vouches for', async () => {
    const server = createTlsServer({ key, cert }, (_, response) => response.end('{}'))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    try {
      await using yard = await yardOf({ host, origin: `https://${host}` })
      tells(await yard.call('ask', {}), [
        'unavailable',
        false,
        /could not be trusted.*SELF_SIGNED[\s\S]*NODE_EXTRA_CA_CERTS/,
      ])
    } finally {
      server.close()
    }
  })

  it('speaks no TLS', async () => {
    await using service = await openService()
    await using yard = await yardOf({ host: service.host, origin: service.origin.replace('http:', 'https:') })
    tells(await yard.call('ask', {}), ['unavailable', false, /could not be trusted/])
  })
})

describe('a call that is cancelled', () => {
  it('ends at once, and the service hears of it', async () => {
    const arrived = Promise.withResolvers<void>()
    const closed = Promise.withResolvers<void>()
    await using service = await openService((_, response) => {
      response.on('close', () => closed.resolve())
      arrived.resolve()
    })
    await using yard = await yardOf(service)
    const controller = new AbortController()
    const call = yard.call('ask', {}, { signal: controller.signal })
    await arrived.promise
    controller.abort()
    assert.equal((await call).status, 'cancelled')
    await closed.promise
  })
})

/** Where a service was, and is no more. */
async function gone(): Promise<{ readonly host: string; readonly origin: string }> {
  await using service = await openService()
  const { host, origin } = service
  return { host, origin }
}
