/** An OpenAPI document is data from outside: it gets no secret and reads no foreign file. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type OpenApiSpec, openApiTools } from '../../src/discover/openapi/index.ts'
import type { RestFacts, SourceTools } from '../../src/define/index.ts'

interface Read extends SourceTools {
  /** What was asked for. */
  readonly locations: readonly string[]
  readonly told: string
}

async function read(document: unknown, spec: Partial<OpenApiSpec> = {}): Promise<Read> {
  const locations: string[] = []
  const found = await openApiTools(
    { document: 'api.json', ...spec },
    {
      async read(location) {
        locations.push(location)
        if (locations.length > 1) throw new Error('there is nothing')
        return typeof document === 'string' ? document : JSON.stringify(document)
      },
    },
  )
  return { ...found, locations, told: found.problems.map(({ reason }) => reason).join('\n') }
}

const restOf = ({ tools }: SourceTools): RestFacts[] =>
  tools.flatMap(({ implementation }) => (implementation.kind === 'rest' ? [implementation.rest] : []))

const api = (paths: object, rest: object = {}): object => ({
  openapi: '3.1.0',
  servers: [{ url: 'https://api.example.com' }],
  paths,
  ...rest,
})

describe('a document gets no secret', () => {
  it('neither by a reference in the address of a server', async () => {
    for (const url of [
      'https://evil.example.com/${TOKEN}',
      'https://${TOKEN}.evil.example.com',
      'https://evil.example.com/{x}',
    ]) {
      const servers = [{ url, variables: { x: { default: '${TOKEN}' } } }]
      const outcome = await read(api({ '/a': { get: {} } }, { servers }))
      assert.deepEqual(outcome.tools, [], url)
      assert.match(outcome.told, /could be taken for a secret|no whole URL/)
    }
  })

  it('nor by one in a path, a media type or a name', async () => {
    const outcome = await read(
      api({
        '/a/${TOKEN}': { get: { operationId: 'path' } },
        '/b?key=${TOKEN}': { get: { operationId: 'query' } },
        '/c': {
          post: {
            operationId: 'media',
            parameters: [{ name: '${TOKEN}', in: 'query', schema: { type: 'string' } }],
            requestBody: { content: { 'application/${TOKEN}+json': { schema: { type: 'string' } } } },
            responses: { 200: { content: { 'application/vnd.${TOKEN}+json': {} } } },
          },
        },
      }),
    )
    assert.deepEqual(
      outcome.tools.map(({ manifest }) => manifest.name),
      ['media'],
    )
    const [facts] = restOf(outcome)
    assert.equal(facts?.headers, undefined)
    assert.deepEqual(Object.keys(facts?.parameters ?? {}), ['TOKEN', 'body'])
  })

  it('for a host that the configuration does not name', async () => {
    const auth = { type: 'bearer', token: '${TOKEN}' } as const
    const headers = { 'X-Key': '${KEY}' }
    const elsewhere = { '/a': { get: {} }, '/b': { get: { servers: [{ url: 'https://evil.example.com' }] } } }
    const fromFile = await read(api(elsewhere), { auth, headers })
    const sent = (facts: readonly RestFacts[]): unknown =>
      facts.map((one) => [new URL(one.baseUrl).host, one.auth !== undefined, one.headers !== undefined])
    assert.deepEqual(sent(restOf(fromFile)), [
      ['api.example.com', true, true],
      ['evil.example.com', false, false],
    ])
    assert.match(fromFile.told, /GET \/b: auth and headers are not sent to https:\/\/evil.example.com/)
    const fromUrl = await read(api(elsewhere), {
      document: 'https://docs.example.com/api.json',
      auth,
      headers,
    })
    assert.deepEqual(sent(restOf(fromUrl)), [
      ['api.example.com', false, false],
      ['evil.example.com', false, false],
    ])
    const named = await read(api(elsewhere), {
      document: 'https://docs.example.com/api.json',
      auth,
      headers,
      baseUrl: 'https://api.example.com',
    })
    assert.deepEqual(sent(restOf(named)), [
      ['api.example.com', true, true],
      ['api.example.com', true, true],
    ])
  })

  it('by a server with credentials, or one that is no service', async () => {
    for (const url of [
      'https://user:pass@example.com',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'data:text/plain,x',
    ])
      assert.deepEqual((await read(api({ '/a': { get: {} } }, { servers: [{ url }] }))).tools, [], url)
  })
})

describe('a document reads nothing that is not its own', () => {
  const refer = ($ref: string): object => api({ '/a': { $ref } })

  it('from a file: no URL, no absolute path', async () => {
    for (const ref of [
      'https://evil.example.com/a.json',
      'http://169.254.169.254/latest',
      'file:///etc/passwd',
      '//evil.example.com/a',
      '/etc/passwd',
      'ftp://a/b',
    ]) {
      const { locations, told } = await read(refer(ref))
      assert.deepEqual(locations, ['api.json'], ref)
      assert.match(told, /was not followed/)
    }
  })

  it('from a URL: no other origin, no file', async () => {
    const document = 'https://docs.example.com/v1/api.json'
    for (const ref of [
      'https://evil.example.com/a.json',
      'http://docs.example.com/a.json',
      'file:///etc/passwd',
      '//evil.example.com/a',
      'https://docs.example.com:8443/a',
    ]) {
      const { locations, told } = await read(refer(ref), { document })
      assert.deepEqual(locations, [document], ref)
      assert.match(told, /was not followed/)
    }
    assert.deepEqual((await read(refer('../a.json'), { document })).locations, [
      document,
      'https://docs.example.com/a.json',
    ])
  })
})
