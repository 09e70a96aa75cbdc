import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createClock } from './clock.ts'
import { pause, settlesWithin } from './pause.ts'

describe('a pause', () => {
  it('takes its time', async (test) => {
    const clock = createClock()
    test.after(() => clock.close())
    const start = clock.now()
    await pause(30, { clock })
    assert.ok(clock.now() - start >= 29)
  })

  it('rejects when the signal aborts, and at once if it has', { timeout: 10_000 }, async (test) => {
    const clock = createClock()
    test.after(() => clock.close())
    const stop = new AbortController()
    const waiting = pause(1_000_000, { clock, signal: stop.signal })
    stop.abort(new Error('stopped'))
    await assert.rejects(waiting, /stopped/)
    await assert.rejects(pause(1_000_000, { clock, signal: stop.signal }), /stopped/)
  })
})

describe('settlesWithin', () => {
  it('tells whether something was done in time, well or badly', async () => {
    assert.equal(await settlesWithin(Promise.resolve(), 60_000), true)
    assert.equal(await settlesWithin(Promise.reject(new Error('x')), 60_000), true)
    assert.equal(await settlesWithin(new Promise(() => {}), 5), false)
  })
})
