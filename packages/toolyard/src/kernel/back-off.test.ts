import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { backOffMs } from './back-off.ts'

describe('the wait after failures', () => {
  const wait = (failures: number, more: object): number =>
    backOffMs(failures, { firstMs: 1000, longestMs: 10_000, random: () => 0, ...more })

  it('doubles up to the longest', () => {
    assert.deepEqual(
      [1, 2, 3, 4, 5, 15].map((failures) => wait(failures, {})),
      [1000, 2000, 4000, 8000, 10_000, 10_000],
    )
  })

  it('is shorter by chance, by a quarter or by as much as is asked for', () => {
    assert.equal(wait(3, { random: () => 0.5 }), 3500)
    assert.equal(wait(3, { random: () => 0.5, jitter: 1 }), 2000)
    assert.equal(wait(3, { random: () => 0.5, jitter: 0 }), 4000)
  })
})
