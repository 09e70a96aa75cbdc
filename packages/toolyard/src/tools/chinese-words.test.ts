import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { chineseWords } from './chinese-words.ts'
import manifests from './manifests.json' with { type: 'json' }

describe('the Chinese words of the built-in tools', () => {
  it('are there for every tool, and for no other', () => {
    assert.deepEqual(Object.keys(chineseWords).toSorted(), Object.keys(manifests).toSorted())
  })

  it('are Chinese, and the titles short and each its own', () => {
    const titles = Object.values(chineseWords).map(([title]) => title)
    assert.equal(new Set(titles).size, titles.length)
    for (const [title, description] of Object.values(chineseWords)) {
      assert.match(description, /^\p{L}[^]*\p{sc=Han}[^]*。$/u)
      assert.ok(title.length <= 20, title)
    }
  })
})
