import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { jsonSchema as aiSchema, zodSchema } from 'ai'
import { type } from 'arktype'
import { z } from 'zod'
import { toToolSchema } from './index.ts'

const good = { path: 'a.txt', limit: 3, mode: 'text', tags: ['x'] }
const bad = { path: 5, limit: 'three', mode: 'pdf', tags: [1] }

const forms: Record<string, unknown> = {
  'Zod 4': z.object({
    path: z.string(),
    limit: z.int(),
    mode: z.enum(['text', 'html']),
    tags: z.array(z.string()),
  }),
  'a Zod schema for each field': {
    path: z.string(),
    limit: z.int(),
    mode: z.enum(['text', 'html']),
    tags: z.array(z.string()),
  },
  'an ArkType for each field': {
    path: type('string'),
    limit: type('number.integer'),
    mode: type("'text'|'html'"),
    tags: type('string[]'),
  },
  'jsonSchema() of ai': aiSchema({
    type: 'object',
    properties: {
      path: { type: 'string' },
      limit: { type: 'integer' },
      mode: { enum: ['text', 'html'] },
      tags: { type: 'array', items: { type: 'string' } },
    },
  }),
  'zodSchema() of ai': zodSchema(
    z.object({ path: z.string(), limit: z.int(), mode: z.enum(['text', 'html']), tags: z.array(z.string()) }),
  ),
  ArkType: type({ path: 'string', limit: 'number.integer', mode: "'text'|'html'", tags: 'string[]' }),
  'JSON Schema 2020-12': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      path: { $ref: '#/$defs/text' },
      limit: { type: 'integer' },
      mode: { enum: ['text', 'html'] },
      tags: { type: 'array', items: { $ref: '#/$defs/text' } },
    },
    required: ['path', 'limit'],
    $defs: { text: { type: 'string' } },
  },
  'JSON Schema draft-07': {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: {
      path: { $ref: '#/definitions/text' },
      limit: { type: 'integer' },
      mode: { enum: ['text', 'html'] },
      tags: { type: 'array', items: [{ $ref: '#/definitions/text' }], additionalItems: false },
    },
    required: ['path', 'limit'],
    definitions: { text: { type: 'string' } },
  },
}

describe('a schema in any form', () => {
  for (const [form, written] of Object.entries(forms)) {
    it(`${form}: takes what fits and answers a copy of it`, async () => {
      const checked = await toToolSchema(written).check(good)
      assert.ok('value' in checked, JSON.stringify(checked))
      assert.deepEqual(checked.value, good)
      assert.notEqual(checked.value, good)
    })

    it(`${form}: tells every problem with its path`, async () => {
      const { issues } = await toToolSchema(written).check(bad)
      assert.deepEqual([...new Set(issues?.map(({ path }) => String(path[0])))].toSorted(), [
        'limit',
        'mode',
        'path',
        'tags',
      ])
      assert.ok(issues?.every(({ message }) => message.length > 3))
      assert.ok(issues?.some(({ path }) => path.join('.') === 'tags.0'))
    })

    it(`${form}: has a JSON Schema and knows its keys`, () => {
      const { json, shape } = toToolSchema(written)
      assert.equal(json.type, 'object')
      assert.deepEqual([...(shape?.keys.keys() ?? [])].toSorted(), ['limit', 'mode', 'path', 'tags'])
    })
  }

  it('the short form: every word has its type, and every field is required', () => {
    const { json, check } = bound(
      toToolSchema({ s: String, n: Number, b: Boolean, l: Array, o: Object, i: BigInt }),
    )
    assert.deepEqual(json, {
      type: 'object',
      properties: {
        s: { type: 'string' },
        n: { type: 'number' },
        b: { type: 'boolean' },
        l: { type: 'array' },
        o: { type: 'object' },
        i: { type: 'integer' },
      },
      required: ['s', 'n', 'b', 'l', 'o', 'i'],
    })
    const value = { s: '', n: 1.5, b: false, l: [], o: {}, i: 2 }
    assert.deepEqual(check(value), { value })
    const wrong: Record<string, unknown> = { s: 1, n: '1', b: 0, l: {}, o: [], i: 1.5 }
    for (const [key, word] of Object.entries(wrong))
      assert.ok('issues' in check({ ...value, [key]: word }), key)
    for (const key of Object.keys(value)) {
      const { [key]: _, ...rest } = value as Record<string, unknown>
      assert.ok('issues' in check(rest), `without ${key}`)
    }
  })

  it('fills in defaults, whichever library wrote them', async () => {
    const zod = await toToolSchema(z.object({ limit: z.number().default(10) })).check({})
    const ark = await toToolSchema(type({ limit: 'number = 10' })).check({})
    const json = await toToolSchema({
      type: 'object',
      properties: { limit: { type: 'number', default: 10 } },
    }).check({})
    assert.deepEqual(
      [zod, ark, json].map((checked) => ('value' in checked ? checked.value : checked)),
      [{ limit: 10 }, { limit: 10 }, { limit: 10 }],
    )
  })

  it('fills in a default that is also required, as published servers write it', async () => {
    const shot = {
      type: 'object',
      properties: {
        type: { type: 'string', enum: ['png', 'jpeg'], default: 'png' },
        marks: {
          type: 'array',
          items: {
            type: 'object',
            properties: { size: { type: 'integer', default: 2 } },
            required: ['size'],
          },
        },
        file: { type: 'string' },
      },
      required: ['type', 'file'],
    }
    const { check } = { check: (value: unknown) => toToolSchema(shot).check(value) }
    assert.deepEqual(await check({ file: 'a', marks: [{}, { size: 3 }] }), {
      value: { file: 'a', marks: [{ size: 2 }, { size: 3 }], type: 'png' },
    })
    assert.match(JSON.stringify(await check({})), /lacks \\"file\\"/)
    assert.match(JSON.stringify(await check({ file: 'a', type: 'gif' })), /must be one of/)
    assert.match(
      JSON.stringify(await toToolSchema(shot, { side: 'output' }).check({ file: 'a' })),
      /lacks \\"type\\"/,
    )
  })

  it('takes an empty object for "no parameters" as input, and for "anything" as output', () => {
    assert.deepEqual(toToolSchema({}).json, { type: 'object', properties: {}, additionalProperties: false })
    assert.deepEqual(toToolSchema({}, { side: 'output' }).json, {})
  })

  it('shows the model what comes in, and programs what goes out', () => {
    const schema = z.object({ n: z.string().transform(Number).pipe(z.number()), d: z.string().default('x') })
    const input = toToolSchema(schema).json
    const output = toToolSchema(schema, { side: 'output' }).json
    assert.deepEqual([input.properties?.['n'], input.required], [{ type: 'string' }, ['n']])
    assert.deepEqual([output.properties?.['n'], output.required], [{ type: 'number' }, ['n', 'd']])
  })
})

/** Methods of a schema, usable without it. */
function bound(schema: ReturnType<typeof toToolSchema>) {
  return { json: schema.json, check: (value: unknown) => schema.check(value) as object }
}
