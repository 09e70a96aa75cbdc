/** The local server against those who are near: other sites, other names, other bytes, and whoever has no token. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { requestText, sendRaw } from '../http/raw.ts'
import { openSite, type Refusal, type Site } from '../http/support.ts'

interface Over {
  readonly method?: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | null
  readonly raw?: string
}

/** A request that would be answered, but for what is said otherwise. */
function request(site: Site, over: Over = {}): string {
  const { method = 'POST', path = '/api/tools/echo/call', body = '{"input":{}}', raw } = over
  const headers = {
    host: `127.0.0.1:${site.server.port}`,
    authorization: `Bearer ${site.token('admin')}`,
    'content-type': 'application/json',
    ...over.headers,
  }
  return requestText({ method, path, headers, body, ...(raw !== undefined && { raw }) })
}

async function statusOf(site: Site, over: Over = {}): Promise<number> {
  return (await sendRaw(site.server.port, request(site, over))).status
}

describe('whom the server answers', () => {
  it('is addressed to the letter, whatever the case', async (test) => {
    const site = await openSite(test)
    const { port } = site.server
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `LOCALHOST:${port}`, `[::1]:${port}`])
      assert.equal(await statusOf(site, { headers: { host } }), 200, host)
    for (const host of [
      '127.0.0.1',
      'localhost',
      `localhost:${port + 1}`,
      `localhost.:${port}`,
      `127.0.0.1.nip.io:${port}`,
      `2130706433:${port}`,
      `127.1:${port}`,
      `0x7f.1:${port}`,
      `[::]:${port}`,
      `[::ffff:127.0.0.1]:${port}`,
      `evil@localhost:${port}`,
      `localhost:${port}.evil.com`,
      `localhost:${port} evil.com`,
      `localhost:${port}/`,
      '',
    ])
      assert.ok([400, 403].includes(await statusOf(site, { headers: { host } })), `"${host}"`)
  })

  it('is addressed once', async (test) => {
    const site = await openSite(test)
    const raw = `Host: evil.example.com\r\nContent-Length: 12`
    assert.ok([400, 403].includes(await statusOf(site, { raw })))
    const old = `GET /api/info HTTP/1.0\r\nAuthorization: Bearer ${site.token('admin')}\r\n\r\n`
    assert.ok([400, 403].includes((await sendRaw(site.server.port, old)).status), 'no host at all')
    const absolute = request(site, { path: `http://evil.example.com/api/info`, method: 'GET', body: null })
    assert.ok((await sendRaw(site.server.port, absolute)).status >= 400)
  })

  it('does not come from a page of another site, nor from one without a name', async (test) => {
    const site = await openSite(test)
    const { port } = site.server
    assert.equal(await statusOf(site, { headers: { origin: `http://127.0.0.1:${port}` } }), 200)
    assert.equal(await statusOf(site, { headers: { origin: `http://localhost:${port}` } }), 200)
    for (const origin of [
      'null',
      '',
      'file://',
      `https://localhost:${port}`,
      `http://localhost`,
      `http://localhost:${port}/`,
      'http://[::1',
      `http://evil.com:${port}`,
    ])
      assert.equal(await statusOf(site, { headers: { origin } }), 403, `"${origin}"`)
    for (const path of ['/', '/healthz', '/openapi.json', '/api/session'])
      assert.equal(
        await statusOf(site, { method: 'GET', path, body: null, headers: { origin: 'https://evil.com' } }),
        403,
        path,
      )
  })

  it('is told nothing about other origins: no CORS, for no method', async (test) => {
    const site = await openSite(test)
    for (const method of ['GET', 'OPTIONS', 'POST']) {
      const { head } = await sendRaw(
        site.server.port,
        request(site, { method, headers: { 'access-control-request-method': 'POST' } }),
      )
      assert.doesNotMatch(head, /access-control-allow/i)
    }
  })

  it('has the right token in the right place', async (test) => {
    const site = await openSite(test)
    const token = site.token('admin')
    for (const authorization of [
      '',
      'Bearer',
      'Bearer ',
      `Bearer ${token.slice(0, -1)}`,
      `Bearer ${token.toUpperCase()}`,
      `Bearer ${token} `.trimEnd() + '\t x',
      `Bearer  ${token}`,
      `Token ${token}`,
      token,
      `Bearer ${token}, Bearer ${token}`,
      'Bearer undefined',
      'Bearer __proto__',
    ])
      assert.equal(await statusOf(site, { headers: { authorization } }), 401, `"${authorization}"`)
    const { port } = site.server
    for (const cookie of [`toolyard_session_${port}=${token}`, `token=${token}`])
      assert.equal(await statusOf(site, { headers: { authorization: '', cookie } }), 401, cookie)
  })

  it('is shown the way in every refusal, and no token, no path and no stack', async (test) => {
    const site = await openSite(test)
    const { status, body, headers } = await site.json<Refusal>('GET', '/api/info', { as: 'nobody' })
    assert.deepEqual(
      [status, body.error.code, headers.get('www-authenticate')],
      [401, 'unauthorised', 'Bearer'],
    )
    assert.match(body.error.hint ?? '', /Authorization: Bearer TOKEN/)
    assert.doesNotMatch(JSON.stringify(body), /node_modules|at \w+ \(/)
  })
})

