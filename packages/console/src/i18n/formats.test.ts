import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatsFor } from './formats.ts'

describe('formats', () => {
  it('write lengths of time so that they can be read below each other', () => {
    const { span } = formatsFor('en')
    const known: readonly (readonly [number, string])[] = [
      [0, '0ms'],
      [4.25, '4.3ms'],
      [999.4, '999ms'],
      [999.6, '1.0s'],
      [2000, '2.0s'],
      [59_940, '59.9s'],
      [59_960, '1m 00s'],
      [65_000, '1m 05s'],
      [119_600, '2m 00s'],
      [3_599_700, '1h 00m'],
      [7_500_000, '2h 05m'],
    ]
    for (const [ms, text] of known) assert.equal(span(ms), text)
    assert.deepEqual([84, 1500, 65_000].map(formatsFor('zh').span), ['84毫秒', '1.5秒', '1分钟 05秒'])
  })

  it('write small costs with the digits that matter', () => {
    const { cost } = formatsFor('en')
    assert.deepEqual([0, 0.0042, 0.5, 12.345].map(cost), ['0.00', '0.0042', '0.50', '12.35'])
  })
})
