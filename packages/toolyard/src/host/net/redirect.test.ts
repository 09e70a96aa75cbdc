import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createGuard } from './guard.ts'
import { type Hop, nextHop as nextHopOf } from './redirect.ts'

const guard = createGuard({})

function nextHop(from: Hop, status: number, location: string | undefined): Hop | undefined {
  return nextHopOf(from, { status, location }, guard)
}

function hrefOf(next: Hop | undefined): string {
  return `${next?.origin}${next?.path}`
}

function hop(url: string, more: Partial<Hop> = {}): Hop {
  return {
    origin: new URL(url).origin,
    path: new URL(url).pathname,
    method: 'GET',
    headers: { authorization: 'a', cookie: 'b', 'x-api-key': 'c', accept: 'd', 'user-agent': 'e' },
    body: undefined,
    ...more,
  }
}

const post: Partial<Hop> = {
  method: 'POST',
  body: 'secret',
  headers: { 'content-type': 'text/plain', authorization: 'a' },
}

describe('a redirect', () => {
  it('is followed, also where its address is relative', () => {
    assert.equal(hrefOf(nextHop(hop('http://a.test/x/y'), 302, '../z?q=1#f')), 'http://a.test/z?q=1')
    assert.equal(hrefOf(nextHop(hop('https://a.test/x'), 301, '//b.test/')), 'https://b.test/')
  })

  it('is none without an address, or with another status', () => {
    assert.equal(nextHop(hop('http://a.test/'), 302, undefined), undefined)
    for (const status of [200, 300, 304, 305, 306, 404])
      assert.equal(nextHop(hop('http://a.test/'), status, '/x'), undefined)
  })

  it('takes all headers along on the same host', () => {
    for (const [from, to] of [
      ['https://a.test/', '/y'],
      ['http://a.test/', 'https://a.test/'],
    ] as const)
      assert.deepEqual(Object.keys(nextHop(hop(from), 302, to)?.headers ?? {}).length, 5)
  })

  for (const to of [
    'https://b.test/',
    'https://a.test:8443/',
    'https://sub.a.test/',
    'https://a.test.evil.test/',
  ])
    it(`takes no credentials along to ${to}`, () => {
      assert.deepEqual(nextHop(hop('https://a.test/'), 302, to)?.headers, { accept: 'd', 'user-agent': 'e' })
    })

  it('never leads from https to http', () => {
    assert.throws(() => nextHop(hop('https://a.test/'), 302, 'http://a.test/'), /from https to http/)
  })

  it('to where nobody may go is refused', () => {
    assert.throws(() => nextHop(hop('https://a.test/'), 302, 'https://10.0.0.1/'), /private address/)
    assert.throws(() => nextHop(hop('https://a.test/'), 302, 'https://u:p@a.test/'), /credentials/)
    assert.throws(() => nextHop(hop('https://a.test/'), 302, 'data:,x'), /only http and https/)
  })

  it('to something that is no URL is refused', () => {
    assert.throws(() => nextHop(hop('https://a.test/'), 302, 'https://[bad'), /not a URL/)
  })

  it('makes a GET of a POST where the standard does', () => {
    for (const status of [301, 302, 303])
      assert.deepEqual(nextHop(hop('https://a.test/', post), status, '/y'), {
        origin: 'https://a.test',
        path: '/y',
        method: 'GET',
        headers: { authorization: 'a' },
        body: undefined,
      })
    assert.equal(nextHop(hop('https://a.test/', { ...post, method: 'PUT' }), 302, '/y')?.method, 'PUT')
    assert.equal(nextHop(hop('https://a.test/', { ...post, method: 'PUT' }), 303, '/y')?.method, 'GET')
    assert.equal(nextHop(hop('https://a.test/', { method: 'HEAD' }), 303, '/y')?.method, 'HEAD')
  })

  it('takes method and body along where the standard does, on the same host', () => {
    for (const status of [307, 308]) {
      const next = nextHop(hop('https://a.test/', post), status, '/y')
      assert.equal(next?.method, 'POST')
      assert.equal(next?.body, 'secret')
    }
  })

  it('never takes a body to another host', () => {
    assert.throws(() => nextHop(hop('https://a.test/', post), 307, 'https://b.test/'), /body of the request/)
    assert.equal(nextHop(hop('https://a.test/', post), 303, 'https://b.test/')?.body, undefined)
  })
})
