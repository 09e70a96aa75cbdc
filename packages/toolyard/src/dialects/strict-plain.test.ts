import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonSchema } from '../kernel/index.ts'
import { modernise } from './modernise.ts'
import { createNotes } from './notes.ts'
import { overOpenAiLimit } from './openai-limits.ts'
import { isOrdinary } from './ordinary.ts'
import type { StrictRules } from './strict-pass.ts'
import { toStrictSchema } from './strict-schema.ts'

/** A provider that takes much, and one that takes little. */
const providers: Record<string, StrictRules> = {
  generous: {
    optional: 'nullable',
    typeLists: true,
    recursion: true,
    looseLiterals: false,
    takes: (keyword, value) => (keyword === 'format' ? value === 'email' : !keyword.endsWith('Length')),
  },
  strict: {
    optional: 'kept',
    typeLists: false,
    recursion: false,
    looseLiterals: true,
    takes: (keyword, value) => keyword === 'minItems' && value === 1,
  },
}

/** Every type with every keyword, right or wrong beside it, and pairs of them. */
function* parameters(): Generator<JsonSchema> {
  const said: JsonSchema[] = [
    { description: 'What it is' },
    { description: '  Spaces around.  ' },
    { description: '' },
    { title: 'Title' },
    { default: 'x' },
    { examples: ['x'] },
    { deprecated: true },
    { enum: ['a', 'b'] },
    { enum: ['a', 1] },
    { enum: [] },
    { const: 'a' },
    { minLength: 0 },
    { minLength: 1 },
    { maxLength: 5 },
    { pattern: '^a' },
    { pattern: `^${'a'.repeat(500)}` },
    { format: 'email' },
    { format: 'color' },
    { minimum: 1 },
    { minimum: Number.MIN_SAFE_INTEGER },
    { exclusiveMaximum: 7 },
    { minItems: 1 },
    { maxItems: 3 },
    { uniqueItems: true },
    { contentEncoding: 'base64' },
    { 'x-note': 1 },
    { minLength: undefined },
  ]
  for (const type of [
    'string',
    'number',
    'integer',
    'boolean',
    'null',
    'array',
    ['string', 'null'],
    undefined,
  ]) {
    for (const one of [{}, ...said])
      for (const other of said) {
        const schema = { ...(type !== undefined && { type }), ...one, ...other }
        yield schema
        yield { ...schema, items: { type: 'string', ...one } }
      }
  }
}

describe('the short cut for plain parameters', () => {
  for (const [name, rules] of Object.entries(providers)) {
    it(`answers what the whole walk does, notes included: ${name} provider`, () => {
      let count = 0
      for (const schema of parameters()) {
        const walked = createNotes()
        // A root is no property, so it never takes the short cut.
        const alone = toStrictSchema(schema, rules, walked)
        const cut = createNotes()
        const object = { type: 'object', properties: { a: schema }, required: ['a'] }
        const inside = toStrictSchema(object, rules, cut)
        const what = JSON.stringify(schema)
        assert.deepEqual(inside.schema.properties?.['a'], alone.schema, what)
        assert.equal(inside.decode === undefined, alone.decode === undefined, what)
        assert.equal(cut.fidelity(), walked.fidelity(), what)
        assert.deepEqual(
          cut.list().map((note) => note.replace('/properties/a', '').replace(/^: /, '/: ')),
          walked.list(),
          what,
        )
        assert.deepEqual(
          inside.blockers.map(({ reason }) => reason),
          alone.blockers.map(({ reason }) => reason),
          what,
        )
        count++
      }
      assert.ok(count > 10_000)
    })
  }
})

describe('an ordinary schema', () => {
  const rules = providers['generous'] as StrictRules
  const nested = (levels: number, inner: JsonSchema): JsonSchema =>
    levels === 0 ? inner : { type: 'object', additionalProperties: nested(levels - 1, inner) }
  const names = Array.from({ length: 190 }, (_, index) => `name_${index}`.padEnd(64, '_'))

  const largest: Record<string, JsonSchema> = {
    'records in records': nested(4, { type: 'string' }),
    'records around an object': nested(4, { type: 'object', properties: {}, additionalProperties: false }),
    'many long names': {
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
    },
    'many long literals': { type: 'object', properties: { a: { type: 'string', enum: names } } },
    'many small enums': {
      type: 'object',
      properties: Object.fromEntries(
        names.slice(0, 90).map((name) => [name, { type: 'string', enum: ['x'] }]),
      ),
    },
  }

  for (const [what, schema] of Object.entries(largest))
    it(`is within the limits of OpenAI at its largest: ${what}`, () => {
      assert.ok(isOrdinary(schema))
      const strict = toStrictSchema(schema, rules, createNotes())
      assert.deepEqual(strict.blockers, [])
      const root = {
        type: 'object',
        properties: { explanation: {}, input: strict.schema },
        required: ['input'],
      }
      assert.equal(overOpenAiLimit(strict.schema.type === 'object' ? strict.schema : root), undefined)
    })

  const others: Record<string, unknown> = {
    'too deep': nested(5, { type: 'string' }),
    'too long a name': { type: 'object', properties: { ['n'.repeat(65)]: {} } },
    'too long a literal': { enum: ['n'.repeat(65)] },
    'too many literals': { enum: Array.from({ length: 250 }, String) },
    'other literals': { enum: [1] },
    'a reference': { type: 'object', properties: { a: { $ref: '#' } } },
    'a union': { anyOf: [{ type: 'object' }] },
    'marks of its origin': { type: 'object', $schema: 'http://json-schema.org/draft-07/schema#' },
    'a tuple of draft-07': { items: [{ type: 'string' }] },
    'dependencies of draft-07': { type: 'object', dependencies: { a: ['b'] } },
    'definitions that are not used': { type: 'object', $defs: { a: { type: 'string' } } },
    'a property that is no schema': { type: 'object', properties: { a: true } },
  }

  for (const [what, schema] of Object.entries(others))
    it(`is nothing with ${what}`, () => {
      assert.equal(isOrdinary(schema as JsonSchema), false)
    })

  it('is never endless', () => {
    const schema: Record<string, unknown> = { type: 'object' }
    schema['properties'] = { a: schema, b: schema, c: schema }
    assert.equal(isOrdinary(schema), false)
  })

  it('is its own present form', () => {
    for (const schema of Object.values(largest)) {
      const modern = modernise(schema)
      assert.ok(modern.problem === undefined && modern.ordinary && modern.schema === schema)
      const looked = modernise({ ...schema, 'x-note': 1 })
      assert.ok(looked.problem === undefined && !looked.ordinary)
      assert.deepEqual(looked.schema, { ...schema, 'x-note': 1 })
    }
  })
})