describe('what the server reads', () => {
  it('is JSON in UTF-8, and says so', async (test) => {
    const site = await openSite(test)
    for (const type of [
      'application/json',
      'application/json; charset=utf-8',
      'Application/JSON;charset=UTF-8',
    ])
      assert.equal(await statusOf(site, { headers: { 'content-type': type } }), 200, type)
    for (const type of [
      '',
      'text/plain',
      'text/plain;application/json',
      'application/x-www-form-urlencoded',
      'application/jsonp',
      'application/json; charset=latin1',
      'application/json, text/plain',
      'application/ld+json',
    ])
      assert.equal(await statusOf(site, { headers: { 'content-type': type } }), 415, `"${type}"`)
    assert.equal(await statusOf(site, { headers: { 'content-encoding': 'gzip' } }), 415)
  })

  it('is refused where it is not UTF-8, not JSON, or says a thing twice', async (test) => {
    const site = await openSite(test)
    const bad = [
      '{"input":{}',
      '{"input":{},}',
      '\ufeff{"input":{}}',
      '[]',
      'null',
      '"text"',
      '{"input":{},"input":{"text":"x"}}',
      '{"__proto__":{"input":1}}',
      '{"input":{"constructor":{"prototype":{}}}}',
      'NaN',
    ]
    for (const body of bad) assert.equal(await statusOf(site, { body }), 400, body)
    const bytes = Buffer.from(request(site, { headers: { 'content-length': '13' }, body: '' }))
    const halved = Buffer.concat([bytes, Buffer.from('{"input":"'), Buffer.from([0xff]), Buffer.from('"}')])
    assert.equal((await sendRaw(site.server.port, halved)).status, 400)
  })

  it('has at most a megabyte and 64 levels', async (test) => {
    const site = await openSite(test)
    const inner = (depth: number): string => `{"input":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`
    assert.equal(await statusOf(site, { body: inner(64) }), 200)
    assert.equal(await statusOf(site, { body: inner(65) }), 400)
    const text = (length: number): string => `{"input":{"text":"${'x'.repeat(length - 20)}"}}`
    assert.equal(await statusOf(site, { body: text(999_999) }), 200)
    assert.equal(await statusOf(site, { body: text(1_000_100) }), 413)
    const chunk = `${(100_000).toString(16)}\r\n${'x'.repeat(100_000)}\r\n`
    const chunked = request(site, { headers: { 'transfer-encoding': 'chunked' }, body: chunk.repeat(12) })
    assert.equal((await sendRaw(site.server.port, chunked)).status, 413, 'without a length')
    const announced = request(site, { headers: { 'content-length': '5000000000' }, body: '{' })
    assert.equal((await sendRaw(site.server.port, announced)).status, 413, 'before it has come')
  })

  it('has one reading: what two readers could take for two requests is refused', async (test) => {
    const site = await openSite(test)
    for (const raw of [
      'Content-Length: 12\r\nContent-Length: 13',
      'Content-Length: 12\r\nTransfer-Encoding: chunked',
      'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity',
      'Transfer-Encoding: xchunked',
      'Content-Length: +12',
      'Content-Length: 0x0c',
      'Content-Length : 12',
      'Content-Length:\r\n 12',
    ])
      assert.equal(await statusOf(site, { raw }), 400, JSON.stringify(raw))
    const bare = request(site).replaceAll('\r\n', '\n')
    assert.equal((await sendRaw(site.server.port, bare)).status, 400, 'line feeds alone')
  })

  it('has a head of at most 16 KiB', async (test) => {
    const site = await openSite(test)
    assert.equal(await statusOf(site, { headers: { 'x-filler': 'x'.repeat(17_000) } }), 431)
  })
})

