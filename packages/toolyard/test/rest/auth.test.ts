/** Credentials: put on at the last moment, taken from the environment, and never shown. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { textOf, type ToolyardOptions } from 'toolyard'
import type { RestAuth } from '../../src/define/index.ts'
import { type Answering, openService, parameters, type Received, type Service, yardOf } from './service.ts'

const secret = 'correct-horse-battery-staple'
const options: ToolyardOptions = { environment: { TOKEN: secret, NAME: 'ada' } }

async function sent(auth: RestAuth): Promise<Received> {
  await using service = await openService()
  await using yard = await yardOf(service, { config: { auth, query: { a: 'b' } } }, options)
  const result = await yard.call('ask', {})
  assert.equal(result.status, 'ok', textOf(result))
  const [request] = service.received
  assert.ok(request)
  return request
}

describe('credentials', () => {
  it('are a bearer token', async () => {
    const { headers } = await sent({ type: 'bearer', token: '${TOKEN}' })
    assert.equal(headers.authorization, `Bearer ${secret}`)
  })

  it('are a name and a password', async () => {
    const { headers } = await sent({ type: 'basic', username: '${NAME}', password: '${TOKEN}' })
    assert.equal(headers.authorization, `Basic ${Buffer.from(`ada:${secret}`).toString('base64')}`)
  })

  it('are a key in a header or in the query', async () => {
    const inHeader = await sent({ type: 'api_key', in: 'header', name: 'X-API-Key', value: '${TOKEN}' })
    assert.equal(inHeader.headers['x-api-key'], secret)
    const inQuery = await sent({ type: 'api_key', in: 'query', name: 'key', value: '${TOKEN}' })
    assert.equal(inQuery.url, `/?a=b&key=${secret}`)
  })

  it('that are not set are told by the name of the variable, before anything is sent', async () => {
    await using service = await openService()
    await using yard = await yardOf(service, {
      config: { auth: { type: 'bearer', token: '${MISSING_TOKEN}' } },
    })
    const result = await yard.call('ask', {})
    assert.equal(result.error?.code, 'unavailable')
    assert.match(textOf(result), /config\.auth\.token: the environment variable MISSING_TOKEN is not set/)
    assert.deepEqual(service.received, [])
  })

  it('with a line break in them are told without them', async () => {
    await using service = await openService()
    const broken = { environment: { TOKEN: `${secret}\n` } }
    await using yard = await yardOf(
      service,
      { config: { auth: { type: 'bearer', token: '${TOKEN}' } } },
      broken,
    )
    const text = textOf(await yard.call('ask', {}))
    assert.match(text, /line break/)
    assert.ok(!text.includes(secret))
  })

  it('never come from an argument', async () => {
    await using service = await openService()
    const text = { type: 'string' }
    await using yard = await yardOf(
      service,
      {
        parameters: parameters({ a: text, b: text, c: text, id: text }),
        config: {
          method: 'POST',
          path: '/x/{id}',
          headers: { 'X-A': '{a}' },
          parameters: { b: { in: 'query' } },
        },
      },
      options,
    )
    await yard.call('ask', { a: '${TOKEN}', b: '${TOKEN}', c: '${TOKEN}', id: '${TOKEN}' })
    const [request] = service.received
    assert.ok(!JSON.stringify([request?.url, request?.headers, request?.text]).includes(secret))
    assert.equal(request?.headers['x-a'], '${TOKEN}')
  })
})

describe('what a service says of the credentials', () => {
  const echo: Answering = ({ url, headers }, response, count) => {
    const body = JSON.stringify({ url, headers, encoded: Buffer.from(secret).toString('base64') })
    response.writeHead(count === 0 ? 200 : 400, { 'content-type': 'application/json' })
    response.end(body)
  }

  for (const auth of [
    { type: 'bearer', token: '${TOKEN}' },
    { type: 'basic', username: 'ada', password: '${TOKEN}' },
    { type: 'api_key', in: 'query', name: 'key', value: '${TOKEN}' },
    { type: 'bearer', token: secret },
  ] as const)
    it(`is not passed on, neither as a result nor as an error (${auth.type}${'token' in auth && auth.token === secret ? ', written out' : ''})`, async () => {
      await using service = await openService(echo)
      await using yard = await yardOf(service, { config: { auth } }, options)
      for (const status of ['ok', 'error']) {
        const result = await yard.call('ask', {})
        assert.equal(result.status, status)
        const shown = JSON.stringify(result)
        assert.ok(!shown.includes(secret))
        assert.ok(!shown.includes(Buffer.from(`ada:${secret}`).toString('base64')))
        assert.ok(!shown.includes(Buffer.from(secret).toString('base64')))
      }
    })

  it('is not in the definition, nor in what is shown of it', async () => {
    await using service = await openService()
    await using yard = await yardOf(
      service,
      { config: { auth: { type: 'bearer', token: '${TOKEN}' } } },
      options,
    )
    await yard.call('ask', {})
    assert.ok(!JSON.stringify([yard.registry.get('ask'), yard.definitions('mcp')]).includes(secret))
  })
})

describe('credentials that go along with a redirect', () => {
  it('stay with the host that they are for', async () => {
    await using other = await openService()
    await using service = await openService((_, response) => {
      response.writeHead(302, { location: `${other.origin}/elsewhere` })
      response.end()
    })
    await using yard = await yardOf(
      service,
      {
        config: {
          auth: { type: 'api_key', in: 'header', name: 'X-API-Key', value: '${TOKEN}' },
          headers: { cookie: 'a=b', authorization: 'Basic ${TOKEN}' },
        },
      },
      { ...options, network: { allow: [service.host, other.host] } },
    )
    assert.equal((await yard.call('ask', {})).status, 'ok')
    assert.ok(service.received[0]?.headers['x-api-key'])
    const headers = other.received[0]?.headers ?? {}
    assert.deepEqual(
      Object.keys(headers).filter((name) => /key|auth|cookie/.test(name)),
      [],
    )
    assert.equal(headers.accept, 'application/json, text/plain;q=0.9, */*;q=0.8')
  })
})

