import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CallRecord } from '../../store/index.ts'
import { bucketsOf } from './call-stats.ts'

const call = (startedAt: number, durationMs: number, status: CallRecord['status'] = 'ok'): CallRecord => ({
  id: `c${startedAt}`,
  tool: 'echo',
  fingerprint: 'f',
  permission: 'read',
  input: {},
  principal: 'local',
  origin: 'http',
  startedAt,
  durationMs,
  status,
})

describe('figures about calls', () => {
  it('are made for every stretch of time that has calls, oldest first', () => {
    const calls = [call(2500, 7), call(1200, 5), call(1100, 1, 'error'), call(1000, 3)]
    assert.deepEqual(bucketsOf(calls, 1000), [
      { at: 1000, count: 3, errors: 1, p50: 3, p95: 5 },
      { at: 2000, count: 1, errors: 0, p50: 7, p95: 7 },
    ])
  })

  it('leave out calls that have not ended', () => {
    assert.deepEqual(bucketsOf([call(0, 0, 'running')], 1000), [])
  })
})
