import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { OpenApiSpec } from './index.ts'
import { convert } from './support.test.ts'

const operation = { operationId: 'probe' }
const document = (rest: object): object => ({
  openapi: '3.1.0',
  paths: { '/a': { get: operation } },
  ...rest,
})
const urlOf = async (rest: object, spec: Partial<OpenApiSpec> = {}): Promise<string> =>
  (await convert(document(rest), spec)).rest('probe').baseUrl
const server = (...urls: readonly string[]): object => ({ servers: urls.map((url) => ({ url })) })

describe('where the requests of an operation go', () => {
  it('is the first server, or its twin that is encrypted', async () => {
    assert.equal(
      await urlOf(server('https://one.example.com/v1/', 'https://two.example.com')),
      'https://one.example.com/v1',
    )
    assert.equal(
      await urlOf(server('http://one.example.com/v1', 'https://one.example.com/v1')),
      'https://one.example.com/v1',
    )
    assert.equal(
      await urlOf(server('http://one.example.com', 'https://two.example.com')),
      'http://one.example.com',
    )
    assert.equal(
      await urlOf(server('wss://one.example.com', 'https://two.example.com')),
      'https://two.example.com',
    )
  })

  it('has the defaults of the variables', async () => {
    const variables = { region: { default: 'eu' }, port: { enum: ['8443', '443'] } }
    assert.equal(
      await urlOf({ servers: [{ url: 'https://{region}.example.com:{port}/x', variables }] }),
      'https://eu.example.com:8443/x',
    )
  })

  it('is the server of the operation, of its path, or of the document', async () => {
    const outcome = await convert({
      openapi: '3.1.0',
      ...server('https://document.example.com'),
      paths: {
        '/a': {
          ...server('https://path.example.com'),
          get: { operationId: 'a' },
          put: { operationId: 'b', ...server('https://own.example.com') },
        },
        '/c': { get: { operationId: 'c' } },
      },
    })
    assert.equal(outcome.rest('a').baseUrl, 'https://path.example.com')
    assert.equal(outcome.rest('b').baseUrl, 'https://own.example.com')
    assert.equal(outcome.rest('c').baseUrl, 'https://document.example.com')
  })

  it('is read from where the document is, where that is a URL', async () => {
    const at = { document: 'https://docs.example.com/api/openapi.json' }
    assert.equal(await urlOf(server('/v1'), at), 'https://docs.example.com/v1')
    assert.equal(await urlOf(server('../v2'), at), 'https://docs.example.com/v2')
    assert.equal(await urlOf({}, at), 'https://docs.example.com')
  })

  it('is what the configuration says, if it says something', async () => {
    assert.equal(
      await urlOf(server('https://a.example.com'), { baseUrl: 'https://${HOST}/v3' }),
      'https://${HOST}/v3',
    )
  })

  it('is in three parts in version 2.0', async () => {
    const old = { openapi: undefined, swagger: '2.0', basePath: '/v2' }
    assert.equal(
      await urlOf({ ...old, host: 'a.example.com', schemes: ['ws', 'http', 'https'] }),
      'https://a.example.com/v2',
    )
    assert.equal(await urlOf({ ...old, host: 'a.example.com:8080' }), 'https://a.example.com:8080/v2')
    assert.equal(await urlOf({ ...old, host: 'a.example.com', schemes: ['http'] }), 'http://a.example.com/v2')
    assert.equal(
      await urlOf(old, { document: 'http://b.example.com/swagger.json' }),
      'http://b.example.com/v2',
    )
  })

  const none: readonly (readonly [string, object, RegExp])[] = [
    ['there is no server', {}, /names no server/],
    ['its server is no whole URL', server('/v1'), /server "\/v1", which is no whole URL/],
    ['a variable has no value', server('https://{x}.example.com'), /which is no whole URL/],
    ['it speaks something else', server('ftp://example.com'), /no server that speaks HTTP/],
    ['its server has credentials', server('https://user:pass@example.com'), /credentials in its URL/],
  ]
  for (const [title, rest, told] of none)
    it(`is not known where ${title}, and then there is no tool`, async () => {
      const outcome = await convert(document(rest))
      assert.deepEqual(outcome.names, [])
      assert.match(outcome.told.join('\n'), told)
      assert.match(outcome.hints.join('\n'), /Write baseUrl/)
    })
})
