import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cleaned, initialValue, variantOf, withKey } from './value.ts'

describe('the value that a form starts with', () => {
  it('has defaults and what is required, and nothing else', () => {
    const schema = {
      type: 'object',
      properties: {
        city: { type: 'string' },
        nights: { type: 'integer', default: 2 },
        note: { type: 'string' },
        who: {
          type: 'object',
          properties: { kind: { const: 'person' }, name: { type: 'string' } },
          required: ['kind'],
        },
        list: { type: 'array', items: { type: 'string' } },
      },
      required: ['city', 'who', 'list'],
    }
    assert.deepEqual(initialValue(schema, schema), {
      city: undefined,
      nights: 2,
      who: { kind: 'person' },
      list: [],
    })
  })

  it('ends where a schema needs itself', () => {
    const schema = {
      $ref: '#/$defs/node',
      $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } }, required: ['next'] } },
    }
    assert.match(JSON.stringify(initialValue(schema, schema)), /^(\{"next":)+\{\}\}+$/)
  })
})

describe('a value of a union', () => {
  it('belongs to the variant whose constants and names it has', () => {
    const variants = [
      { label: 'text', schema: { type: 'string' } },
      { label: 'card', schema: { properties: { kind: { const: 'card' } } } },
      { label: 'other', schema: { properties: { kind: { const: 'other' } } } },
      { label: 'list', schema: { type: 'array' } },
    ]
    assert.deepEqual(
      ['x', { kind: 'card' }, { kind: 'other' }, [1], 5].map((value) => variantOf(value, variants, true)),
      [0, 1, 2, 3, 0],
    )
  })
})

describe('what is sent', () => {
  it('leaves out what is not said, at every depth', () => {
    assert.deepEqual(cleaned({ a: undefined, b: { c: undefined, d: 1 }, e: [undefined, { f: undefined }] }), {
      b: { d: 1 },
      e: [null, {}],
    })
  })

  it('keeps the order of keys when one changes', () => {
    assert.deepEqual(Object.keys(withKey({ a: 1, b: 2 }, 'a', 3)), ['a', 'b'])
    assert.deepEqual(withKey({ a: 1, b: 2 }, 'a', undefined), { b: 2 })
  })
})
