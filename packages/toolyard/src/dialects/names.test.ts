import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { providerName } from './index.ts'

describe('the name of a tool at a provider', () => {
  it('is its own name where that fits', () => {
    for (const name of ['read_file', 'a', 'A-b_9', 'x'.repeat(64)]) assert.equal(providerName(name), name)
  })

  it('always fits, and is always the same', () => {
    for (const name of ['a.b', 'über', 'x'.repeat(65), 'mcp server/tool:name', '', '😀'.repeat(400), ' ']) {
      assert.match(providerName(name), /^[a-zA-Z0-9_-]{1,64}$/)
      assert.equal(providerName(name), providerName(name))
    }
  })

  it('keeps the tail of a long name, which tells tools of one server apart', () => {
    assert.match(providerName(`${'server_'.repeat(20)}list_items`), /list_items_[0-9a-f]{10}$/)
  })

  it('differs where names differ', () => {
    const names = ['a.b', 'a/b', 'a:b', 'a b', 'a_b', 'a..b', `${'x'.repeat(80)}1`, `${'y'.repeat(80)}1`]
    assert.equal(new Set(names.map(providerName)).size, names.length)
  })
})
