import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertCompiles, both, convert, jsonBody, probe } from '../support.test.ts'

describe('schemas that lead to each other', () => {
  const tree = {
    type: 'object',
    properties: {
      name: { type: 'string' },
      children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
    },
  }

  it('are told apart where two places have one name', async () => {
    const nodeOf = (at: string, type: string): object => ({
      type: 'object',
      properties: { value: { type }, next: { $ref: at } },
    })
    const [one, other] = ['#/components/schemas/Node', '#/definitions/Node']
    const outcome = await convert(
      probe(jsonBody({ type: 'object', properties: { a: { $ref: one }, b: { $ref: other } } }), {
        components: { schemas: { Node: nodeOf(one, 'integer') } },
        definitions: { Node: nodeOf(other, 'string') },
      }),
    )
    const good = await outcome.tool('probe').input.check({ a: { value: 1 }, b: { value: 'x' } })
    assert.equal(good.issues, undefined)
    const bad = await outcome.tool('probe').input.check({ a: { value: 'x' } })
    assert.deepEqual(bad.issues?.[0]?.path, ['a', 'value'])
  })

  it('stay definitions where they lead back to themselves', async () => {
    const outcome = await convert(
      probe(
        { ...jsonBody({ $ref: '#/components/schemas/Tree' }) },
        { components: { schemas: { Tree: tree } } },
      ),
    )
    const children = { type: 'array', items: { $ref: '#/$defs/Tree' } }
    const properties = { name: { type: 'string' }, children }
    assert.deepEqual(outcome.schema('probe'), {
      type: 'object',
      properties,
      additionalProperties: false,
      $defs: { Tree: { type: 'object', properties } },
    })
    assertCompiles(outcome.tools)
    assert.deepEqual(
      await outcome.tool('probe').input.check({ children: [{ name: 'a', children: [{ name: 'b' }] }] }),
      {
        value: { children: [{ name: 'a', children: [{ name: 'b' }] }] },
      },
    )
  })

  it('are the same whoever comes first', async () => {
    const schemas = {
      A: { type: 'object', properties: { b: { $ref: '#/components/schemas/B' } } },
      B: {
        type: 'object',
        properties: { a: { $ref: '#/components/schemas/A' }, c: { $ref: '#/components/schemas/C' } },
      },
      C: { type: 'object', properties: { name: { type: 'string' } } },
    }
    const of = (name: string): object => ({
      operationId: `take${name}`,
      ...jsonBody({ $ref: `#/components/schemas/${name}` }),
    })
    const one = { '/a': { post: of('A') }, '/b': { post: of('B') }, '/c': { post: of('C') } }
    const other = { '/c': one['/c'], '/b': one['/b'], '/a': one['/a'] }
    const document = { openapi: '3.0.0', servers: [{ url: 'https://a.b' }], components: { schemas } }
    const [first, second] = [
      await convert({ ...document, paths: one }),
      await convert({ ...document, paths: other }),
    ]
    for (const name of ['takeA', 'takeB', 'takeC'])
      assert.equal(first.tool(name).manifest.fingerprint, second.tool(name).manifest.fingerprint, name)
  })

  it('end where they would go round without a value in between', async () => {
    const { told, input } = await both(
      { $ref: '#/components/schemas/Pet' },
      {
        Pet: {
          type: 'object',
          properties: { kind: { type: 'string' } },
          discriminator: { propertyName: 'kind' },
          oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
        },
        Cat: {
          allOf: [{ $ref: '#/components/schemas/Pet' }, { properties: { lives: { type: 'integer' } } }],
        },
        Dog: { allOf: [{ $ref: '#/components/schemas/Pet' }, { properties: { tricks: { type: 'array' } } }] },
      },
    )
    assert.deepEqual(input, { $ref: '#/$defs/Pet' })
    assert.match(told.join('\n'), /leads back to itself without a value in between/)
  })

  it('are nothing at all where one is only itself', async () => {
    const { told } = await both(
      { $ref: '#/components/schemas/A' },
      { A: { $ref: '#/components/schemas/B' }, B: { $ref: '#/components/schemas/A' } },
    )
    assert.match(told.join('\n'), /leads back to itself/)
  })

  it('are left open past what a model can read', async () => {
    const names = Array.from({ length: 200 }, (_, at) => `S${at}`)
    const schemas = Object.fromEntries(
      names.map((name, at) => [
        name,
        {
          type: 'object',
          properties: {
            a: { type: 'string' },
            b: { type: 'string' },
            next: { $ref: `#/components/schemas/S${(at + 1) % names.length}` },
          },
        },
      ]),
    )
    const outcome = await convert(
      probe(jsonBody({ $ref: '#/components/schemas/S0' }), { components: { schemas } }),
    )
    const definitions = Object.values(outcome.schema('probe').$defs ?? {})
    assert.ok(definitions.length > 50 && definitions.length < 200, String(definitions.length))
    assert.deepEqual(definitions.at(-1), {})
    assert.match(outcome.told.join('\n'), /POST \/probe \(probe\).*more schemas than a model can read/)
    assertCompiles(outcome.tools)
  })
})
