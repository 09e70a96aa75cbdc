import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fuse } from './fuse.ts'

describe('fused orders', () => {
  it('put what stands well in all of them before what stands first in one', () => {
    assert.deepEqual(
      fuse([
        ['a', 'b', 'c'],
        ['d', 'b', 'e'],
      ]),
      ['b', 'a', 'd', 'c', 'e'],
    )
  })

  it('are the order itself if there is but one, and empty if there is none', () => {
    assert.deepEqual(fuse([['a', 'b'], []]), ['a', 'b'])
    assert.deepEqual(fuse([]), [])
  })
})
