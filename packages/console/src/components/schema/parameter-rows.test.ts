import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parameterRows } from './parameter-rows.ts'

describe('a schema as a table', () => {
  it('has a row for every parameter, with those inside it below', () => {
    const rows = parameterRows({
      type: 'object',
      properties: {
        city: { type: 'string', minLength: 1, description: 'Where' },
        unit: { enum: ['c', 'f'], default: 'c' },
        guests: {
          type: 'array',
          items: { type: 'object', properties: { age: { type: ['integer', 'null'] } } },
        },
        pay: {
          oneOf: [
            { title: 'Card', type: 'object', properties: { number: { type: 'string' } } },
            { type: 'string' },
          ],
        },
      },
      required: ['city'],
    })
    assert.deepEqual(
      rows.map(({ name, depth, type, isRequired, notes }) => [
        name,
        depth,
        type,
        isRequired,
        notes.join(' '),
      ]),
      [
        ['city', 0, 'string', true, 'length ≥ 1'],
        ['unit', 0, 'string', false, '"c", "f" = "c"'],
        ['guests', 0, 'object[]', false, ''],
        ['age', 1, 'integer | null', false, ''],
        ['pay', 0, 'object | string', false, ''],
        ['Card', 1, '', false, ''],
        ['number', 2, 'string', false, ''],
      ],
    )
  })
})
