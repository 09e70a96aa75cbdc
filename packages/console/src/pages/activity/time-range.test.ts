import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { localTime, rangeOf } from './time-range.ts'

const at = (text: string): number => new Date(text).getTime()

describe('the time that is looked at', () => {
  it('is so long until now', () => {
    assert.deepEqual(rangeOf({ span: '1h', from: '', to: '' }, 7_200_000), { since: 3_600_000 })
  })

  it('is last night, from the evening to the morning, or to now while it lasts', () => {
    const night = { span: 'night', from: '', to: '' } as const
    assert.deepEqual(rangeOf(night, at('2026-03-10T12:00')), {
      since: at('2026-03-09T18:00'),
      until: at('2026-03-10T08:00'),
    })
    assert.deepEqual(rangeOf(night, at('2026-03-10T03:00')), { since: at('2026-03-09T18:00') })
  })

  it('is what was typed; what is no time, or ends before it begins, ends now', () => {
    const now = at('2026-03-10T12:00')
    const custom = (from: string, to: string) => rangeOf({ span: 'custom', from, to }, now)
    const since = at('2026-03-01T10:00')
    assert.deepEqual(custom('2026-03-01T10:00', '2026-03-02T10:00'), { since, until: at('2026-03-02T10:00') })
    assert.deepEqual(custom('2026-03-01T10:00', '2026-02-02T10:00'), { since })
    assert.deepEqual(custom('nonsense', ''), { since: now - 86_400_000 })
    assert.equal(localTime(since), '2026-03-01T10:00')
  })
})
