import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { BoundedBytes } from './bounded-bytes.ts'

describe('BoundedBytes', () => {
  it('keeps everything up to its limit', () => {
    const bytes = filled({ whole: 10, head: 2, tail: 3 }, ['abc', 'defg', 'hij'])
    assert.deepEqual(shown(bytes), ['ab', 'cdefghij', 0])
    assert.equal(bytes.length, 10)
  })

  it('keeps the two ends of more, however it comes', () => {
    const all = Array.from({ length: 5000 }, (_, index) => String(index)).join(',')
    const expected = [all.slice(0, 20), all.slice(-30), all.length - 50]
    for (const size of [1, 7, 29, 30, 31, 99, 4096, 9000]) {
      const chunks = Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
        all.slice(index * size, (index + 1) * size),
      )
      assert.deepEqual(shown(filled({ whole: 100, head: 20, tail: 30 }, chunks)), expected, `by ${size}`)
    }
  })

  it('may keep the end alone', () => {
    assert.deepEqual(shown(filled({ whole: 4, head: 0, tail: 4 }, ['abc', 'def'])), ['', 'cdef', 2])
  })

  it('copies what it keeps', () => {
    const bytes = new BoundedBytes({ whole: 100, head: 1, tail: 1 })
    const chunk = Buffer.from('abc')
    bytes.push(chunk)
    chunk.fill('x')
    assert.deepEqual(shown(bytes), ['a', 'bc', 0])
    bytes.close()
  })

  it('puts the middle aside until it is sure that it is not wanted', () => {
    const all = Array.from({ length: 400 }, (_, index) => String(index)).join(',')
    for (const size of [1, 3, 10, 50, 1000]) {
      const bytes = new BoundedBytes({ whole: all.length, head: 7, tail: 11 })
      for (let from = 0; from < all.length; from += size)
        bytes.push(Buffer.from(all.slice(from, from + size)))
      const { head, tail, dropped } = bytes.kept()
      assert.deepEqual([head.toString() + tail.toString(), dropped], [all, 0], `by ${size}`)
      bytes.push(Buffer.from('!'))
      assert.deepEqual(shown(bytes), [all.slice(0, 7), `${all.slice(-10)}!`, all.length + 1 - 18])
    }
  })
})

function filled(
  limits: { whole: number; head: number; tail: number },
  chunks: readonly string[],
): BoundedBytes {
  const bytes = new BoundedBytes(limits)
  for (const chunk of chunks) bytes.push(Buffer.from(chunk))
  return bytes
}

function shown(bytes: BoundedBytes): unknown[] {
  const { head, tail, dropped } = bytes.kept()
  return [head.toString(), tail.toString(), dropped]
}
