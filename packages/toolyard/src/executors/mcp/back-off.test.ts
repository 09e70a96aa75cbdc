import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createBackOff } from './back-off.ts'
import { defaultLimits } from './limits.ts'

describe('the pause before a server is tried again', () => {
  it('grows with each failure, and begins anew when it has worked', () => {
    const backOff = createBackOff(defaultLimits, () => 1)
    assert.equal(backOff.pause(0), 0)
    const pauses = [0, 1, 2].map(() => {
      backOff.failed(1000)
      return backOff.pause(1000)
    })
    assert.deepEqual(pauses, [250, 500, 1000])
    assert.equal(backOff.pause(1600), 400)
    backOff.worked()
    backOff.failed(100_000)
    assert.equal(backOff.pause(100_000), 250)
  })

  it('is a little different for each, so that not all come back at once', () => {
    const pauses = [0, 0.5, 0.99].map((random) => {
      const backOff = createBackOff(defaultLimits, () => random)
      backOff.failed(0)
      return backOff.pause(0)
    })
    assert.equal(new Set(pauses).size, 3)
    assert.ok(pauses.every((pause) => pause >= 125 && pause <= 250))
  })

  it('is long after too many failures in a short time, also where it worked in between', () => {
    const backOff = createBackOff(defaultLimits, () => 1)
    for (let time = 0; time < 4; time++) {
      backOff.failed(time * 1000)
      backOff.worked()
    }
    assert.equal(backOff.isResting, false)
    backOff.failed(5000)
    assert.deepEqual([backOff.isResting, backOff.pause(5000)], [true, defaultLimits.restMs])
    backOff.forget()
    assert.deepEqual([backOff.isResting, backOff.pause(5000)], [false, 0])
  })

  it('stays short where failures are far apart', () => {
    const backOff = createBackOff(defaultLimits, () => 1)
    for (let time = 0; time < 20; time++) {
      backOff.failed(time * 30_000)
      backOff.worked()
    }
    assert.equal(backOff.isResting, false)
  })
})
