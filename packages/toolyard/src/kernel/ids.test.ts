import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createIds } from './ids.ts'

describe('ids', () => {
  it('carry their prefix and characters that fit in a file name', () => {
    assert.match(createIds().next('call'), /^call_[0-9a-z]{12}_[0-9a-z]+$/)
  })

  it('never repeat, also across two makers', () => {
    const [one, other] = [createIds(), createIds()]
    const ids = new Set<string>()
    for (let count = 0; count < 20_000; count++) ids.add(one.next('c')).add(other.next('c'))
    assert.equal(ids.size, 40_000)
  })

  it('sort as text in the order in which they were made', () => {
    const ids = createIds()
    const made = Array.from({ length: 5000 }, () => ids.next('call'))
    assert.deepEqual(made.toSorted(), made)
  })
})
