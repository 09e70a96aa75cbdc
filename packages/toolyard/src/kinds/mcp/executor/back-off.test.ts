import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createBackOff } from './back-off.ts'
import { defaultLimits } from './limits.ts'

const pausesOf = (backOff: ReturnType<typeof createBackOff>, times: number): number[] =>
  Array.from({ length: times }, () => {
    backOff.failed(1000)
    return backOff.pause(1000)
  })

describe('the pause before a server is tried again', () => {
  it('begins with a second and doubles with each failure, up to a minute', () => {
    const backOff = createBackOff(defaultLimits, () => 0)
    assert.equal(backOff.pause(0), 0)
    assert.deepEqual(pausesOf(backOff, 8), [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000])
    assert.equal(backOff.pause(2000), 59_000)
    assert.equal(
      pausesOf(
        createBackOff(defaultLimits, () => 1),
        10,
      ).at(-1),
      45_000,
    )
  })

  it('is a little different for each, so that not all come back at once', () => {
    const pauses = [0, 0.5, 0.99].map(
      (random) =>
        pausesOf(
          createBackOff(defaultLimits, () => random),
          1,
        )[0] ?? 0,
    )
    assert.equal(new Set(pauses).size, 3)
    assert.ok(pauses.every((pause) => pause >= 750 && pause <= 1000))
  })

  it('goes on growing where the server works for a moment in between', () => {
    const backOff = createBackOff(defaultLimits, () => 0)
    for (let time = 0; time < 5; time++) {
      backOff.worked(time * 10_000)
      backOff.failed(time * 10_000 + 5000)
    }
    assert.deepEqual([backOff.failures, backOff.pause(45_000)], [5, 16_000])
  })

  it('begins anew where the server has stayed for a minute, and where somebody has set things right', () => {
    const backOff = createBackOff(defaultLimits, () => 0)
    pausesOf(backOff, 4)
    backOff.worked(100_000)
    backOff.failed(159_999)
    assert.equal(backOff.pause(159_999), 16_000)
    backOff.worked(200_000)
    backOff.failed(260_000)
    assert.deepEqual([backOff.failures, backOff.pause(260_000)], [1, 1000])
    backOff.forget()
    assert.deepEqual([backOff.failures, backOff.pause(260_000)], [0, 0])
  })
})
