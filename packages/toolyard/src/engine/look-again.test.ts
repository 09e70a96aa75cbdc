import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createManualClock } from './conformance/index.ts'
import { lookAgain } from './look-again.ts'

describe('looking again', () => {
  it('becomes rarer while nothing is found, down to a limit, and is frequent again after a find', async () => {
    const clock = createManualClock()
    const at: number[] = []
    let isFound = false
    const looking = lookAgain({
      clock,
      everyMs: 200,
      idleMs: 600,
      look: async () => {
        at.push(clock.now())
        return isFound
      },
    })
    await clock.pass(2000)
    assert.deepEqual(at, [200, 500, 950, 1550])
    isFound = true
    await clock.pass(400)
    assert.deepEqual(at.slice(4), [2150, 2350])
    await looking.stop()
    await clock.pass(5000)
    assert.equal(at.length, 6)
  })

  it('waits shortly again when something is expected', async () => {
    const clock = createManualClock()
    const at: number[] = []
    const looking = lookAgain({
      clock,
      everyMs: 100,
      idleMs: 1000,
      look: async () => {
        at.push(clock.now())
        if (at.length === 5) looking.expect()
        return false
      },
    })
    await clock.pass(5000)
    const waits = at.map((moment, index) => moment - (at[index - 1] ?? 0))
    assert.deepEqual(waits.slice(0, 7), [100, 150, 225, 337.5, 506.25, 150, 225])
    await looking.stop()
  })

  it('goes on after a look that failed, tells of it, and waits for it as long as it was told to', async () => {
    const clock = createManualClock()
    const at: number[] = []
    const problems: unknown[] = []
    const looking = lookAgain({
      clock,
      everyMs: 250,
      failedMs: 1000,
      failed: (error) => problems.push(error),
      look: async () => {
        at.push(clock.now())
        if (at.length === 1) throw new Error('away')
        return false
      },
    })
    await clock.pass(1600)
    assert.deepEqual(at, [250, 1250, 1500])
    assert.match(String(problems), /away/)
    await looking.stop()
  })

  it('never looks twice at once, and stops when the look that has begun is over', async () => {
    const clock = createManualClock()
    const answers: ((isFound: boolean) => void)[] = []
    const looking = lookAgain({
      clock,
      everyMs: 100,
      look: () => new Promise((resolve) => answers.push(resolve)),
    })
    await clock.pass(1000)
    assert.equal(answers.length, 1)
    let isStopped = false
    const stopped = looking.stop().then(() => (isStopped = true))
    await clock.pass(1000)
    assert.equal(isStopped, false)
    answers[0]?.(true)
    await stopped
    await clock.pass(1000)
    assert.equal(answers.length, 1)
  })
})