describe('where the server looks', () => {
  it('never leaves its files, however the way is written', async (test) => {
    const site = await openSite(test, { server: { consoleFolder: import.meta.dirname } })
    for (const path of [
      '/../../../etc/passwd',
      '/assets/../../../etc/passwd',
      '/assets/..%2f..%2f..%2fetc%2fpasswd',
      '/assets/%2e%2e/%2e%2e/etc/passwd',
      '/assets/....//....//etc/passwd',
      '/assets/..%5c..%5cetc%5cpasswd',
      '/assets/..\\..\\etc\\passwd',
      '/%00',
      '/assets/%00.js',
      '/assets/%c0%ae%c0%ae/etc/passwd',
      '/http.test.ts',
      '/.toolyard/token',
      '//etc/passwd',
      '/api/../etc/passwd',
    ]) {
      const answer = await sendRaw(site.server.port, request(site, { method: 'GET', path, body: null }))
      assert.ok([400, 403, 404].includes(answer.status), `${path} answered ${answer.status}`)
      assert.doesNotMatch(answer.body, /root:|import assert/)
    }
  })

  it('finds no tool under the names of prototypes', async (test) => {
    const site = await openSite(test)
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '%5F%5Fproto__']) {
      assert.equal(await statusOf(site, { path: `/api/tools/${name}/call` }), 404, name)
      assert.equal(await statusOf(site, { method: 'GET', path: `/api/tools/${name}`, body: null }), 404, name)
    }
    assert.equal(
      await statusOf(site, { method: 'GET', path: '/api/tools?__proto__=1&constructor=2', body: null }),
      400,
    )
  })

  it('answers unknown paths and methods in the one form of errors', async (test) => {
    const site = await openSite(test)
    for (const [method, path, status, code] of [
      ['GET', '/api/nothing', 404, 'not_found'],
      ['GET', '/api', 404, 'not_found'],
      ['GET', '/api/tools/echo/', 404, 'not_found'],
      ['GET', '/api/tools/%ff', 404, 'not_found'],
      ['PUT', '/api/tools', 405, 'method_not_allowed'],
      ['TRACE', '/api/tools', 405, 'method_not_allowed'],
      ['POST', '/healthz', 405, 'method_not_allowed'],
    ] as const) {
      const answer = await sendRaw(site.server.port, request(site, { method, path, body: null }))
      const { error } = JSON.parse(answer.body) as Refusal
      assert.deepEqual([answer.status, error.code], [status, code], `${method} ${path}`)
      assert.match(answer.head, status === 405 ? /^allow: GET/im : /^x-content-type-options: nosniff/im)
    }
  })

  it('sends every page and every answer with the rules for browsers', async (test) => {
    const site = await openSite(test)
    for (const path of ['/', '/tools', '/api/info', '/api/nothing', '/healthz', '/openapi.json']) {
      const { headers } = await site.send('GET', path)
      assert.match(headers.get('content-security-policy') ?? '', /^default-src 'self'/, path)
      assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/, path)
      assert.doesNotMatch(
        headers.get('content-security-policy') ?? '',
        /unsafe-(?:eval|inline)'.*script/,
        path,
      )
      assert.equal(headers.get('x-content-type-options'), 'nosniff', path)
      assert.equal(headers.get('x-powered-by'), null)
    }
  })
})
