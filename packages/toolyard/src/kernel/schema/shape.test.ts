import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { copyWithDefaults, inspect, type Shape, shapeOf } from './shape.ts'

const limits = { maxBytes: 1000, maxDepth: 5 }
const closed = shapeOf({
  type: 'object',
  properties: {
    path: { type: 'string' },
    options: { type: 'object', properties: { deep: { type: 'boolean' } } },
    list: { type: 'array', items: { type: 'object', properties: { id: {} } } },
  },
})
/** An object of which nothing is known. */
const open: Shape = { keys: new Map(), closed: false, items: undefined, defaults: [] }
const problemOf = (value: object, shape: Shape | undefined = closed): string => {
  const problem = inspect(value, shape, limits)
  return problem ? `${problem.path.join('.')} ${problem.message}` : 'fine'
}

describe('inspecting arguments', () => {
  it('finds nothing wrong with known keys', () => {
    assert.equal(problemOf({ path: 'a', options: { deep: true }, list: [{ id: 1 }, { id: 'x' }] }), 'fine')
    assert.equal(problemOf({}), 'fine')
  })

  it('names an unknown key at any depth, with a suggestion or what is known', () => {
    assert.match(problemOf({ pth: 'a' }), /^pth is not a known parameter\. Did you mean "path"\?/)
    assert.match(problemOf({ options: { depe: true } }), /^options\.depe .*Did you mean "deep"/)
    assert.match(problemOf({ list: [{ id: 1 }, { no: 1 }] }), /^list\.1\.no .*Known: id\./)
    assert.match(
      problemOf({ a: 1 }, shapeOf({ properties: {}, additionalProperties: false })),
      /takes no parameters/,
    )
  })

  it('marks the unknown key for repair, unless it reaches the prototype', () => {
    assert.equal(inspect({ pth: 1 }, closed, limits)?.unknownKey, 'pth')
    const hostile = JSON.parse('{"__proto__":1}') as object
    assert.ok(inspect(hostile, closed, limits))
    assert.equal(inspect(hostile, closed, limits)?.unknownKey, undefined)
  })

  it('takes any key where the schema is open, or brings keys from elsewhere', () => {
    const schemas = [
      {},
      { properties: { a: { default: 1 } }, additionalProperties: true },
      { properties: { a: { default: 1 } }, additionalProperties: { type: 'number' } },
      ...[
        'patternProperties',
        'allOf',
        'anyOf',
        'oneOf',
        '$ref',
        'if',
        'dependentSchemas',
        'unevaluatedProperties',
      ].map((keyword) => ({ properties: { a: { default: 1 } }, [keyword]: {} })),
    ]
    for (const schema of schemas)
      assert.equal(inspect({ other: 1 }, shapeOf(schema), limits), undefined, JSON.stringify(schema))
  })

  it('refuses prototype keys everywhere, also where any key is taken', () => {
    for (const key of ['__proto__', 'constructor', 'prototype']) {
      const value = JSON.parse(`{"a":[{"${key}":1}]}`) as object
      assert.match(problemOf(value, open), /which is not accepted/, key)
    }
  })

  it('refuses inherited keys', () => {
    assert.match(problemOf(Object.create({ path: 'a' }) as object), /inherited/)
  })

  it('refuses NUL in a text, with its place', () => {
    assert.match(problemOf({ list: [{ id: 'a\0b' }] }), /^list\.0\.id holds a NUL/)
  })

  it('counts depth exactly', () => {
    assert.equal(problemOf({ a: [[[[]]]] }, open), 'fine')
    assert.match(problemOf({ a: [[[[[]]]]] }, open), /deeper than 5/)
  })

  it('counts size over texts, keys, numbers and lists, whichever they come in', () => {
    const keys = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`k${index}`, index]))
    const flags = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`k${index}`, true]))
    const large = [
      { a: 'x'.repeat(1001) },
      { a: Array.from({ length: 200 }, () => 1) },
      keys,
      flags,
      { a: { b: keys } },
    ]
    for (const value of large) assert.match(problemOf(value, open), /larger than 1000/)
    assert.equal(problemOf({ a: 'x'.repeat(990) }, open), 'fine')
  })
})

describe('copying arguments', () => {
  it('fills in defaults at every depth, and never over a value that is there', () => {
    const shape = shapeOf({
      properties: {
        limit: { default: 10 },
        mode: { default: 'text' },
        inner: { type: 'object', properties: { flag: { default: false } } },
        list: { items: { properties: { n: { default: 1 } } } },
      },
    })
    assert.deepEqual(copyWithDefaults({ mode: null, inner: {}, list: [{}, { n: 2 }] }, shape), {
      limit: 10,
      mode: null,
      inner: { flag: false },
      list: [{ n: 1 }, { n: 2 }],
    })
  })

  it('shares nothing with the arguments, nor with the schema’s own defaults', () => {
    const schema = { properties: { tags: { default: ['a'] } } }
    const value = { list: [{ a: 1 }] }
    const shape = shapeOf(schema)
    const copy = copyWithDefaults(value, shape) as { list: { a: number }[]; tags: string[] }
    copy.list[0]!.a = 2
    copy.tags.push('b')
    assert.deepEqual(value, { list: [{ a: 1 }] })
    assert.deepEqual(schema.properties.tags.default, ['a'])
  })

  it('drops members that are undefined', () => {
    assert.deepEqual(Object.keys(copyWithDefaults({ a: undefined, b: 1 }, undefined) as object), ['b'])
  })
})
