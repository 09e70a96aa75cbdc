import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createManualClock } from './conformance/index.ts'
import { lookWhenTold, type Signs, type ToldLookOptions } from './look-when-told.ts'

/** Signs that a test gives. */
function givenSigns(): Signs & { give(): void; readonly listeners: Set<() => void> } {
  const listeners = new Set<() => void>()
  return {
    listeners,
    give: () => listeners.forEach((listener) => listener()),
    async hear(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

function begin(options: Partial<ToldLookOptions> = {}) {
  const clock = createManualClock()
  const at: number[] = []
  const look = async (): Promise<boolean> => (at.push(clock.now()), false)
  const looking = lookWhenTold({ clock, look, signs: undefined, everyMs: 250, leastMs: 100, ...options })
  return { clock, at, looking }
}

describe('looking when told', () => {
  it('looks once when signs can be heard, then at each sign, and every 15 s without any', async () => {
    const signs = givenSigns()
    const { clock, at, looking } = begin({ signs })
    await clock.pass(2000)
    assert.deepEqual(at, [0])
    signs.give()
    await clock.pass(14_000)
    assert.deepEqual(at, [0, 2000])
    await clock.pass(16_000)
    assert.deepEqual(at, [0, 2000, 17_000, 32_000])
    await looking.stop()
    assert.equal(signs.listeners.size, 0)
  })

  it('makes one look of signs that come close together, and misses none that comes while it looks', async () => {
    const signs = givenSigns()
    const answers: (() => void)[] = []
    const look = (): Promise<boolean> =>
      new Promise((resolve) => {
        answers.push(() => resolve(true))
      })
    const { clock, looking } = begin({ signs, look })
    await clock.pass(1000)
    assert.equal(answers.length, 1)
    for (let count = 0; count < 10; count++) signs.give()
    await clock.pass(1000)
    assert.equal(answers.length, 1)
    answers[0]?.()
    await clock.pass(50)
    assert.equal(answers.length, 2)
    answers[1]?.()
    await clock.pass(10)
    for (let count = 0; count < 10; count++) signs.give()
    await clock.pass(20)
    assert.equal(answers.length, 2)
    await clock.pass(100)
    assert.equal(answers.length, 3)
    const stopped = looking.stop()
    answers[2]?.()
    await stopped
  })

  it('looks again and again where signs can’t be heard', async () => {
    const deaf: Signs = { hear: async () => undefined }
    const broken: Signs = { hear: () => Promise.reject(new Error('away')) }
    for (const signs of [undefined, deaf, broken]) {
      const { clock, at, looking } = begin({ signs })
      await clock.pass(1000)
      assert.deepEqual(at, [250, 500, 750, 1000])
      await looking.stop()
    }
  })

  it('looks sooner if it is told that something may change without a sign, or a look failed', async () => {
    let silenceMs: number | undefined = 1000
    let isAway = false
    const at: number[] = []
    const { clock, looking } = begin({
      signs: givenSigns(),
      failedMs: 500,
      silenceMs: () => silenceMs,
      look: async () => {
        at.push(clock.now())
        if (isAway) throw new Error('away')
        return false
      },
    })
    await clock.pass(2500)
    assert.deepEqual(at, [0, 1000, 2000])
    isAway = true
    await clock.pass(1200)
    assert.deepEqual(at.slice(3), [3000, 3500])
    isAway = false
    silenceMs = undefined
    await clock.pass(5000)
    assert.deepEqual(at.slice(5), [4000])
    await looking.stop()
  })

  it('hears nothing any more if it was stopped before it heard', async () => {
    const signs = givenSigns()
    const { clock, at, looking } = begin({ signs })
    await looking.stop()
    await clock.pass(20_000)
    assert.deepEqual([at.length, signs.listeners.size], [0, 0])
  })
})
