import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { lineDiff } from './line-diff.ts'

const diff = (before: string, after: string): string =>
  lineDiff(before, after)
    .map(({ mark, text }) => `${mark}${text}`)
    .join('|')

describe('a diff of lines', () => {
  it('is empty where nothing changes', () => {
    assert.equal(diff('', ''), '')
    assert.equal(diff('a\nb', 'a\nb'), '')
  })

  it('shows what goes and what comes, with a few lines around', () => {
    assert.equal(diff('', 'a\nb\n'), '+a|+b')
    assert.equal(diff('a\n', ''), '-a')
    assert.equal(diff('a\nb\nc', 'a\nx\nc'), ' a|-b|+x| c')
    assert.equal(
      diff('1\n2\n3\n4\n5\n6\n7\n8\n9', '1\n2\n3\n4\nfive\n6\n7\n8\n9'),
      '…| 2| 3| 4|-5|+five| 6| 7| 8|…',
    )
  })

  it('keeps what stays between two changes', () => {
    assert.equal(diff('a\nb\nc\nd\ne', 'b\nc\nd\nx\ne'), '-a| b| c| d|+x| e')
    const [head, tail] = ['one\n', '\nlast']
    const middle = Array.from({ length: 10 }, (_, index) => `m${index}`).join('\n')
    assert.equal(
      diff(`${head}${middle}${tail}`, `eins\n${middle}\nletzte`),
      '-one|+eins| m0| m1| m2|…| m7| m8| m9|-last|+letzte',
    )
  })

  it('shows texts that differ in too much one after the other', () => {
    const old = Array.from({ length: 1500 }, (_, index) => `old ${index}`)
    const now = Array.from({ length: 1500 }, (_, index) => `new ${index}`)
    const lines = lineDiff(old.join('\n'), now.join('\n'))
    assert.equal(lines.length, 3000)
    assert.deepEqual(lines[1500], { mark: '+', text: 'new 0' })
  })

  it('turns the one text into the other', () => {
    const random = mulberry(7)
    for (let round = 0; round < 300; round++) {
      const [before, after] = [someLines(random), someLines(random)]
      const whole = lineDiff(before.join('\n'), after.join('\n'))
      if (whole.length === 0) assert.deepEqual(after, before)
      if (whole.length === 0 || whole.some(({ mark }) => mark === '…')) continue
      const side = (own: string): string[] =>
        whole.filter(({ mark }) => mark === ' ' || mark === own).map(({ text }) => text)
      assert.deepEqual(side('-'), before)
      assert.deepEqual(side('+'), after)
    }
  })
})

/** One to seven lines of few kinds, none of them empty. */
function someLines(random: () => number): string[] {
  return Array.from({ length: 1 + Math.floor(random() * 7) }, () => 'abcd'[Math.floor(random() * 4)] ?? 'a')
}

function mulberry(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
