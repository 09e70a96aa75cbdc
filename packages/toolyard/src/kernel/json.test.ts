import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defaultJsonLimits, isPlainObject, parseJson } from './json.ts'

const problemOf = (text: string, limits = defaultJsonLimits): string | undefined => {
  const parsed = parseJson(text, limits)
  return 'problem' in parsed ? parsed.problem : undefined
}

describe('parseJson', () => {
  it('reads what JSON.parse reads', () => {
    const texts = [
      '{"a":[1,2,{"b":null}],"c":"x\\"y\\\\","d":{"a":1}}',
      '[{"a":1},{"a":2},"a","a"]',
      '"text"',
      ' 12 ',
      'true',
      '{}',
      '{"a":{"a":{"a":1}},"b":["}","{",",","\\"a\\":1"]}',
      '{"\\u0061b":1,"a":2}',
    ]
    for (const text of texts) assert.deepEqual(parseJson(text), { value: JSON.parse(text) })
  })

  it('refuses a key that appears twice in one object, however it is spelled', () => {
    for (const text of ['{"a":1,"a":2}', '{"x":{"a":1,"b":2,"\\u0061":3}}', '[{"a":[],"b":{},"a":1}]'])
      assert.match(problemOf(text) ?? '', /has the key "a" twice/)
  })

  it('takes equal keys in different objects', () => {
    assert.equal(problemOf('{"a":{"a":[{"a":1},{"a":1}]},"b":{"a":1}}'), undefined)
  })

  it('refuses keys that reach the prototype, escaped and nested ones too', () => {
    for (const key of ['__proto__', 'constructor', 'prototype', '__pr\\u006fto__', '\\u005f_proto__'])
      assert.match(problemOf(`[{"a":{"${key}":{}}}]`) ?? '', /which is not accepted/, key)
  })

  it('takes the same words as values', () => {
    assert.deepEqual(parseJson('["__proto__",{"a":"constructor"}]'), {
      value: ['__proto__', { a: 'constructor' }],
    })
  })

  it('counts depth exactly', () => {
    const limits = { maxBytes: 10_000, maxDepth: 3 }
    assert.equal(problemOf('[[[1]]]', limits), undefined)
    assert.match(problemOf('[[[[1]]]]', limits) ?? '', /deeper than 3 levels/)
    assert.match(problemOf('{"a":{"b":{"c":[]}}}', limits) ?? '', /deeper than 3 levels/)
    assert.equal(problemOf('["[[[[{{{{"]', limits), undefined)
  })

  it('refuses bottomless nesting at once', () => {
    const limits = { maxBytes: 10_000_000, maxDepth: 64 }
    assert.match(problemOf('['.repeat(5_000_000), limits) ?? '', /deeper than 64/)
  })

  it('refuses a text that is too long and says how long it may be', () => {
    assert.match(problemOf('"aaaaaaaaaa"', { maxBytes: 8, maxDepth: 3 }) ?? '', /12 characters.*at most 8/)
    assert.equal(problemOf('"aaaaaa"', { maxBytes: 8, maxDepth: 3 }), undefined)
  })

  it('answers a sentence for text that is not JSON, and never throws', () => {
    const texts = [
      '',
      '{',
      '{"a":1,}',
      '[1,2',
      "{'a':1}",
      '\ufeff{}',
      '{"a',
      '"\\',
      '{"\\x":1}',
      'NaN',
      ']',
      '}{',
    ]
    for (const text of texts)
      assert.match(problemOf(text) ?? '', /^is not valid JSON \(/, JSON.stringify(text))
  })
})

describe('isPlainObject', () => {
  it('takes literals and objects without a prototype, and nothing else', () => {
    assert.ok(isPlainObject({}))
    assert.ok(isPlainObject(Object.create(null)))
    for (const value of [null, [], new Date(), new Map(), () => 1, 'x', Object.create({ a: 1 })])
      assert.equal(isPlainObject(value), false)
  })
})
