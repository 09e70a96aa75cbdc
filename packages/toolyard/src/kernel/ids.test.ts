import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createIds } from './ids.ts'

describe('ids', () => {
  it('carry their prefix and characters that fit in a file name', () => {
    assert.match(createIds().next('call'), /^call_[0-9a-z]{30}$/)
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

  it('do not tell the next one: 100 bits of each are random', () => {
    const ids = createIds()
    const made = Array.from({ length: 2000 }, () => ids.next('call').slice(-20))
    assert.equal(new Set(made.map((id) => id.slice(0, 10))).size, 2000)
    assert.equal(new Set(made.map((id) => id.slice(10))).size, 2000)
    for (let place = 0; place < 20; place++)
      assert.equal(new Set(made.map((id) => id[place])).size, 32, `place ${place}`)
  })
})
