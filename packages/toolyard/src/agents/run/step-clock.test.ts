import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { RunEvent, RunUsage } from './run-event.ts'
import { StepClock, type StepNote } from './step-clock.ts'

/** A clock that is set by hand. */
function clockAt(times: { now: number; usage: RunUsage }) {
  const notes: StepNote[] = []
  const clock = new StepClock({
    clock: { wall: () => times.now },
    usage: () => times.usage,
    model: () => 'm',
    note: (step) => void notes.push(step),
  })
  return { clock, notes }
}

const text: RunEvent = { type: 'text', delta: 'x' }
const retry: RunEvent = { type: 'retry', reason: 'busy', delayMs: 5 }

describe('the times of steps', () => {
  it('count from when the model is asked, and first words anew after a retry', () => {
    const times = { now: 100, usage: { steps: 4, inputTokens: 10, outputTokens: 1, cost: 0.5 } }
    const { clock, notes } = clockAt(times)
    clock.begin()
    times.now = 110
    clock.heard(text)
    times.now = 120
    clock.heard(retry)
    times.now = 130
    clock.heard({ type: 'compacted', by: 'cuts', messages: 1, tokensBefore: 2, tokensAfter: 1 })
    times.now = 140
    clock.heard(text)
    times.now = 150
    clock.heard(text)
    times.usage = { ...times.usage, steps: 5, inputTokens: 30, outputTokens: 4, cost: 0.75 }
    clock.end('answered', { calls: [{ id: 'c', tool: 'look' }] })
    assert.deepEqual(notes, [
      {
        number: 5,
        model: 'm',
        startedAt: 100,
        compactedAt: 130,
        firstAt: 140,
        endedAt: 150,
        end: 'answered',
        retries: 1,
        inputTokens: 20,
        outputTokens: 3,
        cost: 0.25,
        calls: [{ id: 'c', tool: 'look' }],
      },
    ])
  })

  it('are told once, and only of a model that was asked', () => {
    const { clock, notes } = clockAt({ now: 1, usage: { steps: 0, inputTokens: 0, outputTokens: 0 } })
    clock.heard(text)
    clock.end('stopped')
    clock.begin()
    clock.begin()
    clock.end('failed', { error: 'x'.repeat(1000) })
    clock.end('failed')
    assert.deepEqual(
      notes.map(({ end, error, firstAt }) => [end, error?.length, firstAt]),
      [['failed', 500, undefined]],
    )
  })
})
