/** Parts of an answer, text and data mixed. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createRedactor } from '../host/index.ts'
import { ChunkStream } from './chunk-stream.ts'

describe('a stream of text and data', () => {
  const send = (chunks: readonly unknown[]): unknown[] => {
    const stream = new ChunkStream(createRedactor(['correcthorsebattery']), 1000)
    return [...chunks.flatMap((chunk) => stream.add(chunk)), ...stream.flush()]
  }

  it('sends no part of a secret because data came in its middle', () => {
    const told = send(['key correcthorse', { done: 1 }, 'battery end\n', { done: 2 }])
    assert.deepEqual(
      told.filter((chunk) => typeof chunk === 'object'),
      [{ done: 1 }, { done: 2 }],
    )
    assert.equal(told.filter((chunk) => typeof chunk === 'string').join(''), 'key [redacted] end\n')
  })

  it('sends ordinary text before the data that follows it', () => {
    assert.deepEqual(send(['Step 1', { done: 1 }, 'Step 2: half', { done: 2 }]), [
      'Step 1',
      { done: 1 },
      'Step 2: half',
      { done: 2 },
    ])
  })
})
