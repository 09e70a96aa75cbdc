/** Browsers that sign in: a cookie that no script reads, a header that no other site knows, and their end. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openSite, type Refusal, type Site } from '../http/support.ts'

interface Session {
  readonly role: string
  readonly name: string
  readonly csrf: string
}

async function signIn(site: Site, token: string): Promise<{ cookie: string; set: string; session: Session }> {
  const { status, body, headers } = await site.json<Session>('POST', '/api/session', {
    as: 'nobody',
    body: { token },
  })
  assert.equal(status, 200)
  const set = headers.get('set-cookie') ?? ''
  return { cookie: set.split(';')[0] ?? '', set, session: body }
}

describe('a session', () => {
  it('is begun with a token, kept in a cookie that no script can read, and says who it is', async (test) => {
    const site = await openSite(test)
    const { set, cookie, session } = await signIn(site, site.token('operator'))
    assert.match(
      set,
      new RegExp(`^toolyard_session_${site.server.port}=[\\w-]{43}; HttpOnly; SameSite=Strict; Path=/$`),
    )
    assert.ok(!set.includes(site.token('operator')))
    assert.deepEqual([session.role, session.name], ['operator', 'the operator'])
    assert.deepEqual(await site.get('/api/session', { as: 'nobody', headers: { cookie } }), session)
  })

  it('is not begun with a wrong token', async (test) => {
    const site = await openSite(test)
    for (const token of ['x', `${site.token('admin')}x`, '__proto__']) {
      const { status, body, headers } = await site.json<Refusal>('POST', '/api/session', {
        as: 'nobody',
        body: { token },
      })
      assert.deepEqual([status, body.error.code, headers.get('set-cookie')], [401, 'unauthorised', null])
    }
    assert.equal((await site.json('POST', '/api/session', { as: 'nobody', body: {} })).status, 400)
  })

  it('changes nothing without the header that only our own page knows', async (test) => {
    const site = await openSite(test)
    const { cookie, session } = await signIn(site, site.token('admin'))
    const other = await signIn(site, site.token('admin'))
    const call = (headers: Record<string, string>) =>
      site.json<Refusal>('POST', '/api/tools/echo/call', {
        as: 'nobody',
        body: {},
        headers: { cookie, ...headers },
      })
    for (const headers of [
      {},
      { 'x-toolyard-csrf': '' },
      { 'x-toolyard-csrf': 'undefined' },
      { 'x-toolyard-csrf': other.session.csrf },
    ]) {
      const { status, body } = await call(headers)
      assert.deepEqual([status, body.error.code], [403, 'forbidden'], JSON.stringify(headers))
    }
    assert.equal((await site.yard.calls()).length, 0)
    assert.equal((await call({ 'x-toolyard-csrf': session.csrf })).status, 200)
    for (const method of ['DELETE', 'PATCH', 'PUT'])
      assert.equal(
        (await site.json(method, '/api/agents/x', { as: 'nobody', body: {}, headers: { cookie } })).status,
        403,
      )
  })

  it('ends when it is signed out of, and when its token is taken back', async (test) => {
    const site = await openSite(test)
    const first = await signIn(site, site.token('viewer'))
    const out = await site.json('DELETE', '/api/session', {
      as: 'nobody',
      headers: { cookie: first.cookie, 'x-toolyard-csrf': first.session.csrf },
    })
    assert.equal(out.status, 200)
    assert.match(out.headers.get('set-cookie') ?? '', /Max-Age=0/)
    assert.equal(
      (await site.json('GET', '/api/session', { as: 'nobody', headers: { cookie: first.cookie } })).status,
      401,
    )
    const second = await signIn(site, site.token('viewer'))
    const { items } = await site.get<{ items: { id: string; role: string }[] }>('/api/tokens')
    await site.json('DELETE', `/api/tokens/${items.find(({ role }) => role === 'viewer')?.id}`)
    assert.equal(
      (await site.json('GET', '/api/info', { as: 'nobody', headers: { cookie: second.cookie } })).status,
      401,
    )
  })

  it('is not found under a made-up id, and a thousand new ones forget the oldest', async (test) => {
    const site = await openSite(test)
    const name = `toolyard_session_${site.server.port}`
    for (const id of ['', 'x', '__proto__', 'x'.repeat(1000)])
      assert.equal(
        (await site.json('GET', '/api/session', { as: 'nobody', headers: { cookie: `${name}=${id}` } }))
          .status,
        401,
      )
    const first = await signIn(site, site.token('viewer'))
    for (let index = 0; index < 1000; index++) await signIn(site, site.token('viewer'))
    assert.equal(
      (await site.json('GET', '/api/session', { as: 'nobody', headers: { cookie: first.cookie } })).status,
      401,
    )
  })
})

describe('the tokens', () => {
  it('are kept as hashes, and shown once', async (test) => {
    const site = await openSite(test)
    const made = await site.json<{ id: string; value: string }>('POST', '/api/tokens', {
      body: { name: 'for CI', role: 'operator' },
    })
    assert.equal(made.status, 201)
    assert.match(made.body.value, /^ty_[\w-]{43}$/)
    const kept = JSON.stringify(await site.yard.store.tokens.list())
    assert.ok(!kept.includes(made.body.value))
    assert.ok(!JSON.stringify(await site.get('/api/tokens')).includes(made.body.value))
    assert.equal((await site.json('GET', '/api/info', { as: { token: made.body.value } })).status, 200)
  })

  it('are taken out of whatever a tool shows, in its answer, its stream and the journal', async (test) => {
    const site = await openSite(test)
    const token = site.token('admin')
    for (const headers of [{}, { accept: 'text/event-stream' }]) {
      const response = await site.send('POST', '/api/tools/echo/call', {
        body: { input: { text: `it is ${token}.` } },
        headers,
      })
      const said = await response.text()
      assert.match(said, /it is /)
      assert.ok(!said.includes(token), said)
    }
    assert.ok(!JSON.stringify(await site.yard.calls()).includes(token))
  })

  it('have an agent where their role is agent, and only there', async (test) => {
    const site = await openSite(test)
    await site.json('POST', '/api/agents', { body: { name: 'helper' } })
    for (const body of [
      { name: 'a', role: 'agent' },
      { name: 'b', role: 'viewer', agent: 'helper' },
      { name: 'c', role: 'king' },
      { name: '', role: 'viewer' },
    ])
      assert.equal((await site.json('POST', '/api/tokens', { body })).status, 400, JSON.stringify(body))
    assert.equal(
      (await site.json('POST', '/api/tokens', { body: { name: 'd', role: 'agent', agent: 'no' } })).status,
      404,
    )
    assert.equal((await site.json('DELETE', '/api/tokens/none')).status, 404)
  })
})
