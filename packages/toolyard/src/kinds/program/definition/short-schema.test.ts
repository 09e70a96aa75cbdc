import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toParameterSchema } from './short-schema.ts'

describe('the parameters of a manifest', () => {
  it('may be written short', () => {
    assert.deepEqual(
      toParameterSchema({
        path: 'string',
        limit: { type: 'integer?', description: 'How many', maximum: 9 },
        tags: 'string[]?',
        grid: 'number[][]',
        mode: { enum: ['a', 'b'], default: 'a' },
        all: { type: 'boolean', optional: true },
        any: { type: ['string', 'null'] },
      }),
      {
        type: 'object',
        properties: {
          path: { type: 'string' },
          limit: { type: 'integer', description: 'How many', maximum: 9 },
          tags: { type: 'array', items: { type: 'string' } },
          grid: { type: 'array', items: { type: 'array', items: { type: 'number' } } },
          mode: { enum: ['a', 'b'], default: 'a' },
          all: { type: 'boolean' },
          any: { type: ['string', 'null'] },
        },
        required: ['path', 'grid', 'any'],
        additionalProperties: false,
      },
    )
  })

  it('may be JSON Schema, which is taken as it is', () => {
    for (const schema of [
      { type: 'object', properties: { a: { type: 'string' } } },
      { properties: { a: { type: 'string' } }, required: ['a'] },
      { anyOf: [{ type: 'object' }] },
    ])
      assert.equal(toParameterSchema(schema), schema)
  })

  it('may have a parameter whose name is a word of JSON Schema', () => {
    assert.deepEqual(toParameterSchema({ type: 'string', properties: 'object?' }).properties, {
      type: { type: 'string' },
      properties: { type: 'object' },
    })
  })

  it('are refused by name and kind', () => {
    assert.throws(
      () => toParameterSchema({ a: 'strng' }),
      /parameters\.a: "strng" is not a type\. Did you mean "string"\?/,
    )
    assert.throws(() => toParameterSchema({ a: 3 }), /parameters\.a: must be a type or a table, not 3/)
    assert.throws(
      () => toParameterSchema({ a: { type: 'string', optional: 'yes' } }),
      /"optional" must be true or false/,
    )
  })
})
