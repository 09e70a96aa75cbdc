import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { describe, it } from 'node:test'
import { contentOf, stretchBetween } from './stretch.ts'

const between = (before: string, after: string): [number, number, string] => {
  const { start, end, insert } = stretchBetween(Buffer.from(before), Buffer.from(after))
  return [start, end, insert.toString()]
}

describe('the stretch between two contents', () => {
  it('is what differs, and no more', () => {
    assert.deepEqual(between('one two three', 'one 2 three'), [4, 7, '2'])
    assert.deepEqual(between('', 'new'), [0, 0, 'new'])
    assert.deepEqual(between('old', ''), [0, 3, ''])
    assert.deepEqual(between('same', 'same'), [4, 4, ''])
    assert.deepEqual(between('aa', 'aaa'), [2, 2, 'a'])
    assert.deepEqual(between('abcabc', 'abc'), [3, 6, ''])
  })

  it('leads from one to the other, also where they are long', () => {
    const long = Buffer.alloc(100_000, 'line of text\n')
    for (const [from, to, insert] of [
      [0, 0, 'x'],
      [4095, 4097, ''],
      [4096, 8192, 'short'],
      [50_000, 50_001, 'y'.repeat(10_000)],
      [99_990, 100_000, 'end'],
      [0, 100_000, 'z'],
    ] as const) {
      const after = Buffer.concat([long.subarray(0, from), Buffer.from(insert), long.subarray(to)])
      const stretch = stretchBetween(long, after)
      assert.ok(Buffer.concat(contentOf(long, stretch)).equals(after))
      assert.ok(stretch.end - stretch.start <= to - from + 13 && stretch.insert.length <= insert.length + 13)
    }
  })
})
