import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { jsonText } from './json-text.ts'

describe('a value as JSON', () => {
  it('is what JSON.stringify gives, where that gives anything', () => {
    for (const value of [{ a: [1, 'x', null, { b: true }] }, [], 'text', 0, null])
      assert.equal(jsonText(value), JSON.stringify(value))
    assert.equal(jsonText(undefined), 'null')
  })

  it('has whole numbers of any size as texts', () => {
    assert.equal(jsonText({ data: { count: 12n } }), '{"data":{"count":"12"}}')
  })

  it('cuts what goes in circles, and nothing that only comes twice', () => {
    const shared = { name: 'shared' }
    const circle: Record<string, unknown> = { left: shared, right: [shared, { deep: shared }] }
    circle['self'] = circle
    assert.deepEqual(JSON.parse(jsonText({ circle })), {
      circle: { left: shared, right: [shared, { deep: shared }], self: '(goes in circles)' },
    })
  })

  it('refuses what throws when it is read', () => {
    const hostile = {
      get name() {
        throw new Error('not for you')
      },
    }
    assert.throws(() => jsonText(hostile), /can't be written as JSON: not for you/)
  })
})
