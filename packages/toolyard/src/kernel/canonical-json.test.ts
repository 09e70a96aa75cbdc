import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { canonicalJson, digestOf } from './canonical-json.ts'

describe('canonical JSON', () => {
  it('is one text whatever the order of keys, at every depth', () => {
    const one = { b: [{ y: 1, x: 2 }], a: null, c: { e: 'é', d: true } }
    const other = { c: { d: true, e: 'é' }, a: null, b: [{ x: 2, y: 1 }] }
    assert.equal(canonicalJson(one), '{"a":null,"b":[{"x":2,"y":1}],"c":{"d":true,"e":"é"}}')
    assert.equal(canonicalJson(other), canonicalJson(one))
    assert.equal(digestOf(other), digestOf(one))
  })

  it('keeps the order of lists, which means something', () => {
    assert.notEqual(canonicalJson([1, 2]), canonicalJson([2, 1]))
  })

  it('is JSON that reads back as the same data', () => {
    const data = { 'a"b': '\u2028\n\\', é: [1.5, -0.25, 1e21], __proto__x: {}, '': [[], {}] }
    assert.deepEqual(JSON.parse(canonicalJson(data)), data)
  })

  it('leaves out undefined members and writes null for what a list lacks', () => {
    assert.equal(canonicalJson({ a: undefined, b: 1 }), '{"b":1}')
    assert.equal(canonicalJson([undefined, null]), '[null,null]')
    // oxlint-disable-next-line no-sparse-arrays
    assert.equal(canonicalJson([, 1]), '[null,1]')
  })

  it('writes numbers that JSON does not have as null, and minus nought as nought', () => {
    assert.equal(canonicalJson([Number.NaN, Infinity, -0]), '[null,null,0]')
  })

  it('gives different texts for different dates, maps, sets and big whole numbers', () => {
    const pairs: [unknown, unknown][] = [
      [new Date(0), new Date(1)],
      [new Map([['a', 1]]), new Map([['a', 2]])],
      [new Set(['a']), new Set(['b'])],
      [10n, 11n],
      [{ when: new Date(0) }, { when: {} }],
    ]
    for (const [left, right] of pairs) assert.notEqual(canonicalJson(left), canonicalJson(right))
    assert.equal(canonicalJson(new Date(0)), '"1970-01-01T00:00:00.000Z"')
  })

  it('throws for what has no meaning as data', () => {
    assert.throws(() => canonicalJson({ a: () => 1 }), TypeError)
    assert.throws(() => canonicalJson(Symbol('x')), TypeError)
    assert.throws(() => canonicalJson(undefined), TypeError)
  })

  it('has a digest of 64 hex digits that changes with a single character', () => {
    assert.match(digestOf({ a: 1 }), /^[0-9a-f]{64}$/)
    assert.notEqual(digestOf({ a: 'x' }), digestOf({ a: 'X' }))
    assert.notEqual(digestOf({ a: 1 }), digestOf({ a: '1' }))
  })
})
