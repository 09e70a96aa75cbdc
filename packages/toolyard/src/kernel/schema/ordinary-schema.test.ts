import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkSchema } from './check-schema.ts'
import { isOrdinarySchema } from './ordinary-schema.ts'

/** With a keyword that it does not know, a schema is never ordinary: this is the closer look. */
const closerLook = (schema: object): unknown => checkSchema({ ...schema, 'x-note': true })

const keywords: [string, readonly unknown[]][] = [
  ['type', ['string', 'object', 'array', 'null', 'text', '', 1, null, ['string'], []]],
  ['description', ['x', '', 1, 'x'.repeat(200_000)]],
  ['properties', [{}, { a: { type: 'string' } }, { a: { type: 'text' } }, { a: 1 }, [], 'a', null]],
  ['properties', [JSON.parse('{"__proto__":{"type":"string"}}'), { a: { properties: { b: { enum: [] } } } }]],
  ['required', [[], ['a'], ['a', 1], 'a', true]],
  ['enum', [['a'], [1], [], 'a', {}]],
  ['items', [{ type: 'string' }, { type: 'text' }, [{ type: 'string' }], [{ type: 'text' }], true, 1]],
  ['additionalProperties', [false, true, {}, { type: 'text' }, 1]],
  ['minimum', [0, -1, Number.NaN, Infinity, '1', null]],
  ['maxLength', [0, 5, '5', undefined]],
  ['default', ['x', 1, null, {}, undefined]],
  ['format', ['email', 1]],
  ['pattern', ['^a$', '(']],
  ['$ref', ['#', '#/nowhere']],
  ['anyOf', [[{ type: 'string' }], [{ type: 'text' }], [1], [true], [], {}]],
  ['allOf', [[{ enum: ['a'] }], [{ enum: [] }], [], 'a']],
  ['uniqueItems', [true, 1]],
  ['multipleOf', [2, '2', Number.NaN]],
  ['minProperties', [1, '1']],
  ['exclusiveMaximum', [1, true]],
]

describe('an ordinary schema', () => {
  it('is one of which a closer look has nothing to say, whatever stands in it', () => {
    let ordinary = 0
    for (const [first, values] of keywords)
      for (const value of values)
        for (const [second, others] of keywords)
          for (const other of others) {
            const schema = { [first]: value, [second]: other }
            for (const one of [schema, { type: 'object', properties: { a: schema, b: { items: schema } } }]) {
              if (!isOrdinarySchema(one)) continue
              ordinary++
              assert.deepEqual(closerLook(one), [], JSON.stringify(one).slice(0, 200))
            }
          }
    assert.ok(ordinary > 500, `only ${ordinary}`)
  })

  it('is not one that contains itself, is very deep, very wide or very long', () => {
    const endless: Record<string, unknown> = { type: 'object' }
    endless['properties'] = { a: endless, b: endless }
    assert.equal(isOrdinarySchema(endless), false)
    let deep: object = { type: 'string' }
    for (let level = 0; level < 20; level++) deep = { type: 'array', items: deep }
    assert.equal(isOrdinarySchema(deep), false)
    const many = Array.from({ length: 3000 }, (_, index) => [`p${index}`, { type: 'string' }] as const)
    assert.equal(isOrdinarySchema({ type: 'object', properties: Object.fromEntries(many) }), false)
    assert.equal(isOrdinarySchema({ enum: Array.from({ length: 1000 }, () => 'x'.repeat(200)) }), false)
  })

  it('is found among the schemas of tools', () => {
    const schema = {
      type: 'object',
      properties: {
        path: { type: 'string', minLength: 1, description: 'Where' },
        tags: { type: 'array', items: {} },
      },
      required: ['path'],
      additionalProperties: false,
    }
    assert.equal(isOrdinarySchema(schema), true)
    assert.deepEqual(checkSchema(schema), [])
  })
})
