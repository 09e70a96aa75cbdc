/** Many operations at once: none is lost, none costs the others, and every schema can be used. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type OpenApiSpec, openApiTools } from '../../src/discover/openapi/index.ts'
import { assertCompiles } from '../../src/discover/openapi/support.test.ts'
import { createToolyard } from '../../src/index.ts'
import type { SourceTools } from '../../src/define/index.ts'
import { largeDocument } from './large-document.ts'
import { expandableDocument, resourceDocument } from './linked-document.ts'

const convert = async (document: object, spec: Partial<OpenApiSpec> = {}): Promise<SourceTools> =>
  openApiTools({ document: 'large.json', ...spec }, { read: async () => JSON.stringify(document) })

describe('a document of a thousand operations', async () => {
  const document = largeDocument(1000)
  const auth = { type: 'bearer', token: '${TOKEN}' } as const
  const { tools, problems } = await convert(document, { auth })

  it('gives a thousand tools, and nothing is lost', () => {
    assert.equal(tools.length, 1000)
    assert.equal(new Set(tools.map(({ manifest }) => manifest.name)).size, 1000)
    assert.deepEqual(problems, [])
  })

  it('has schemas that can all be used', () => {
    assertCompiles(tools)
  })

  it('keeps a tree as a definition, and anything else in its place', () => {
    const tree = tools.find(({ manifest }) => manifest.name === 'createThing4')?.manifest.inputSchema
    assert.deepEqual(tree?.properties?.['children'], { type: 'array', items: { $ref: '#/$defs/Thing4' } })
    assert.deepEqual(Object.keys(tree.$defs ?? {}), ['Thing4'])
    const plain = tools.find(({ manifest }) => manifest.name === 'createThing5')?.manifest.inputSchema
    assert.deepEqual(plain?.properties?.['address'], {
      type: 'object',
      required: ['street'],
      properties: {
        street: { type: 'string', maxLength: 200 },
        city: { type: 'string', description: 'For example: "Rome"' },
        zip: { type: 'string', pattern: '^[0-9]{5}$' },
      },
    })
  })

  it('gives the same tools a second time', async () => {
    const again = await convert(document, { auth })
    assert.deepEqual(
      again.tools.map(({ manifest }) => manifest.fingerprint),
      tools.map(({ manifest }) => manifest.fingerprint),
    )
  })

  it('can be shown to every provider', async () => {
    const yard = await createToolyard({ tools: tools.filter((_, at) => at % 10 === 1) })
    try {
      for (const dialect of ['openai', 'anthropic', 'gemini', 'mcp'] as const)
        assert.equal(yard.definitions(dialect).length, 100, dialect)
    } finally {
      await yard.close()
    }
  })
})

describe('a document in which every model leads to every other', () => {
  const size = { operations: 60, models: 60, links: 10 }

  it('gives tools that share their definitions', async () => {
    for (const document of [expandableDocument(size), resourceDocument(size)]) {
      const { tools } = await convert(document)
      assert.equal(tools.length, size.operations)
      assertCompiles(tools.slice(0, 6))
      const lists = tools.flatMap(({ manifest }) => manifest.outputSchema?.$defs ?? [])
      assert.equal(lists.length, size.operations)
      assert.equal(new Set(lists).size, size.operations / 2, 'two operations of each model')
      const definitions = new Set(lists.flatMap((list) => Object.values(list)))
      assert.ok(definitions.size <= size.models + 1, `${definitions.size} definitions`)
    }
  })

  it('has arguments and answers that are checked in depth', async () => {
    const { tools } = await convert(resourceDocument(size))
    const replace = tools.find(({ manifest }) => manifest.name === 'replace4')
    const body = { field0: 'a', link2: { field0: 'b', link1: [{ field0: 'c', field1: 7 }] } }
    const { issues } = (await replace?.input.check({ name: 'x', ...body })) ?? {}
    assert.deepEqual(issues?.[0]?.path, ['link2', 'link1', '0', 'field1'])
    const { issues: none } =
      (await replace?.input.check({ name: 'x', field0: 'a', link2: { field0: 'b' } })) ?? {}
    assert.equal(none, undefined)
    const answer = await replace?.output?.check({ field0: 'a', link2: { field0: 1 } })
    assert.deepEqual(answer?.issues?.[0]?.path, ['link2', 'field0'])
  })
})

describe('documents that are made at random', () => {
  it('give schemas that can all be used, and never fail as a whole', async () => {
    for (let seed = 1; seed <= 25; seed++) {
      const { tools, problems } = await convert(randomDocument(seed))
      assert.equal(tools.length, 10, `seed ${seed}: ${problems.map(({ reason }) => reason).join('\n')}`)
      assertCompiles(tools)
    }
  })
})

/** Ten operations over schemas that refer to each other without any order, with every keyword, right and wrong. */
function randomDocument(seed: number): object {
  let state = seed
  const next = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
  const one = <T>(...values: readonly T[]): T => values[next(values.length)] as T
  const schema = (depth: number): unknown => {
    if (depth === 0 || next(4) === 0)
      return one<unknown>({ $ref: `#/components/schemas/S${next(8)}` }, { type: 'string' }, {}, true)
    const inner = (): unknown => schema(depth - 1)
    const parts: object[] = [
      { type: one<unknown>('object', 'array', 'string', 'integer', ['string', 'null'], 'odd', 1) },
      {
        properties: { a: inner(), [one('b', 'constructor', 'c.d', '$e')]: inner() },
        required: one<unknown>(['a'], ['z'], true),
      },
      { items: one(inner(), [inner(), inner()]) },
      { [one('allOf', 'anyOf', 'oneOf')]: [inner(), inner()], nullable: one(true, false) },
      { additionalProperties: one<unknown>(true, false, inner()), minProperties: one<unknown>(1, -1, 'x') },
      { enum: one<unknown>(['a', 1, null], [], 'a'), default: one<unknown>('a', 1, null) },
      {
        minimum: one<unknown>(1, 'x'),
        exclusiveMinimum: one<unknown>(true, false, 3),
        multipleOf: one(0, 2),
      },
      {
        pattern: one('^a+$', '(?!a)', '('),
        format: one('date-time', 'binary', 'odd'),
        maxLength: one<unknown>(3, 2.5),
      },
      {
        discriminator: { propertyName: 'a', mapping: { x: `#/components/schemas/S${next(8)}` } },
        not: inner(),
      },
      {
        patternProperties: { [one('^x-', '^(a+)+$')]: inner() },
        propertyNames: inner(),
        if: inner(),
        [one('then', 'else')]: inner(),
      },
      {
        readOnly: one(true, false),
        writeOnly: one(true, false),
        description: 'x'.repeat(next(2000)),
        example: inner(),
      },
    ]
    return Object.assign({}, ...parts.filter(() => next(3) === 0)) as object
  }
  const schemas = Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`S${at}`, schema(3)]))
  const paths = Object.fromEntries(
    Array.from({ length: 10 }, (_, at) => [
      `/p${at}/{id}`,
      {
        put: {
          parameters: [
            { name: 'id', in: 'path', schema: schema(1) },
            { name: 'q', in: 'query', schema: schema(2), style: one('form', 'deepObject', 'odd') },
          ],
          requestBody: {
            required: one(true, false),
            content: {
              [one('application/json', 'multipart/form-data', 'text/plain')]: { schema: schema(3) },
            },
          },
          responses: { 200: { content: { 'application/json': { schema: schema(3) } } } },
        },
      },
    ]),
  )
  return { openapi: '3.1.0', servers: [{ url: 'https://api.example.com' }], paths, components: { schemas } }
}
