import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PruneOptions } from '../store/index.ts'
import { keepJournal } from './journal-keeper.ts'

const day = 24 * 3_600_000

describe('a journal that is kept for some days', () => {
  it('is pruned of what is older, and the process does not end in the middle of a batch', async () => {
    const { promise: asked, resolve } = Promise.withResolvers<PruneOptions>()
    let isDone = false
    const store = {
      durable: true,
      async prune(options: PruneOptions) {
        resolve(options)
        await new Promise((go) => {
          options.signal?.addEventListener('abort', go)
        })
        isDone = true
        return { calls: 0, requests: 0 }
      },
    }
    const keeper = keepJournal(store, {
      days: 30,
      now: () => 100 * day,
      firstMs: 1,
      failed: (error) => assert.ifError(error),
    })
    // The timer alone keeps no process alive.
    const alive = setInterval(() => {}, 1000)
    assert.equal((await asked).before, 70 * day)
    await keeper.close()
    clearInterval(alive)
    assert.equal(isDone, true)
  })

  it('is left alone where no age is set', async () => {
    const keeper = keepJournal(
      { durable: true, prune: () => assert.fail('pruned') },
      { days: undefined, now: () => 0, firstMs: 0, failed: (error) => assert.ifError(error) },
    )
    await new Promise((resolve) => {
      setTimeout(resolve, 20)
    })
    await keeper.close()
  })
})
