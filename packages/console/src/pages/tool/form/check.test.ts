import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { problemsOf, valueAt } from './check.ts'

const schema = {
  type: 'object',
  properties: {
    city: { type: 'string', minLength: 2, maxLength: 5 },
    nights: { type: 'integer', minimum: 1, maximum: 30 },
    size: { type: 'number', default: 2 },
    note: { type: ['string', 'null'] },
    guests: { type: 'array', minItems: 1, items: { $ref: '#/$defs/guest' } },
    payment: {
      oneOf: [
        {
          type: 'object',
          properties: { kind: { const: 'card' }, number: { type: 'string' } },
          required: ['number'],
        },
        { type: 'object', properties: { kind: { const: 'cash' } } },
      ],
    },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
  },
  required: ['city', 'size', 'note'],
  $defs: { guest: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } },
} as const

const told = (value: unknown): string[] =>
  problemsOf(value, schema).map(({ path, code, limit }) => `${path} ${code}${limit ?? ''}`)

describe('what is wrong with the value of a form', () => {
  it('is nothing if everything is there', () => {
    assert.deepEqual(
      told({ city: 'Rome', nights: 3, note: null, guests: [{ name: 'Ann' }], payment: { kind: 'cash' } }),
      [],
    )
  })

  it('is what is required and not said, at every depth; a text that is empty on purpose is said', () => {
    assert.deepEqual(told({ guests: [{}], payment: { kind: 'card' }, labels: { a: undefined } }), [
      'city required',
      'note required',
      'guests.0.name required',
      'payment.number required',
      'labels.a required',
    ])
    assert.deepEqual(told({ city: 'Rome', note: '' }), [])
  })

  it('is what is too short, too long, too small, too large, too few or no number', () => {
    assert.deepEqual(told({ city: 'R', note: null, nights: 0, guests: [] }), [
      'city shortest2',
      'nights least1',
      'guests fewest1',
    ])
    assert.deepEqual(told({ city: '北京天安门x', note: null, nights: 31, size: 'x' }), [
      'city longest5',
      'nights most30',
      'size number',
    ])
    assert.deepEqual(told({ city: 'Rome', note: null, nights: 1.5 }), ['nights integer'])
  })

  it('ends with a value that never ends being wrong', () => {
    assert.equal(told({ guests: Array.from({ length: 5000 }, () => ({})) }).length, 100)
  })
})

describe('a path', () => {
  it('leads to a value, or to nothing', () => {
    assert.equal(valueAt({ a: [{ b: 1 }] }, 'a.0.b'), 1)
    assert.equal(valueAt({ a: 1 }, 'a.b.c'), undefined)
  })
})
