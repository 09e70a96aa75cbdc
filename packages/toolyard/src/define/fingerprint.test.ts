import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type } from 'arktype'
import { z } from 'zod'
import { fingerprintOf, meaningText } from './fingerprint.ts'
import { buildTool } from './index.ts'

const printOf = (inputSchema: unknown, facts: object = {}): string =>
  buildTool({ name: 'probe', description: 'A tool.', inputSchema, execute: () => 1, ...facts }, 'app')
    .manifest.fingerprint

const printOfProperty = (a: object): string => printOf({ type: 'object', properties: { a } })

/** The same parameters, as each library writes them. */
const equal: Record<string, readonly unknown[]> = {
  'plain types': [
    z.object({ path: z.string(), limit: z.number(), deep: z.boolean() }),
    type({ path: 'string', limit: 'number', deep: 'boolean' }),
    { path: String, limit: Number, deep: Boolean },
    {
      type: 'object',
      required: ['deep', 'limit', 'path'],
      properties: { deep: { type: 'boolean' }, limit: { type: 'number' }, path: { type: 'string' } },
    },
    {
      $schema: 'http://json-schema.org/draft-07/schema#',
      $id: 'https://example.com/probe',
      properties: { limit: { type: 'number' }, path: { type: 'string' }, deep: { type: 'boolean' } },
      required: ['path', 'limit', 'deep'],
      type: 'object',
    },
  ],
  'whole numbers': [
    z.object({ n: z.int() }),
    type({ n: 'number.integer' }),
    { n: BigInt },
    { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
  ],
  'optional and nullable fields': [
    z.object({ a: z.string().optional(), b: z.string().nullable() }),
    type({ 'a?': 'string', b: 'string|null' }),
    {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: ['null', 'string'] } },
      required: ['b'],
    },
    {
      type: 'object',
      properties: { b: { anyOf: [{ type: 'null' }, { type: 'string' }] }, a: { type: 'string' } },
      required: ['b'],
    },
  ],
  'choices and constants': [
    z.object({ mode: z.enum(['text', 'html']), kind: z.literal('file') }),
    type({ mode: "'text'|'html'", kind: "'file'" }),
    {
      type: 'object',
      properties: { mode: { type: 'string', enum: ['html', 'text'] }, kind: { const: 'file' } },
      required: ['kind', 'mode'],
    },
  ],
  'lists, bounds and nesting': [
    z.object({ tags: z.array(z.string()), at: z.object({ x: z.number().min(1).max(5) }) }),
    type({ tags: 'string[]', at: { x: '1 <= number <= 5' } }),
    {
      type: 'object',
      properties: {
        at: {
          type: 'object',
          required: ['x'],
          properties: { x: { maximum: 5, minimum: 1, type: 'number' } },
        },
        tags: { items: { type: 'string' }, type: 'array' },
      },
      required: ['at', 'tags'],
    },
  ],
  records: [
    z.object({ map: z.record(z.string(), z.number()) }),
    type({ map: 'Record<string, number>' }),
    {
      type: 'object',
      properties: { map: { type: 'object', additionalProperties: { type: 'number' } } },
      required: ['map'],
    },
  ],
  'closed objects': [
    z.strictObject({ a: z.string() }),
    type({ '+': 'reject', a: 'string' }),
    { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false },
  ],
  descriptions: [
    z.object({ a: z.string().describe('First.') }),
    type({ a: type('string').describe('First.') }),
    { type: 'object', properties: { a: { description: 'First.', type: 'string' } }, required: ['a'] },
  ],
}

describe('a fingerprint', () => {
  for (const [what, schemas] of Object.entries(equal))
    it(`is the same for ${what}, whatever the library and the order of keys`, () => {
      const prints = schemas.map((schema) => printOf(schema))
      assert.deepEqual(
        prints.map((print) => print === prints[0]),
        schemas.map(() => true),
        JSON.stringify(
          schemas.map(
            (schema) => buildTool({ inputSchema: schema, execute: () => 1 }, 'app').manifest.inputSchema,
          ),
        ),
      )
      assert.match(prints[0] ?? '', /^[0-9a-f]{64}$/)
    })

  const base = {
    type: 'object',
    properties: { a: { type: 'string' }, b: { type: 'number' } },
    required: ['a'],
  }
  const different: Record<string, unknown> = {
    'another type': { ...base, properties: { ...base.properties, b: { type: 'integer' } } },
    'another name': { ...base, properties: { a: { type: 'string' }, c: { type: 'number' } } },
    'another required list': { ...base, required: ['a', 'b'] },
    'a description': { ...base, properties: { ...base.properties, a: { type: 'string', description: 'x' } } },
    'a default': { ...base, properties: { ...base.properties, b: { type: 'number', default: 1 } } },
    'one more property': { ...base, properties: { ...base.properties, c: {} } },
    'a property named $id': { ...base, properties: { ...base.properties, $id: { type: 'string' } } },
    'a property named $schema': { ...base, properties: { ...base.properties, $schema: { type: 'string' } } },
    'a property named propertyNames': {
      ...base,
      properties: { ...base.properties, propertyNames: { type: 'string' } },
    },
    'a closed object': { ...base, additionalProperties: false },
  }
  it('differs wherever the schema differs', () => {
    const prints = [base, ...Object.values(different)].map((schema) => printOf(schema))
    assert.equal(new Set(prints).size, prints.length, Object.keys(different).join(', '))
  })

  it('differs between a type with choices that contradict it and the choices alone', () => {
    assert.notEqual(printOfProperty({ type: 'string', enum: ['x', 1] }), printOfProperty({ enum: ['x', 1] }))
  })

  it('differs where a union means two branches with more to them than a type', () => {
    assert.notEqual(
      printOfProperty({ anyOf: [{ type: 'string', minLength: 1 }, { type: 'null' }] }),
      printOfProperty({ anyOf: [{ type: 'string' }, { type: 'null' }] }),
    )
  })

  it('covers all that a model sees or policy depends on', () => {
    const facts: object[] = [
      {},
      { name: 'other' },
      { title: 'Probe' },
      { description: 'Another.' },
      { permission: 'read' },
      { effects: 'none' },
      { confirm: true },
      { idempotent: true },
      { outputSchema: { type: 'string' } },
      { async *execute() {} },
    ]
    assert.equal(new Set(facts.map((fact) => printOf(base, fact))).size, facts.length)
  })

  it('does not cover what neither depends on', () => {
    for (const fact of [{ tags: ['x'] }, { category: 'other' }, { timeoutMs: 5 }, { version: '9' }])
      assert.equal(printOf(base, fact), printOf(base))
  })
})

