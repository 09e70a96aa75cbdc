import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createClock, ToolyardError } from '../../kernel/index.ts'
import { delayBefore, usualRetry, wait } from './back-off.ts'

const fault = (details: { retryable?: boolean; retryAfterMs?: number }): ToolyardError =>
  new ToolyardError('unavailable', 'x', { retryable: true, ...details })
const delay = (number: number, random = 0, details = {}): number | undefined =>
  delayBefore(fault(details), { number, settings: usualRetry, random: () => random })

describe('the wait before a service is asked again', () => {
  it('doubles up to the longest', () => {
    const settings = { ...usualRetry, attempts: 20, longestMs: 10_000 }
    const waits = [1, 2, 3, 4, 5, 15].map((number) =>
      delayBefore(fault({}), { number, settings, random: () => 0 }),
    )
    assert.deepEqual(waits, [1000, 2000, 4000, 8000, 10_000, 10_000])
  })

  it('is a little shorter by chance, so that not all come back at once', () => {
    assert.equal(delay(3, 0), 4000)
    assert.equal(delay(3, 0.5), 3500)
    assert.ok((delay(3, 0.999) ?? 0) > 3000)
  })

  it('is never shorter than the service asks', () => {
    for (const random of [0, 0.5, 0.999]) assert.ok((delay(1, random, { retryAfterMs: 5000 }) ?? 0) >= 5000)
    assert.notEqual(delay(1, 0.1, { retryAfterMs: 5000 }), delay(1, 0.9, { retryAfterMs: 5000 }))
  })

  it('is none where it would not help, was tried often enough, or is asked to be too long', () => {
    assert.equal(delay(1, 0, { retryable: false }), undefined)
    assert.equal(delay(usualRetry.attempts), undefined)
    assert.equal(delay(1, 0, { retryAfterMs: usualRetry.longestMs + 1 }), undefined)
  })

  it('ends when the run is stopped', async (test) => {
    const clock = createClock()
    test.after(() => clock.close())
    const stop = new AbortController()
    const waiting = wait(clock, 1_000_000, stop.signal)
    stop.abort()
    await waiting
    await wait(clock, 1_000_000, stop.signal)
  })
})
