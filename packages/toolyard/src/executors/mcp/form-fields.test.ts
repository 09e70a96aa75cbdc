import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { choicesOf, readFields } from './form-fields.ts'

const fieldsOf = (properties: object, required: readonly string[] = []) =>
  readFields({ type: 'object', properties, required })
const field = (property: object) => {
  const [first] = fieldsOf({ f: property })
  assert.ok(first)
  return first
}

describe('the fields of a form', () => {
  it('are what the protocol allows: texts, numbers, yes or no, choices', () => {
    assert.deepEqual(field({ type: 'string' }).read('x'), { value: 'x' })
    assert.deepEqual(field({ type: 'integer' }).read(' 12 '), { value: 12 })
    assert.deepEqual(field({ type: 'number' }).read('1.5'), { value: 1.5 })
    assert.deepEqual(field({ type: 'boolean' }).read('no'), { value: false })
    assert.deepEqual(field({ type: 'string', enum: ['a', 'b'] }).read('b'), { value: 'b' })
    assert.deepEqual(field({ type: 'string', enum: ['a'], enumNames: ['An A'] }).read('An A'), { value: 'a' })
    assert.deepEqual(field({ type: 'string', oneOf: [{ const: 'x', title: 'An X' }] }).read('An X'), {
      value: 'x',
    })
    assert.deepEqual(field({ type: 'array', items: { type: 'string', enum: ['a', 'b'] } }).read('a, b'), {
      value: ['a', 'b'],
    })
    assert.deepEqual(
      field({ type: 'array', items: { anyOf: [{ const: 'x', title: 'An X' }] } }).read('An X'),
      { value: ['x'] },
    )
  })

  it('say why an answer does not fit', () => {
    for (const [property, answer] of [
      [{ type: 'integer' }, '1.5'],
      [{ type: 'integer', maximum: 3 }, '4'],
      [{ type: 'number' }, 'many'],
      [{ type: 'number' }, ''],
      [{ type: 'string', minLength: 3 }, 'ab'],
      [{ type: 'string', enum: ['a'] }, 'c'],
      [{ type: 'boolean' }, 'perhaps'],
      [{ type: 'array', items: { enum: ['a'] } }, 'a, c'],
    ] as const)
      assert.ok('problem' in field(property).read(answer), JSON.stringify(property))
  })

  it('have choices, titles, defaults, and what must be filled in', () => {
    const [size, sure, many] = fieldsOf(
      {
        size: { enum: ['s', 'm'], title: 'Size\u202e', default: 'm' },
        sure: { type: 'boolean' },
        many: { type: 'array', items: { enum: ['a', 'b'] } },
      },
      ['sure'],
    )
    assert.deepEqual([size?.title, size?.fallback, size?.isRequired], ['Size⟨U+202E⟩', 'm', false])
    assert.deepEqual(size && choicesOf(size), ['s', 'm'])
    assert.deepEqual([sure && choicesOf(sure), sure?.isRequired], [['yes', 'no'], true])
    assert.deepEqual(many && choicesOf(many), undefined)
    assert.match(many?.description ?? '', /a, b/)
  })

  it('are refused where they are no such form, or a trap', () => {
    assert.deepEqual(readFields(undefined), [])
    assert.throws(() => readFields('form'), /can’t be read/)
    assert.throws(
      () =>
        readFields({
          properties: Object.fromEntries(Array.from({ length: 31 }, (_, index) => [`f${index}`, {}])),
        }),
      /31 fields/,
    )
    assert.throws(() => field({ type: 'string', pattern: '(?=(a+)+$)b' }))
  })
})
