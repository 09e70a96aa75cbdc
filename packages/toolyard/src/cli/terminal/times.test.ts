import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ago, clockTime, dayTime, readSince, timeSpan } from './times.ts'

const noon = new Date(2026, 2, 1, 12, 0, 5).getTime()

describe('times', () => {
  it('are written in the time of this machine, with the day only where it is another', () => {
    assert.equal(dayTime(noon), '2026-03-01 12:00:05')
    assert.equal(clockTime(noon, noon + 1000), '12:00:05')
    assert.equal(clockTime(noon, noon + 86_400_000), '2026-03-01 12:00:05')
  })

  it('become spans of the size that people count in', () => {
    const spans = [0, 12.4, 999.4, 1000, 9999, 10_000, 119_999, 120_000, 7_200_000, 172_800_000].map(timeSpan)
    assert.deepEqual(spans, [
      '0 ms',
      '12 ms',
      '999 ms',
      '1.0 s',
      '9.9 s',
      '10 s',
      '119 s',
      '2 min',
      '2 h',
      '2 d',
    ])
    assert.equal(ago(noon, noon + 500), 'just now')
    assert.equal(ago(noon, noon - 500), 'just now')
    assert.equal(ago(noon, noon + 60_000), '60 s ago')
  })

  it('are read as how long ago, as a day of this machine, or as a moment', () => {
    assert.equal(readSince('15m', noon), noon - 900_000)
    assert.equal(readSince(' 2H ', noon), noon - 7_200_000)
    assert.equal(readSince('1.5d', noon), noon - 129_600_000)
    assert.equal(readSince('2026-03-01', noon), new Date(2026, 2, 1).getTime())
    assert.equal(readSince('2026-03-01T12:00:05', noon), noon)
    assert.equal(readSince('2026-03-01T12:00:05Z', noon), Date.UTC(2026, 2, 1, 12, 0, 5))
  })

  for (const text of ['', 'yesterday', '15', '5 minutes', '2026-13-01', '-1h', '12:00'])
    it(`"${text}" are none`, () => {
      assert.throws(() => readSince(text, noon), /is not a time/)
    })
})
