/** Documents named in the options, calls through the whole pipeline, requests as a server of this machine sees them. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { createToolyard, textOf, type ToolyardOptions } from '../../src/index.ts'

interface Seen {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

const file = {
  filename: 'a.png',
  content: Buffer.from('picture').toString('base64'),
  encoding: 'base64',
  mimeType: 'image/png',
}

describe('an OpenAPI document in the options', () => {
  const seen: Seen[] = []
  let server: Server
  let folder: string
  let host: string
  const documents = new Map<string, object>()

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolyard-openapi-'))
    server = createServer((request, response) => {
      void text(request).then((body) => {
        const { method, url = '', headers } = request
        const document = documents.get(url)
        if (!document) seen.push({ method, url, headers, body })
        if (url.startsWith('/v1/bad')) response.statusCode = 404
        if (method === 'DELETE') response.writeHead(204).end()
        else
          response
            .setHeader('content-type', 'application/json')
            .end(JSON.stringify(document ?? { id: 7, name: 'Rex', extra: true }))
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  })

  after(async () => {
    server.close()
    await rm(folder, { recursive: true, force: true })
  })

  const pet = {
    type: 'object',
    properties: { name: { type: 'string' }, age: { type: 'integer', default: 1 } },
    required: ['name'],
  }
  const answer = {
    200: {
      content: {
        'application/json': {
          schema: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] },
        },
      },
    },
  }
  const path = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
  const document = (): object => ({
    openapi: '3.1.0',
    servers: [{ url: `http://${host}/v1` }],
    paths: {
      '/pets/{id}': {
        parameters: [path],
        get: {
          operationId: 'getPet',
          parameters: [
            {
              name: 'tags',
              in: 'query',
              explode: false,
              schema: { type: 'array', items: { type: 'string' } },
            },
            {
              name: 'filter',
              in: 'query',
              style: 'deepObject',
              schema: { type: 'object', additionalProperties: true },
            },
            { name: 'limit', in: 'query', schema: { type: 'integer', default: 20 } },
            { name: 'X-Trace', in: 'header', schema: { type: 'string' } },
            { name: 'session', in: 'cookie', schema: { type: 'string' } },
          ],
          responses: answer,
        },
        put: {
          operationId: 'putPet',
          requestBody: {
            required: true,
            content: {
              'application/vnd.pet+json': {
                schema: { ...pet, properties: { ...pet.properties, id: { type: 'integer' } } },
              },
            },
          },
          responses: answer,
        },
        delete: { operationId: 'deletePet', responses: { 204: {} } },
      },
      '/pets': {
        post: {
          operationId: 'addPets',
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { type: 'array', items: pet } } },
          },
        },
      },
      '/form': {
        post: {
          operationId: 'form',
          requestBody: { required: true, content: { 'application/x-www-form-urlencoded': { schema: pet } } },
        },
      },
      '/upload': {
        post: {
          operationId: 'upload',
          requestBody: {
            required: true,
            content: {
              'multipart/form-data': {
                schema: {
                  type: 'object',
                  properties: { note: { type: 'string' }, file: { type: 'string', format: 'binary' } },
                },
              },
            },
          },
        },
      },
      '/note': {
        post: {
          operationId: 'note',
          requestBody: { required: true, content: { 'text/plain': { schema: { type: 'string' } } } },
        },
      },
      '/raw': { post: { operationId: 'raw', requestBody: { required: true, content: { 'image/png': {} } } } },
      '/bad/{id}': { get: { operationId: 'bad', parameters: [path] } },
    },
  })

  const open = async (
    openapi: NonNullable<ToolyardOptions['openapi']>,
    options: ToolyardOptions = {},
  ): Promise<Awaited<ReturnType<typeof createToolyard>>> =>
    createToolyard({
      workspace: folder,
      openapi,
      policy: { mode: 'bypass' },
      network: { allow: [host] },
      environment: { PET_TOKEN: 'a-secret-token-of-the-test' },
      ...options,
    })

  it('gives tools whose requests are what the document asks for', async () => {
    await writeFile(join(folder, 'api.json'), JSON.stringify(document()))
    await using yard = await open([{ document: 'api.json', auth: { type: 'bearer', token: '${PET_TOKEN}' } }])
    const ask = async (name: string, input: Record<string, unknown>): Promise<Seen> => {
      const sofar = seen.length
      const result = await yard.call(name, input)
      assert.equal(result.status, 'ok', textOf(result))
      assert.equal(seen.length, sofar + 1)
      return seen.at(-1) as Seen
    }
    const get = await ask('getPet', {
      id: 'a/b',
      tags: ['x', 'y z'],
      filter: { age: 3 },
      'X-Trace': 't1',
      session: 's 1',
    })
    assert.equal(get.url, '/v1/pets/a%2Fb?tags=x%2Cy%20z&filter%5Bage%5D=3&limit=20')
    assert.equal(get.headers['x-trace'], 't1')
    assert.equal(get.headers.cookie, 'session=s%201')
    assert.equal(get.headers.authorization, 'Bearer a-secret-token-of-the-test')

    const put = await ask('putPet', { id: 'p1', name: 'Rex', body_id: 7 })
    assert.equal(put.method, 'PUT')
    assert.equal(put.url, '/v1/pets/p1')
    assert.equal(put.headers['content-type'], 'application/vnd.pet+json')
    assert.deepEqual(JSON.parse(put.body), { name: 'Rex', id: 7 })

    assert.equal((await ask('deletePet', { id: 'p1' })).method, 'DELETE')
    assert.deepEqual(JSON.parse((await ask('addPets', { body: [{ name: 'A' }] })).body), [{ name: 'A' }])
    assert.equal((await ask('form', { name: 'A b', age: 2 })).body, 'name=A%20b&age=2')
    assert.equal((await ask('note', { body: 'Hello.' })).body, 'Hello.')

    const raw = await ask('raw', { body: Buffer.from('picture').toString('base64') })
    assert.equal(raw.body, 'picture')
    assert.equal(raw.headers['content-type'], 'image/png')

    const upload = await ask('upload', { note: 'mine', file })
    assert.match(upload.headers['content-type'] ?? '', /^multipart\/form-data; boundary=/)
    assert.match(upload.body, /name="file"; filename="a.png"\r\ncontent-type: image\/png\r\n\r\npicture\r\n/i)
    assert.match(upload.body, /name="note"\r\n\r\nmine\r\n/)
  })

  it('checks arguments and answers by the document', async () => {
    await using yard = await open([{ document: 'api.json' }])
    const sofar = seen.length
    const wrong = await yard.call('putPet', { id: 'p1', name: 'Rex', age: 'old' })
    assert.equal(wrong.error?.code, 'invalid_arguments')
    const unknown = await yard.call('putPet', { id: 'p1', name: 'Rex', colour: 'red' })
    assert.equal(unknown.error?.code, 'invalid_arguments')
    assert.equal(seen.length, sofar)
    const good = await yard.call('getPet', { id: 'p1' })
    assert.deepEqual(good.data, { id: 7, name: 'Rex', extra: true })
    const missing = await yard.call('bad', { id: 'p1' })
    assert.equal(missing.status, 'error')
  })

  it('asks before it reaches outside, as its permission says', async () => {
    await using yard = await open([{ document: 'api.json' }], { policy: { mode: 'default' } })
    const refused = await yard.call('getPet', { id: 'p1' })
    assert.equal(refused.status, 'denied')
    await using allowed = await open([{ document: 'api.json' }], {
      policy: { mode: 'default', allow: [`getPet(http://${host}/v1/pets/**)`] },
    })
    assert.equal((await allowed.call('getPet', { id: 'p1' })).status, 'ok')
    assert.equal((await allowed.call('deletePet', { id: 'p1' })).status, 'denied')
  })

  it('has parameters that the application provides', async () => {
    await using yard = await open(
      [{ document: 'api.json', name: 'pets', provided: ['X-Trace'], include: { operations: ['getPet'] } }],
      {
        provide: () => ({ 'X-Trace': 'from the application' }),
      },
    )
    assert.deepEqual(yard.registry.toolNames, ['pets_getPet'])
    assert.equal((await yard.call('pets_getPet', { id: 'p1' })).status, 'ok')
    assert.equal(seen.at(-1)?.headers['x-trace'], 'from the application')
  })

  it('may come from a URL, with the files that it refers to', async () => {
    documents.set('/docs/openapi.json', {
      openapi: '3.0.0',
      paths: { '/v1/pets': { $ref: 'paths/pets.json' } },
    })
    documents.set('/docs/paths/pets.json', { get: { operationId: 'listPets', responses: {} } })
    await using yard = await open([
      {
        document: `http://${host}/docs/openapi.json`,
        auth: { type: 'api_key', in: 'query', name: 'key', value: '${PET_TOKEN}' },
      },
    ])
    assert.equal((await yard.call('listPets', {})).status, 'ok')
    assert.equal(seen.at(-1)?.url, '/v1/pets?key=a-secret-token-of-the-test')
  })

  it('that can not be read does not stop the others', async () => {
    await using yard = await open([{ document: 'missing.json' }, { document: 'api.json' }])
    assert.ok(yard.registry.has('getPet'))
  })
})
