/** References in every place of a document, to every kind of place, of its own file and of others. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openApiTools } from './index.ts'
import { answering, api, convert, jsonBody, probe } from './support.test.ts'

const limit = { name: 'limit', in: 'query', schema: { type: 'integer' } }

describe('an operation that is a reference', () => {
  it('is the one that it leads to, whose references are seen from its own file', async () => {
    const outcome = await convert(
      api({
        '/droplets/{id}': { get: { $ref: './resources/get.yml' }, parameters: [{ $ref: 'shared/id.yml' }] },
      }),
      { document: 'docs/api.yml' },
      {
        'docs/shared/id.yml': 'name: id\nin: path\nrequired: true\nschema: { type: integer }\n',
        'docs/resources/get.yml':
          'operationId: droplets_get\nsummary: Get a droplet\ntags: [Droplets]\nparameters:\n  - $ref: ../shared/parameters.yml#/limit\nresponses:\n  "200":\n    $ref: responses/droplet.yml\n',
        'docs/shared/parameters.yml': { limit },
        'docs/resources/responses/droplet.yml': {
          content: { 'application/json': { schema: { $ref: '../models/droplet.yml' } } },
        },
        'docs/resources/models/droplet.yml': {
          type: 'object',
          required: ['id'],
          properties: { id: { type: 'integer' }, region: { $ref: 'region.yml' } },
        },
        'docs/resources/models/region.yml': {
          type: 'object',
          properties: { droplets: { type: 'array', items: { $ref: 'droplet.yml' } } },
        },
      },
    )
    assert.deepEqual(outcome.told, [])
    assert.deepEqual(outcome.names, ['droplets_get'])
    const { manifest, output } = outcome.tool('droplets_get')
    assert.equal(manifest.title, 'Get a droplet')
    assert.equal(manifest.category, 'Droplets')
    assert.deepEqual(manifest.inputSchema.properties, { id: { type: 'integer' }, limit: { type: 'integer' } })
    const checked = await output?.check({ id: 1, region: { droplets: [{ id: 'x' }] } })
    assert.deepEqual(checked?.issues?.[0]?.path, ['region', 'droplets', '0', 'id'])
  })

  it('may lead to a place in the same file, and what stands beside it counts', async () => {
    const outcome = await convert(
      api(
        { '/a': { get: { $ref: '#/x-operations/one', operationId: 'mine' } } },
        { 'x-operations': { one: { operationId: 'other', parameters: [limit] } } },
      ),
    )
    assert.deepEqual(outcome.names, ['mine'])
    assert.deepEqual(Object.keys(outcome.schema('mine').properties ?? {}), ['limit'])
  })
})

describe('an operation of version 2.0 that is a reference', () => {
  it('is the one that it leads to', async () => {
    const outcome = await convert(
      { swagger: '2.0', host: 'a.b', schemes: ['https'], paths: { '/a': { post: { $ref: 'ops/a.yml' } } } },
      {},
      {
        'ops/a.yml': {
          operationId: 'a',
          parameters: [{ $ref: '../parameters.yml#/body' }],
          responses: { 200: { description: 'Ok.', schema: { $ref: '../pet.yml' } } },
        },
        'parameters.yml': { body: { in: 'body', name: 'body', schema: { $ref: 'pet.yml' } } },
        'pet.yml': { type: 'object', properties: { name: { type: 'string' } } },
      },
    )
    assert.deepEqual(outcome.told, [])
    assert.deepEqual(outcome.schema('a').properties, { name: { type: 'string' } })
    assert.deepEqual(outcome.output('a')?.properties, { name: { type: 'string' } })
  })
})

describe('a reference that leads nowhere', () => {
  const lost: readonly (readonly [what: string, item: object, told: RegExp])[] = [
    [
      'operation',
      { post: { $ref: 'gone.yml' } },
      /POST \/a at .*\/post: refers to "gone.yml", which leads nowhere/,
    ],
    ['operation of this file', { post: { $ref: '#/gone' } }, /refers to "#\/gone", which leads nowhere/],
    ['operation that is itself', { post: { $ref: '#/paths/~1a/post' } }, /POST \/a at .*: is no operation/],
    ['path', { $ref: 'gone.yml' }, /\/a at .*: leads to no operations/],
    [
      'parameter',
      { post: { parameters: [{ $ref: 'gone.yml' }] } },
      /has a parameter at "gone.yml", which leads nowhere/,
    ],
    ['list of parameters', { post: { parameters: { $ref: '#/gone' } } }, /has parameters at "#\/gone"/],
    ['parameter of the path', { parameters: [{ $ref: '#/gone' }], post: {} }, /has a parameter at "#\/gone"/],
    ['body', { post: { requestBody: { $ref: 'gone.yml#/Body' } } }, /has its body at "gone.yml#\/Body"/],
    [
      'schema of a body',
      { post: jsonBody({ $ref: 'gone.yml' }) },
      /has the schema of its body at "gone.yml"/,
    ],
  ]
  for (const [what, item, told] of lost)
    it(`in the place of a ${what} gives a problem and no tool`, async () => {
      const outcome = await convert(api({ '/a': item, '/b': { get: { operationId: 'b' } } }))
      assert.deepEqual(outcome.names, ['b'])
      assert.match(outcome.told.join('\n'), told)
    })

  it('is told by the name of its file', async () => {
    const outcome = await convert(
      probe({ parameters: [{ $ref: 'shared/all.yml#/gone' }] }),
      {},
      { 'shared/all.yml': { limit } },
    )
    assert.deepEqual(outcome.names, [])
    assert.match(outcome.told.join('\n'), /has a parameter at "shared\/all.yml#\/gone", which leads nowhere/)
  })

  it('gives a problem and no tool in version 2.0 too', async () => {
    const outcome = await convert({
      swagger: '2.0',
      host: 'api.example.com',
      schemes: ['https'],
      paths: { '/a': { post: { parameters: [{ $ref: '#/parameters/gone' }] } } },
    })
    assert.deepEqual(outcome.names, [])
    assert.match(outcome.told.join('\n'), /has a parameter at "#\/parameters\/gone", which leads nowhere/)
  })

  it('in the place of a body that is left out anyway costs no tool', async () => {
    const outcome = await convert(
      api({ '/a': { get: { operationId: 'a', requestBody: { $ref: '#/gone' } } } }),
    )
    assert.deepEqual(outcome.names, ['a'])
  })

  it('in the place of an answer is told; the tool takes all that it should', async () => {
    const outcome = await convert(probe({ parameters: [limit], responses: { 200: { $ref: '#/gone' } } }))
    assert.deepEqual(outcome.names, ['probe'])
    assert.match(
      outcome.told.join('\n'),
      /responses\/200: is at "#\/gone", which leads nowhere; answers are not checked/,
    )
  })
})

describe('a reference in the place of many members', () => {
  it('stands for them: paths, components, schemas, properties and lists of parameters', async () => {
    const outcome = await convert(
      {
        openapi: '3.0.3',
        servers: [{ url: 'https://a.b' }],
        paths: { $ref: 'paths.yml' },
        components: { $ref: 'components.yml' },
      },
      {},
      {
        'paths.yml': {
          '/a': {
            post: {
              operationId: 'a',
              parameters: { $ref: 'parameters.yml#/all' },
              ...jsonBody({ $ref: 'api.json#/components/schemas/Pet' }),
              ...answering({ $ref: 'api.json#/components/schemas/Pet/properties/owner' }),
            },
          },
        },
        'components.yml': { schemas: { $ref: 'schemas/index.yml' } },
        'schemas/index.yml': { Pet: { $ref: 'pet.yml' } },
        'schemas/pet.yml': {
          type: 'object',
          properties: {
            $ref: 'properties.yml',
            owner: { type: 'object', properties: { name: { type: 'string' } } },
          },
        },
        'schemas/properties.yml': { age: { type: 'integer' }, owner: { type: 'string' } },
        'parameters.yml': { all: [limit] },
      },
    )
    assert.deepEqual(outcome.told, [])
    assert.deepEqual(outcome.schema('a').properties, {
      limit: { type: 'integer' },
      age: { type: 'integer' },
      owner: { type: 'object', properties: { name: { type: 'string' } } },
    })
    assert.deepEqual(outcome.output('a')?.properties, { name: { type: 'string' } })
  })

  it('is told if it leads to none, or round in a circle', async () => {
    const outcome = await convert(
      probe(jsonBody({ type: 'object', properties: { $ref: 'one.yml' } })),
      {},
      { 'one.yml': { $ref: 'two.yml' }, 'two.yml': { $ref: 'one.yml' } },
    )
    assert.match(outcome.told.join('\n'), /at one.yml#: has no members, though the document refers to them/)
  })
})

describe('the files of a document', () => {
  it('are never taken for each other, also if their hashes begin alike', async () => {
    const [one, other] = ['d24981/pet.json', 'd33189/pet.json']
    const outcome = await convert(
      probe(jsonBody({ type: 'object', properties: { a: { $ref: one }, b: { $ref: other } } })),
      {},
      { [one]: { type: 'integer' }, [other]: { type: 'string' } },
    )
    assert.deepEqual(outcome.schema('probe').properties, { a: { type: 'integer' }, b: { type: 'string' } })
  })

  it('may give members any name', async () => {
    const shared = {
      default: { type: 'object', properties: { a: { $ref: '#/example' } } },
      example: { type: 'integer' },
    }
    const outcome = await convert(
      probe(jsonBody({ type: 'object', properties: { one: { $ref: 'shared.yml#/default' } } })),
      {},
      { 'shared.yml': shared },
    )
    assert.deepEqual(outcome.told, [])
    assert.deepEqual(outcome.schema('probe').properties?.['one'], {
      type: 'object',
      properties: { a: { type: 'integer' } },
    })
  })

  it('are read once each, and only if something refers to them', async () => {
    const reads: string[] = []
    const texts: Record<string, object> = {
      'api.json': probe({
        ...jsonBody({ type: 'object', properties: { a: { $ref: 'a.json' }, b: { $ref: './b.json#/B' } } }),
        'x-code-samples': [{ $ref: 'sample.json' }],
      }),
      'a.json': { type: 'object', properties: { b: { $ref: 'x/../b.json#/B' }, a: { $ref: 'a.json' } } },
      'b.json': { B: { type: 'object', properties: { a: { $ref: 'a.json#' } } }, C: { $ref: 'unused.json' } },
    }
    const { tools, problems } = await openApiTools(
      { document: 'api.json' },
      {
        async read(location) {
          reads.push(location)
          return JSON.stringify(texts[location])
        },
      },
    )
    assert.deepEqual([tools.length, problems], [1, []])
    assert.deepEqual(reads.toSorted(), ['a.json', 'api.json', 'b.json'])
  })

  it('are ten thousand at most, and five hundred from the network', async () => {
    for (const [document, most] of [
      ['api.json', 10_000],
      ['https://api.example.com/api.json', 500],
    ] as const) {
      const names = Array.from({ length: most + 20 }, (_, at) => at)
      const properties = Object.fromEntries(names.map((at) => [`p${at}`, { $ref: `${at}.json` }]))
      const root = JSON.stringify(probe(jsonBody({ type: 'object', properties })))
      let reads = 0
      const { problems } = await openApiTools(
        { document },
        {
          async read(location) {
            reads++
            return location === document ? root : '{"type":"string"}'
          },
        },
      )
      assert.equal(reads, most)
      assert.match(
        problems.map(({ reason }) => reason).join('\n'),
        new RegExp(`is one file more than ${most}`),
      )
    }
  })

  it('hold so many values at most together, aliases counted', async () => {
    const wide = `a: &a [${'x, '.repeat(1300)}]\nb: [${'*a, '.repeat(1300)}]\n`
    const outcome = await convert(
      probe(jsonBody({ type: 'object', properties: { a: { $ref: 'a.yml' }, b: { $ref: 'b.yml' } } })),
      {},
      { 'a.yml': wide, 'b.yml': wide },
    )
    assert.match(outcome.told.join('\n'), /holds more than 3000000 values, aliases counted/)
  })
})
