import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { visibleData, visibleJson } from './visible-data.ts'

const nasty = '\u001b\u009b\u202e\u200b\u{e0041}x'

describe('visibleJson', () => {
  it('means the same, and holds nothing that is hidden', () => {
    for (const value of [nasty, { [nasty]: [nasty, 1, null] }, 'plain 漢字 é', undefined]) {
      const text = visibleJson(value, 2)
      assert.doesNotMatch(text, /[[\p{Cc}\p{Cf}]--[\n]]/v)
      assert.deepEqual(JSON.parse(text), value ?? null)
    }
  })
})

describe('visibleData', () => {
  it('shows what is hidden in strings and keys as marks', () => {
    const shown = visibleData({ a: [nasty], [`k\u202e`]: 2 })
    assert.deepEqual(shown, { a: ['⟨U+001B⟩⟨U+009B⟩⟨U+202E⟩⟨U+200B⟩⟨U+E0041⟩x'], 'k⟨U+202E⟩': 2 })
  })

  it('is the same value where there is nothing to show', () => {
    const value = { a: [1, 'two', { three: null }], emoji: '👩‍💻' }
    assert.equal(visibleData(value), value)
  })
})
