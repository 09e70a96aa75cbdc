/** The tool `time` through the pipeline: its other name, and times beyond the calendar. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createToolyard } from '../../src/runtime/index.ts'

describe('time, called as a tool', () => {
  it('is known as time_reasoning too, and says so where a time is beyond the calendar', async (test) => {
    const yard = await createToolyard({ builtins: ['system'] })
    test.after(() => yard.close())
    const told = await yard.call('time_reasoning', {
      action: 'convert',
      time: '2026-03-30T15:00',
      timezone: '北京',
      to: 'UTC',
    })
    assert.equal((told.data as { readonly time: string }).time, '2026-03-30T07:00+00:00')
    for (const input of [
      { action: 'add', duration: '99999999 years' },
      { action: 'next', time: '+275760-09-13' },
      { action: 'convert', time: '+275760-09-13T00:00Z', to_tz: '+14:00' },
      { action: 'difference', time: '-271821-04-20T00:00Z', end: '+275760-09-13T00:00Z' },
      { action: 'parse', time: 'in 99999999 years' },
    ]) {
      const { error } = await yard.call('time', input)
      assert.ok(error === undefined || error.code === 'invalid_arguments', JSON.stringify([input, error]))
    }
    assert.match(
      (await yard.call('time', { action: 'add', duration: '99999999 years' })).error?.message ?? '',
      /out of the calendar/,
    )
  })
})
