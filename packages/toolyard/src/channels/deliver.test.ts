import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { createClock, ToolyardError } from '../kernel/index.ts'
import type { Channel } from './channel.ts'
import { deliver } from './deliver.ts'

/** Takes one piece, then never answers. */
const stuck = (): Channel => {
  let count = 0
  return {
    limit: 20,
    files: 'none',
    buttons: true,
    fileBytes: 0,
    async send(_, { signal }) {
      if (++count === 1) return { id: '7' }
      if (!signal.aborted) await once(signal, 'abort')
      return { taken: 'maybe', error: new ToolyardError('timeout', 'the platform did not answer.') }
    },
  }
}

describe('deliver', () => {
  it('ends before the call does, so that the parts that were sent are told', async (test) => {
    const clock = createClock()
    test.after(() => clock.close())
    const { signal } = new AbortController()
    await assert.rejects(
      deliver(stuck(), { content: 'word '.repeat(12) }, { to: '42', signal, clock, key: 'k', withinMs: 20 }),
      /part 2 of \d may or may not have been sent: .* Part 1 was sent \(7\)\. Nothing after it was sent/,
    )
  })
})
