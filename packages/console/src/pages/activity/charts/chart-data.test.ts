import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JournalStats } from '../../../api/types.ts'
import { countsAt, placesOf, valuesAt } from './chart-data.ts'

const stats = (over: Partial<JournalStats>): JournalStats => ({
  since: 0,
  until: 40,
  stepMs: 10,
  source: 'calls',
  total: { calls: 0, errors: 0, denied: 0 },
  statuses: {},
  slots: [],
  names: [],
  usage: [],
  ...over,
})
const slot = (at: number, p50?: number) => ({
  at,
  calls: 2,
  errors: 1,
  denied: 0,
  ...(p50 !== undefined && { latency: { count: 1, p50, p95: p50, p99: p50 } }),
})

describe('the places of a chart', () => {
  it('are all stretches of time, in the phase of those that are known', () => {
    assert.deepEqual(placesOf(stats({})), [0, 10, 20, 30])
    assert.deepEqual(placesOf(stats({ since: 8, until: 25, slots: [slot(13)] })), [3, 13, 23])
    assert.equal(placesOf(stats({ until: 1e9 })).length, 2000)
  })

  it('tell nothing happened from nothing measured', () => {
    const slots = [slot(10, 5), slot(20)]
    assert.deepEqual(
      countsAt([0, 10, 20], slots, ({ calls }) => calls),
      [0, 2, 2],
    )
    assert.deepEqual(
      valuesAt([0, 10, 20], slots, ({ latency }) => latency?.p50),
      [null, 5, null],
    )
  })
})