describe('OAuth2 client credentials', () => {
  /** Hands out tokens, and takes only the newest. */
  async function openTokens(life?: number): Promise<Service & { readonly asked: Received[] }> {
    const asked: Received[] = []
    const service = await openService((request, response) => {
      if (request.url === '/token') {
        asked.push(request)
        return {
          access_token: `token-number-${asked.length}`,
          ...(life !== undefined && { expires_in: life }),
        }
      }
      if (request.headers.authorization === `Bearer token-number-${asked.length}`) return { ok: true }
      response.writeHead(401)
      response.end()
      return undefined
    })
    return { ...service, asked }
  }
  const authOf = ({ origin }: Service, more: object = {}): RestAuth => ({
    type: 'oauth2',
    tokenUrl: `${origin}/token`,
    clientId: 'my id',
    clientSecret: '${TOKEN}',
    ...more,
  })

  it('are changed for a token, which is used until it expires', async () => {
    await using service = await openTokens(3600)
    const auth = authOf(service, { scopes: ['read', 'write'], audience: 'https://api.example.com' })
    await using yard = await yardOf(service, { config: { auth } }, options)
    for (const _ of [1, 2, 3]) assert.equal((await yard.call('ask', {})).status, 'ok')
    assert.equal(service.asked.length, 1)
    const [{ headers, text: body } = { headers: {}, text: '' }] = service.asked
    assert.equal(headers.authorization, `Basic ${Buffer.from(`my+id:${secret}`).toString('base64')}`)
    assert.deepEqual(Object.fromEntries(new URLSearchParams(body)), {
      grant_type: 'client_credentials',
      scope: 'read write',
      audience: 'https://api.example.com',
    })
  })

  it('may go into the form', async () => {
    await using service = await openTokens()
    await using yard = await yardOf(
      service,
      { config: { auth: authOf(service, { clientAuth: 'body' }) } },
      options,
    )
    await yard.call('ask', {})
    const form = new URLSearchParams(service.asked[0]?.text)
    assert.equal(form.get('client_id'), 'my id')
    assert.equal(form.get('client_secret'), secret)
    assert.equal(service.asked[0]?.headers.authorization, undefined)
  })

  it('are asked for once by calls that come at once', async () => {
    await using service = await openTokens(3600)
    await using yard = await yardOf(service, { config: { auth: authOf(service) } }, options)
    const results = await Promise.all(Array.from({ length: 10 }, () => yard.call('ask', {})))
    assert.ok(results.every(({ status }) => status === 'ok'))
    assert.equal(service.asked.length, 1)
  })

  it('are asked for anew where the token is refused, once', async () => {
    await using service = await openTokens(3600)
    await using yard = await yardOf(service, { config: { auth: authOf(service), method: 'POST' } }, options)
    await yard.call('ask', {})
    // The service forgets the token: only the next one counts.
    service.asked.push(...service.asked)
    assert.equal((await yard.call('ask', {})).status, 'ok')
    assert.equal(service.received.filter(({ url }) => url === '/token').length, 2)
  })

  it('are given up where every token is refused', async () => {
    let tokens = 0
    await using service = await openService(({ url }, response) => {
      if (url === '/token') return { access_token: `token-number-${tokens++}` }
      response.writeHead(401)
      response.end()
      return undefined
    })
    await using yard = await yardOf(service, { config: { auth: authOf(service) } }, options)
    const result = await yard.call('ask', {})
    assert.equal(result.error?.code, 'tool_failed')
    assert.equal(tokens, 2)
  })

  it('that are refused are told, without the secret', async () => {
    await using service = await openService((_, response) => {
      response.writeHead(401, { 'content-type': 'application/json' })
      response.end(
        JSON.stringify({ error: 'invalid_client', error_description: `not ${secret}`, debug: 'x' }),
      )
    })
    await using yard = await yardOf(service, { config: { auth: authOf(service) } }, options)
    const text = textOf(await yard.call('ask', {}))
    assert.match(text, /no access token from 127\.0\.0\.1:\d+: it answered 401 \(invalid_client: not .*\)/)
    assert.ok(!text.includes(secret))
    assert.doesNotMatch(text, /debug/)
  })

  it('never follow a redirect', async () => {
    await using other = await openService()
    await using service = await openService((_, response) => {
      response.writeHead(307, { location: `${other.origin}/token` })
      response.end()
    })
    await using yard = await yardOf(
      service,
      { config: { auth: authOf(service) } },
      { ...options, network: { allow: [service.host, other.host] } },
    )
    assert.match(textOf(await yard.call('ask', {})), /it answered 307/)
    assert.deepEqual(other.received, [])
  })

  it('give a token that is never shown', async () => {
    await using service = await openService(({ url, headers }) =>
      url === '/token' ? { access_token: 'an-opaque-token-5678' } : { echo: headers.authorization },
    )
    await using yard = await yardOf(service, { config: { auth: authOf(service) } }, options)
    const result = await yard.call('ask', {})
    assert.equal(result.status, 'ok')
    assert.ok(!JSON.stringify(result).includes('an-opaque-token-5678'))
  })
})
