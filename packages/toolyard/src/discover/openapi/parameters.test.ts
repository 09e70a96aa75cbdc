import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { api, assertCompiles, convert, jsonBody } from './support.test.ts'

const path = (name: string, rest: object = {}): object => ({
  name,
  in: 'path',
  schema: { type: 'string' },
  ...rest,
})
const query = (name: string, rest: object = {}): object => ({
  name,
  in: 'query',
  schema: { type: 'string' },
  ...rest,
})
const get = (parameters: unknown, rest: object = {}): object => ({
  operationId: 'probe',
  parameters,
  ...rest,
})

describe('parameters', () => {
  it('go into one flat object, each with its place', async () => {
    const outcome = await convert(
      api({
        '/users/{user-id}': {
          get: get([
            query('limit', { schema: { type: 'integer' }, required: true, description: 'How many.' }),
            path('user-id'),
            { name: 'X-Trace', in: 'header', schema: { type: 'string' } },
            { name: 'session', in: 'cookie', schema: { type: 'string' } },
          ]),
        },
      }),
    )
    assert.deepEqual(outcome.schema('probe'), {
      type: 'object',
      properties: {
        'user-id': { type: 'string' },
        limit: { type: 'integer', description: 'How many.' },
        'X-Trace': { type: 'string' },
        session: { type: 'string' },
      },
      required: ['user-id', 'limit'],
      additionalProperties: false,
    })
    assert.deepEqual(outcome.rest('probe').parameters, {
      'user-id': { in: 'path' },
      limit: { in: 'query' },
      'X-Trace': { in: 'header' },
      session: { in: 'cookie' },
    })
    assert.deepEqual(outcome.told, [])
  })

  it('of one name are told apart by their place; the path keeps the name', async () => {
    const outcome = await convert(
      api({
        '/things/{id}': {
          put: get(
            [query('id'), path('id'), { name: 'id', in: 'header', schema: {} }],
            jsonBody({ properties: { id: {} } }),
          ),
        },
      }),
    )
    assert.deepEqual(outcome.rest('probe').parameters, {
      id: { in: 'path' },
      query_id: { in: 'query', name: 'id' },
      header_id: { in: 'header', name: 'id', explode: false },
      body_id: { in: 'body', name: 'id' },
    })
    assert.equal(outcome.rest('probe').path, '/things/{id}')
  })

  it('have the names of the arguments in the path', async () => {
    const outcome = await convert(api({ '/a/{1st}/{$second}': { get: get([path('1st'), path('$second')]) } }))
    assert.equal(outcome.rest('probe').path, '/a/{_1st}/{second}')
    assert.deepEqual(outcome.schema('probe').required, ['_1st', 'second'])
  })

  it('of an operation take the place of those of its path', async () => {
    const outcome = await convert(
      api({
        '/a': {
          parameters: [query('q', { description: 'of the path' }), query('r')],
          get: get([query('q', { description: 'of the operation' })]),
        },
      }),
    )
    assert.deepEqual(outcome.schema('probe').properties, {
      q: { type: 'string', description: 'of the operation' },
      r: { type: 'string' },
    })
  })

  it('say how lists and objects are written', async () => {
    const list = { schema: { type: 'array', items: { type: 'string' } } }
    const outcome = await convert(
      api({
        '/a/{m}/{l}': {
          get: get([
            path('m', { ...list, style: 'matrix', explode: true }),
            path('l', { style: 'label' }),
            query('plain', list),
            query('comma', { ...list, explode: false }),
            query('pipes', { ...list, style: 'pipeDelimited' }),
            query('deep', { schema: { type: 'object' }, style: 'deepObject' }),
          ]),
        },
      }),
    )
    assert.deepEqual(outcome.rest('probe').parameters, {
      m: { in: 'path', style: 'matrix', explode: true },
      l: { in: 'path', style: 'label', explode: false },
      plain: { in: 'query', explode: true },
      comma: { in: 'query', explode: false },
      pipes: { in: 'query', style: 'pipeDelimited', explode: false },
      deep: { in: 'query', style: 'deepObject', explode: true },
    })
  })

  it('are sent with their default, unless it is not of their type', async () => {
    const outcome = await convert(
      api({
        '/a': {
          get: get([
            query('version', { required: true, schema: { type: 'string', default: '2024' } }),
            query('limit', { schema: { type: 'integer', default: 20 } }),
            query('bad', { schema: { type: 'integer', default: 'ten' } }),
          ]),
        },
      }),
    )
    assert.deepEqual(await outcome.tool('probe').input.check({}), { value: { version: '2024', limit: 20 } })
    assert.match(
      outcome.told.join('\n'),
      /GET \/a \(probe\) at #\/paths\/~1a\/get\/parameters\/2: .*default "ten"/,
    )
  })

  it('are left out where the request or the configuration has them anyway', async () => {
    const header = (name: string): object => ({
      name,
      in: 'header',
      required: true,
      schema: { type: 'string' },
    })
    const outcome = await convert(
      api({
        '/a': {
          get: get([
            header('Accept'),
            header('authorization'),
            header('X-Key'),
            query('key'),
            header('Content-Length'),
          ]),
        },
      }),
      {
        headers: { 'x-key': '${KEY}' },
        auth: { type: 'api_key', in: 'query', name: 'key', value: '${KEY}' },
      },
    )
    assert.deepEqual(outcome.schema('probe').properties, {})
    assert.deepEqual(outcome.told, [])
  })

  it('that are written in a form of their own are texts', async () => {
    const outcome = await convert(
      api({
        '/a': {
          get: get([{ name: 'filter', in: 'query', content: { 'application/json': { schema: {} } } }]),
        },
      }),
    )
    assert.deepEqual(outcome.schema('probe').properties, {
      filter: { type: 'string', description: 'A text in the form application/json.' },
    })
  })

  it('that are wrong are told, and the operation stays', async () => {
    const outcome = await convert(
      api({
        '/a/{undeclared}': {
          get: get([
            path('nowhere'),
            query('odd', { style: 'matrix' }),
            query('reserved', { allowReserved: true }),
            { in: 'query' },
            'text',
            { name: 'b', in: 'body' },
          ]),
        },
      }),
    )
    assert.deepEqual(Object.keys(outcome.schema('probe').properties ?? {}), ['undeclared', 'odd', 'reserved'])
    assert.equal(outcome.told.length, 7)
    for (const told of [
      /which has no \{nowhere\}/,
      /style "matrix"/,
      /allowReserved/,
      /\{undeclared\} in its path/,
    ])
      assert.match(outcome.told.join('\n'), told)
    assert.equal(
      outcome.told.filter((line) => line.includes('is no parameter with a name and a place')).length,
      3,
    )
    assertCompiles(outcome.tools)
  })

  it('that the application provides are not for the model', async () => {
    const parameters = [
      path('tenant'),
      path('1st'),
      query('$top', { schema: { type: 'integer' } }),
      query('q'),
    ]
    const outcome = await convert(api({ '/tenants/{tenant}/{1st}': { get: get(parameters) } }), {
      provided: ['tenant', '$top', '1st', 'tennant'],
    })
    assert.deepEqual(outcome.schema('probe').properties, { q: { type: 'string' } })
    assert.deepEqual(outcome.schema('probe').required, [])
    assert.deepEqual(outcome.tool('probe').provided, ['tenant', 'top', '_1st'])
    assert.equal(outcome.told.length, 1)
    assert.match(outcome.told.join('\n'), /provided names "tennant", .* Did you mean "tenant"\?/)
  })
})
