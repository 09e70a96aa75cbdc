import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { describe, it } from 'node:test'
import { counterBytes, countNewlines, createNewlineCounter } from './newline-counter.ts'

const naive = (bytes: Uint8Array): number => bytes.filter((byte) => byte === 10).length

describe('the counter of line feeds', () => {
  it('counts as a plain loop does, whatever the length', () => {
    const bytes = Buffer.from(Array.from({ length: 700 }, (_, index) => (index % 7 === 0 ? 10 : index % 256)))
    for (let length = 0; length <= bytes.length; length++)
      assert.equal(countNewlines(bytes.subarray(0, length)), naive(bytes.subarray(0, length)), String(length))
  })

  it('counts what is longer than its buffer', () => {
    const bytes = Buffer.alloc(counterBytes * 2 + 77, 'ab\n\ncdefg\n')
    assert.equal(countNewlines(bytes), naive(bytes))
    assert.equal(countNewlines(Buffer.alloc(counterBytes + 1, '\n')), counterBytes + 1)
  })

  it('counts each of its two buffers by itself', () => {
    const counter = createNewlineCounter()
    counter.buffers[0].fill('\n')
    counter.buffers[1].fill('x')
    assert.equal(counter.count(1, 0, counterBytes), 0)
    assert.equal(counter.count(0, 64, 200), 136)
    counter.buffers[1].write('\n', counterBytes - 1)
    assert.equal(counter.count(1, 0, counterBytes), 1)
  })
})
