import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonSchema } from '../../api/types.ts'
import { fieldOf } from './field.ts'

function kindOf(schema: JsonSchema): string {
  return fieldOf(schema, schema).kind
}

describe('the control that a schema asks for', () => {
  it('is by type, constant, enumeration', () => {
    assert.deepEqual(
      [
        { type: 'string' },
        { type: 'integer' },
        { type: 'boolean' },
        { const: 1 },
        { enum: ['a'] },
        { type: 'null' },
        {},
        true,
        { type: 'object' },
        { type: 'object', additionalProperties: { type: 'string' } },
        { properties: { a: {} } },
        { items: {} },
      ].map(kindOf),
      [
        'string',
        'number',
        'boolean',
        'const',
        'enum',
        'null',
        'json',
        'json',
        'json',
        'object',
        'object',
        'array',
      ],
    )
  })

  it('takes null beside one schema as that schema, nullable', () => {
    for (const schema of [
      { type: ['string', 'null'] },
      { anyOf: [{ type: 'string' }, { type: 'null' }] },
      { oneOf: [{ type: 'null' }, { type: 'string', description: 'x' }] },
    ]) {
      const { kind, isNullable } = fieldOf(schema, schema)
      assert.deepEqual({ kind, isNullable }, { kind: 'string', isNullable: true })
    }
    assert.deepEqual(fieldOf({ enum: ['a', null] }, true), {
      kind: 'enum',
      options: ['a'],
      isNullable: true,
    })
  })

  it('makes a union of several types and names its variants', () => {
    const types = fieldOf({ type: ['string', 'integer'] }, true)
    assert.deepEqual(types.kind === 'union' && types.variants.map(({ label }) => label), [
      'string',
      'integer',
    ])
    const schema = {
      anyOf: [
        { title: 'By name', type: 'object', properties: { name: { type: 'string' } } },
        { type: 'object', properties: { kind: { const: 'id' } } },
        { $ref: '#/$defs/place' },
        { type: 'array' },
      ],
      $defs: { place: { type: 'object', properties: { city: {} } } },
    }
    const field = fieldOf(schema, schema)
    assert.deepEqual(field.kind === 'union' && field.variants.map(({ label }) => label), [
      'By name',
      'kind: id',
      'place',
      'array',
    ])
  })

  it('makes a list of choices of constants', () => {
    const field = fieldOf({ oneOf: [{ const: 'a' }, { const: 'b' }, { type: 'null' }] }, true)
    assert.deepEqual(field, { kind: 'enum', options: ['a', 'b'], isNullable: true })
  })

  it('follows references, and stops where they lead in a circle', () => {
    const schema = {
      $ref: '#/$defs/a~1b',
      $defs: {
        'a/b': { $ref: '#/$defs/c' },
        c: { type: 'integer' },
        x: { $ref: '#/$defs/y' },
        y: { $ref: '#/$defs/x' },
      },
    }
    assert.equal(kindOf(schema), 'number')
    assert.equal(fieldOf({ $ref: '#/$defs/x' }, schema).kind, 'json')
    assert.equal(fieldOf({ $ref: 'https://example.org/schema' }, schema).kind, 'json')
    assert.equal(fieldOf({ $ref: '#/$defs/nowhere' }, schema).kind, 'json')
  })

  it('joins what allOf says', () => {
    const schema = {
      allOf: [
        { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
        { properties: { b: { type: 'string' } }, required: ['b'] },
      ],
    }
    const field = fieldOf(schema, schema)
    assert.deepEqual(
      field.kind === 'object' && field.properties.map(({ name, isRequired }) => [name, isRequired]),
      [
        ['b', true],
        ['a', true],
      ],
    )
  })
})
