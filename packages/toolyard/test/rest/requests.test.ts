/** Where the parameters of a REST tool go. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { textOf } from 'toolyard'
import { openService, parameters, type Received, type Spec, yardOf } from './service.ts'

async function sent(spec: Spec, input: object): Promise<Received> {
  await using service = await openService()
  await using yard = await yardOf(service, spec)
  const result = await yard.call('ask', input)
  assert.equal(result.status, 'ok', textOf(result))
  const [request] = service.received
  assert.ok(request)
  return request
}

async function refused(spec: Spec, input: object): Promise<string> {
  await using service = await openService()
  await using yard = await yardOf(service, spec)
  const result = await yard.call('ask', input)
  assert.notEqual(result.status, 'ok')
  assert.deepEqual(service.received, [], 'nothing is sent')
  return textOf(result)
}

const text = { type: 'string' }

describe('a tool with no more than a base URL', () => {
  it('is asked with GET and its parameters are the query', async () => {
    const { method, url } = await sent(
      { parameters: parameters({ city: text, days: { type: 'integer' } }) },
      { city: 'São Paulo & co', days: 3 },
    )
    assert.equal(method, 'GET')
    assert.equal(url, '/?city=S%C3%A3o%20Paulo%20%26%20co&days=3')
  })

  it('keeps the path and the query of the base URL', async () => {
    await using service = await openService()
    await using yard = await yardOf(service, {
      parameters: parameters({ city: text }),
      config: { baseUrl: `${service.origin}/v1/?units=metric` },
    })
    await yard.call('ask', { city: 'Rome' })
    assert.equal(service.received[0]?.url, '/v1?units=metric&city=Rome')
  })

  it('leaves out what was not given', async () => {
    const { url } = await sent({ parameters: parameters({ a: text, b: text }) }, { b: 'x' })
    assert.equal(url, '/?b=x')
  })

  it('sends fixed headers, and says who it is', async () => {
    const { headers } = await sent({ config: { headers: { 'X-Units': 'metric', Accept: 'text/csv' } } }, {})
    assert.equal(headers['x-units'], 'metric')
    assert.equal(headers.accept, 'text/csv')
    assert.match(headers['user-agent'] ?? '', /^toolyard\//)
  })
})

describe('a parameter in the path', () => {
  const spec: Spec = {
    parameters: parameters({ id: text, q: text }, ['id']),
    config: { path: '/users/{id}/posts' },
  }

  it('is put in its place, and the others go into the query', async () => {
    const { url } = await sent(spec, { id: 'ada', q: 'x' })
    assert.equal(url, '/users/ada/posts?q=x')
  })

  for (const [value, written] of [
    ['../../admin', '..%2F..%2Fadmin'],
    ['a?role=admin', 'a%3Frole%3Dadmin'],
    ['a#b', 'a%23b'],
    ['@evil.example', '%40evil.example'],
    ['//evil.example', '%2F%2Fevil.example'],
    ['a\\b', 'a%5Cb'],
    ['%2e%2e', '%252e%252e'],
    ['a\r\nHost: x', 'a%0D%0AHost%3A%20x'],
    ['\ud800', '%EF%BF%BD'],
    ['${HOME}', '%24%7BHOME%7D'],
  ] as const)
    it(`stays one segment where it is ${JSON.stringify(value)}`, async () => {
      const { url } = await sent(spec, { id: value })
      assert.equal(url, `/users/${written}/posts`)
    })

  for (const value of ['.', '..', ''])
    it(`is refused where it is ${JSON.stringify(value)}, which is another place`, async () => {
      assert.match(
        await refused(spec, { id: value }),
        /^invalid_arguments: id (?:leads to another place|is empty)/,
      )
    })

  it('is refused where two of them make ".." together', async () => {
    const both: Spec = {
      parameters: parameters({ a: text, b: text }),
      config: { path: '/x/{a}{b}' },
    }
    assert.match(await refused(both, { a: '.', b: '.' }), /another place/)
  })

  it('may have another name there', async () => {
    const { url } = await sent(
      {
        parameters: parameters({ user_id: text, id: text }),
        config: { path: '/users/{id}', parameters: { user_id: { in: 'path', name: 'id' } } },
      },
      { user_id: 'ada', id: '7' },
    )
    assert.equal(url, '/users/ada?id=7')
  })

  it('may be written into a query in the path', async () => {
    const { url } = await sent(
      { parameters: parameters({ q: text, n: text }), config: { path: '/search?query={q}&n={n}&all=yes' } },
      { q: 'a&b=c' },
    )
    assert.equal(url, '/search?query=a%26b%3Dc&all=yes')
  })
})

describe('lists and objects', () => {
  const list = { type: 'array', items: text }
  const object = { type: 'object' }

  for (const [title, place, value, written] of [
    ['repeat their name', { in: 'query' }, ['a', 'b'], '/?v=a&v=b'],
    ['are joined by commas', { in: 'query', explode: false }, ['a', 'b'], '/?v=a%2Cb'],
    ['are joined by bars', { in: 'query', style: 'pipeDelimited' }, ['a', 'b'], '/?v=a%7Cb'],
    ['are joined by spaces', { in: 'query', style: 'spaceDelimited' }, ['a', 'b'], '/?v=a%20b'],
    ['become keys of the query', { in: 'query' }, { x: 1, y: 2 }, '/?x=1&y=2'],
    [
      'keep their name around their keys',
      { in: 'query', style: 'deepObject' },
      { x: { y: 1 } },
      '/?v%5Bx%5D%5By%5D=1',
    ],
  ] as const)
    it(`${title} in a query`, async () => {
      const schema = Array.isArray(value) ? list : object
      const { url } = await sent(
        { parameters: parameters({ v: schema }), config: { parameters: { v: place } } },
        { v: value },
      )
      assert.equal(url, written)
    })

  for (const [style, explode, written] of [
    ['simple', false, 'a,b'],
    ['label', true, '.a.b'],
    ['matrix', false, ';v=a,b'],
    ['matrix', true, ';v=a;v=b'],
  ] as const)
    it(`are written in a path as ${style}${explode ? ', exploded' : ''}`, async () => {
      const { url } = await sent(
        {
          parameters: parameters({ v: list }),
          config: { path: '/{v}', parameters: { v: { in: 'path', style, explode } } },
        },
        { v: ['a', 'b'] },
      )
      assert.equal(url, `/${written}`)
    })

  it('never take the name of something else in the query', async () => {
    const spec: Spec = {
      parameters: parameters({ filter: object, page: text }),
      config: {
        query: { tenant: 'mine' },
        auth: { type: 'api_key', in: 'query', name: 'key', value: 'abc' },
      },
    }
    for (const name of ['tenant', 'key', 'page'])
      assert.match(await refused(spec, { filter: { [name]: 'x' } }), new RegExp(`filter\\.${name}`))
  })
})

describe('parameters in headers and cookies', () => {
  const spec: Spec = {
    parameters: parameters({ trace: text, session: text, lang: text }),
    config: {
      parameters: { trace: { in: 'header', name: 'X-Trace' }, session: { in: 'cookie', name: 'sid' } },
      headers: { 'Accept-Language': '{lang};q=1', Cookie: 'a=b' },
    },
  }

  it('are put there', async () => {
    const { headers, url } = await sent(spec, { trace: 't-1', session: 'a b;c', lang: 'it' })
    assert.equal(headers['x-trace'], 't-1')
    assert.equal(headers.cookie, 'a=b; sid=a%20b%3Bc')
    assert.equal(headers['accept-language'], 'it;q=1')
    assert.equal(url, '/')
  })

  for (const value of ['a\r\nX-Admin: yes', 'a\nb', 'a\x07b', 'a\u2028b', 'grüße €'])
    it(`are refused in a header where they are ${JSON.stringify(value)}`, async () => {
      assert.match(await refused(spec, { trace: value }), /trace holds a character that no header can have/)
      assert.match(await refused(spec, { lang: value }), /lang holds a character that no header can have/)
    })
})
