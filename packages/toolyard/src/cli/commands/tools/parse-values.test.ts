import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonSchema } from '../../../kernel/index.ts'
import { parseValues } from './parse-values.ts'

const schema: JsonSchema = {
  type: 'object',
  properties: {
    text: { type: 'string' },
    limit: { type: 'integer' },
    rate: { anyOf: [{ type: 'number' }, { type: 'null' }] },
    deep: { type: 'boolean' },
    ids: { type: 'array', items: { type: 'integer' } },
    user: { type: 'object', properties: { name: { type: 'string' }, age: { type: 'integer' } } },
    'a.b': { type: 'integer' },
  },
  required: ['text'],
}
const parse = (...words: string[]): unknown => parseValues(words, schema)

describe('words of a command line', () => {
  it('become what the schema says', () => {
    assert.deepEqual(parse('text=007', 'limit=007', 'rate=1e3', 'deep=no'), {
      text: '007',
      limit: 7,
      rate: 1000,
      deep: false,
    })
  })

  it('keep everything behind the first equals sign', () => {
    assert.deepEqual(parse('text=a=b:=c', 'text2='), { text: 'a=b:=c', text2: '' })
    assert.deepEqual(parse('text=two\nlines'), { text: 'two\nlines' })
  })

  it('collect a list, of one too, or take it as JSON', () => {
    assert.deepEqual(parse('ids=1'), { ids: [1] })
    assert.deepEqual(parse('ids=1', 'ids=2'), { ids: [1, 2] })
    assert.deepEqual(parse('ids=[1, 2]'), { ids: [1, 2] })
  })

  it('reach into objects, but leave a name alone that has a dot itself', () => {
    assert.deepEqual(parse('user.name=Ann', 'user.age=7', 'a.b=1'), {
      user: { name: 'Ann', age: 7 },
      'a.b': 1,
    })
  })

  it('pass on what the schema does not know, or can not be read, for validation to explain', () => {
    assert.deepEqual(parse('limt=5', 'limit=many'), { limt: '5', limit: 'many' })
  })

  it('are refused where they are no parameter, with the one that was probably meant', () => {
    assert.throws(() => parse('Rome'), { code: 'invalid_arguments', hint: /text=Rome/ })
    assert.throws(() => parse('two words'), { hint: /text="two words"/ })
    assert.throws(() => parse('user:={'), { code: 'invalid_arguments', message: /^user: / })
  })

  it('never reach the prototype of an object', () => {
    for (const word of ['__proto__.polluted=1', 'constructor.prototype.polluted=1', 'user.__proto__=1'])
      assert.throws(() => parse(word), { code: 'invalid_arguments' })
    assert.equal('polluted' in {}, false)
  })
})
