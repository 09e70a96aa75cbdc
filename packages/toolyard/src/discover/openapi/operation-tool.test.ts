import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { api, convert, jsonBody, probe } from './support.test.ts'

describe('the tool of an operation', () => {
  it('says what the operation says of itself', async () => {
    const outcome = await convert(
      api({
        '/a': {
          get: {
            operationId: 'a',
            summary: 'Lists things.',
            description: 'All of them.',
            tags: ['Things', 'public'],
          },
        },
      }),
    )
    const { manifest } = outcome.tool('a')
    assert.equal(manifest.title, 'Lists things.')
    assert.equal(manifest.description, 'Lists things.\n\nAll of them.')
    assert.equal(manifest.category, 'Things')
    assert.deepEqual(manifest.tags, ['Things', 'public'])
    assert.equal(manifest.type, 'REST')
    assert.equal(manifest.source, 'config')
    assert.equal(manifest.via?.text, 'GET https://api.example.com/a')
  })

  it('says that it is deprecated, and what it calls where nothing is said', async () => {
    const outcome = await convert(api({ '/a': { get: { deprecated: true, summary: 'Old.' }, put: {} } }))
    assert.equal(outcome.tool('get_a').manifest.description, 'Deprecated.\n\nOld.')
    assert.equal(outcome.tool('put_a').manifest.description, 'PUT /a')
  })

  it('has a description that ends', async () => {
    const { manifest } = (await convert(probe({ description: 'word '.repeat(1000) }))).tool('probe')
    assert.ok(manifest.description.length <= 1000 && manifest.description.endsWith('word…'))
  })

  it('reaches outside, and may be repeated where its method may', async () => {
    const outcome = await convert(
      api({
        '/a': Object.fromEntries(
          ['get', 'head', 'post', 'put', 'patch', 'delete'].map((method) => [method, {}]),
        ),
      }),
    )
    for (const { manifest } of outcome.tools) {
      assert.equal(manifest.permission, 'external')
      assert.equal(manifest.effects, 'network')
      assert.equal(manifest.confirm, false)
      assert.equal(manifest.idempotent, /^(?:get|head)_/.test(manifest.name), manifest.name)
    }
  })

  it('has the rights, the time and the credentials that the configuration gives', async () => {
    const outcome = await convert(probe({}), {
      permission: 'read',
      confirm: true,
      timeoutMs: 5000,
      headers: { 'X-Team': 'a' },
      auth: { type: 'bearer', token: '${TOKEN}' },
    })
    const { manifest } = outcome.tool('probe')
    assert.equal(manifest.permission, 'read')
    assert.equal(manifest.confirm, true)
    const { timeoutMs, headers, auth } = outcome.rest('probe')
    assert.deepEqual(
      { timeoutMs, headers, auth },
      {
        timeoutMs: 5000,
        headers: { 'X-Team': 'a' },
        auth: { type: 'bearer', token: '${TOKEN}' },
      },
    )
  })

  it('names the address of a call as what it touches', async () => {
    const outcome = await convert(
      api({ '/users/{id}': { get: { operationId: 'a', parameters: [{ name: 'id', in: 'path' }] } } }),
    )
    assert.deepEqual(outcome.tool('a').resources?.({ id: 'a/b' } as never, { workspace: '/' }), [
      { kind: 'url', id: 'https://api.example.com/users/a%2Fb', access: 'read' },
    ])
  })

  it('is not there where the operation is wrong, and the others are', async () => {
    const outcome = await convert(
      api({
        '/a': { get: 'text', post: { operationId: 'good' }, options: {}, 'x-y': 1 },
        '/b': null,
        '/c/{a}{b': { get: { operationId: 'brace' } },
        'x-note': {},
      }),
    )
    assert.deepEqual(outcome.names, ['good'])
    const told = outcome.told.join('\n')
    assert.match(told, /GET \/a at #\/paths\/~1a\/get: is no operation/)
    assert.match(told, /OPTIONS \/a at #\/paths\/~1a\/options: has a method that no tool has/)
    assert.match(told, /\/b at #\/paths\/~1b: leads to no operations/)
    assert.match(told, /GET \/c\/\{a\}\{b \(brace\)/)
  })

  it('tells that credentials are needed, once for each kind, and is there all the same', async () => {
    const document = api(
      {
        '/a': {
          get: { security: [{ token: [] }] },
          put: { security: [{ token: [] }] },
          post: { security: [{ token: [] }, {}] },
        },
        '/b': { get: {}, put: { security: [] } },
      },
      {
        security: [{ key: [] }],
        components: {
          securitySchemes: {
            token: { type: 'http', scheme: 'bearer' },
            key: { type: 'apiKey', in: 'query', name: 'api_key' },
          },
        },
      },
    )
    const outcome = await convert(document)
    assert.equal(outcome.tools.length, 5)
    assert.deepEqual(outcome.told, [
      'GET /a and 1 others: credentials are needed ("token"), and none are configured',
      'GET /b: credentials are needed ("key"), and none are configured',
    ])
    assert.match(outcome.hints.join('\n'), /auth: \{ type: 'bearer', token: '\$\{TOKEN\}' \}/)
    assert.match(
      outcome.hints.join('\n'),
      /auth: \{ type: 'api_key', in: 'query', name: 'api_key', value: '\$\{KEY\}' \}/,
    )
    assert.deepEqual((await convert(document, { auth: { type: 'bearer', token: '${T}' } })).told, [])
  })

  it('is told for a few places only where a fault is everywhere', async () => {
    const paths = Object.fromEntries(
      Array.from({ length: 50 }, (_, at) => [
        `/a${at}`,
        { post: jsonBody({ type: 'object', properties: { a: { type: 'odd' } } }) },
      ]),
    )
    const { told, tools } = await convert(api(paths))
    assert.equal(tools.length, 50)
    assert.equal(told.length, 6)
    assert.match(told.at(-1) ?? '', /… and in 45 other places: "odd" is no type/)
  })
})
