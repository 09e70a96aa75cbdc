import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { answering, api, convert, jsonBody, probe } from './support.test.ts'

const pet = {
  type: 'object',
  properties: { name: { type: 'string' }, owner: { $ref: 'people/owner.yaml#/Owner' } },
}
const owner =
  'Owner:\n  type: object\n  properties:\n    pets:\n      type: array\n      items:\n        $ref: ../pet.json\n    town:\n      $ref: "#/Town"\nTown:\n  type: string\n'

describe('a document in several files', () => {
  it('is read as one, whoever refers to whom', async () => {
    const document = probe({
      ...jsonBody({ $ref: './schemas/pet.json' }),
      ...answering({ $ref: 'schemas/pet.json' }),
    })
    const outcome = await convert(
      document,
      { document: 'docs/api.json' },
      {
        'docs/schemas/pet.json': pet,
        'docs/schemas/people/owner.yaml': owner,
      },
    )
    assert.deepEqual(outcome.told, [])
    const text = JSON.stringify(outcome.schema('probe'))
    assert.match(text, /"name":\{"type":"string"\}/)
    assert.match(text, /"town":\{"type":"string"\}/)
    const { issues } = await outcome
      .tool('probe')
      .input.check({ owner: { pets: [{ name: 'Rex', owner: { town: 1 } }] } })
    assert.deepEqual(issues?.[0]?.path, ['owner', 'pets', '0', 'owner', 'town'])
  })

  it('may have its paths elsewhere', async () => {
    const outcome = await convert(
      api(
        { '/a': { $ref: 'a.json' }, '/b': { $ref: '#/components/pathItems/B' } },
        {
          components: { pathItems: { B: { get: { operationId: 'b' } } } },
        },
      ),
      {},
      {
        'a.json': { get: { operationId: 'a', parameters: [{ $ref: '#/q' }] }, q: { name: 'q', in: 'query' } },
      },
    )
    assert.deepEqual(outcome.names, ['a', 'b'])
    assert.deepEqual(outcome.schema('a').properties, { q: { type: 'string' } })
    assert.deepEqual(outcome.told, [])
  })

  it('gives the same tools wherever its folder is', async () => {
    const document = probe(jsonBody({ $ref: 'schemas/pet.json' }))
    const [one, other] = await Promise.all(
      ['docs', '/home/me/project'].map((folder) =>
        convert(
          document,
          { document: `${folder}/api.json` },
          {
            [`${folder}/schemas/pet.json`]: pet,
            [`${folder}/schemas/people/owner.yaml`]: owner,
          },
        ),
      ),
    )
    assert.equal(one?.tool('probe').manifest.fingerprint, other?.tool('probe').manifest.fingerprint)
  })

  it('tells which file could not be read, and where something in a file is wrong', async () => {
    const document = probe({
      ...jsonBody({
        type: 'object',
        properties: { a: { $ref: 'missing.yaml' }, b: { $ref: 'bad.json' }, c: { $ref: 'odd.json' } },
      }),
    })
    const outcome = await convert(document, {}, { 'bad.json': '{ "a": ', 'odd.json': { type: 'odd' } })
    assert.deepEqual(outcome.names, ['probe'])
    const told = outcome.told.join('\n')
    assert.match(
      told,
      /The file "missing.yaml", which the document refers to,: could not be read \(there is no missing.yaml\)/,
    )
    assert.match(told, /"bad.json".*is not valid JSON/)
    assert.match(told, /at odd.json#\/type: "odd" is no type/)
  })

  it('does not take examples and extensions for references', async () => {
    const example = { $ref: 'https://elsewhere.example.com/example.json' }
    const outcome = await convert(
      probe({
        'x-note': example,
        requestBody: {
          content: {
            'application/json': {
              examples: { one: example },
              schema: { type: 'object', properties: { example: { type: 'string', example } } },
            },
          },
        },
      }),
    )
    assert.deepEqual(outcome.told, [])
    assert.deepEqual(Object.keys(outcome.schema('probe').properties ?? {}), ['example'])
  })
})

describe('a document', () => {
  it('is JSON or YAML, with anchors and merge keys too', async () => {
    const yaml = [
      'openapi: 3.0.3',
      'servers: [{ url: https://api.example.com }]',
      'x-common: &common',
      '  tags: [shared]',
      'paths:',
      '  /a:',
      '    get:',
      '      <<: *common',
      '      operationId: a',
      '    post: { <<: *common, operationId: b }',
    ].join('\n')
    const outcome = await convert(`\uFEFF${yaml}`, { document: 'api.yaml' })
    assert.deepEqual(outcome.names, ['a', 'b'])
    assert.deepEqual(outcome.tool('b').manifest.tags, ['shared'])
    assert.equal(outcome.tool('b').manifest.category, 'shared')
  })

  const bad: readonly (readonly [string, unknown, RegExp])[] = [
    ['is empty', '  \n', /The document: is empty/],
    ['is not JSON', '{ "openapi": ', /is not valid JSON/],
    ['is not YAML', 'a: [b', /is not valid YAML/],
    ['is a list', '[]', /is not an object/],
    ['is a text', 'openapi', /is not an object/],
    ['is something else', { hello: 'world' }, /neither "openapi" nor "swagger"/],
    ['is too old', { swagger: '1.2' }, /is OpenAPI 1.2; 2.0, 3.0 and 3.1 can be read/],
    ['is too new', { openapi: '4.0.0' }, /is OpenAPI 4.0.0/],
    ['has no paths', { openapi: '3.1.0' }, /has no paths/],
  ]
  for (const [title, document, told] of bad)
    it(`that ${title} is told in a sentence`, async () => {
      const outcome = await convert(document)
      assert.deepEqual(outcome.names, [])
      assert.match(outcome.told.join('\n'), told)
    })

  it('that can not be read is told in a sentence', async () => {
    const outcome = await convert({}, { document: 'a.json' }, {})
    assert.equal(outcome.told.length, 1)
    const missing = await convert(undefined, { document: 'a.json' })
    assert.match(missing.told.join('\n'), /The document: could not be read \(there is no a.json\)/)
  })
})