describe('the meaning of a schema', () => {
  const same = (left: unknown, right: unknown): boolean => meaningText(left) === meaningText(right)

  it('treats properties as names, never as keywords', () => {
    const schema = (inner: object): object => ({
      type: 'object',
      properties: { required: { type: 'array' }, type: { type: 'string' }, enum: inner },
    })
    assert.ok(same(schema({ $id: 'x', type: 'string' }), schema({ type: 'string' })))
    assert.ok(!same({ properties: { $id: { type: 'string' } } }, { properties: {} }))
    assert.ok(!same({ properties: { required: [] } }, { properties: {} }))
  })

  it('leaves data alone: defaults, constants and examples', () => {
    const data = { $schema: 'kept', required: [], type: ['b', 'a'] }
    for (const keyword of ['default', 'const', 'examples']) {
      for (const other of [{}, { ...data, type: ['a', 'b'] }, { required: [], type: ['b', 'a'] }])
        assert.ok(!same({ [keyword]: data }, { [keyword]: other }), `${keyword} ${JSON.stringify(other)}`)
      assert.ok(
        same({ [keyword]: data }, { [keyword]: Object.fromEntries(Object.entries(data).toReversed()) }),
      )
    }
  })

  it('differs between values that only look alike', () => {
    const values = ['1', 1, true, 'true', null, [], [0], [1, '[]'], {}, { a: 1 }, ['a', 1], '[]', 'null']
    const texts = values.flatMap((value) => [meaningText({ default: value }), meaningText({ const: value })])
    const sets = [['1'], [1], ['"1"'], [1, '1'], ['a', 'b'], ['a"', '"b']].map((set) =>
      meaningText({ enum: set }),
    )
    assert.equal(new Set([...texts, ...sets]).size, texts.length + sets.length)
  })

  it('does not change the schema that it is given', () => {
    const schema = { type: ['string', 'null'], enum: ['b', 'a'], required: ['b', 'a'], $id: 'x' }
    const before = structuredClone(schema)
    meaningText(schema)
    assert.deepEqual(schema, before)
  })
})

describe('the fingerprint of tools that share definitions', () => {
  const $defs = {
    Pet: { type: 'object', properties: { owner: { $ref: '#/$defs/Owner' }, 'a"b': { enum: ['b', 'a'] } } },
    Owner: { anyOf: [{ type: 'string' }, { type: 'null' }], description: 'An "owner",\nor nobody.' },
    Any: {},
    Every: true,
  }
  const schemas = [
    { type: 'object', properties: { pet: { $ref: '#/$defs/Pet' } }, $defs },
    { anyOf: [{ type: 'string' }, { type: 'number' }], $defs },
    { $anchor: 'first', type: 'object', $defs },
    { $id: 'x', $ref: '#/$defs/Pet', $defs },
    { type: 'object', $defs: {} },
    { $defs },
    { type: 'object' },
    {},
  ]
  const { manifest } = buildTool({ name: 'probe', description: 'A tool.', execute: () => 1 }, 'app')

  it('is what it is for each alone, the first time and again', () => {
    const known = new WeakMap<object, string>()
    for (const inputSchema of [...schemas, ...schemas])
      for (const outputSchema of [undefined, ...schemas]) {
        const one = {
          ...manifest,
          inputSchema,
          ...(outputSchema && { outputSchema, via: { text: 'GET /', hash: 'abc' } }),
        }
        assert.equal(fingerprintOf(one, known), fingerprintOf(one))
      }
  })

  it('differs with what a definition says', () => {
    const known = new WeakMap<object, string>()
    const prints = [$defs.Pet, $defs.Owner, {}, { type: 'string' }].map((Pet) =>
      fingerprintOf({ ...manifest, inputSchema: { ...schemas[0], $defs: { ...$defs, Pet } } }, known),
    )
    assert.equal(new Set(prints).size, prints.length)
  })
})
