import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { diffBudget, lineDiff } from './line-diff.ts'

const diff = (before: string, after: string): string =>
  lineDiff(before, after)
    .lines.map(({ mark, text }) => `${mark}${text}`)
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

  it('gives up where texts differ in too much, or are too long', () => {
    const lines = (word: string, count: number): string =>
      Array.from({ length: count }, (_, index) => `${word} ${index}`).join('\n')
    for (const [old, now] of [
      [lines('old', 600), lines('new', 600)],
      ['', '\n'.repeat(480_000)],
      ['', 'x'.repeat(900_000)],
    ] as const) {
      const began = performance.now()
      assert.deepEqual(lineDiff(old, now), { lines: [], hidden: 0, tooLarge: true })
      assert.ok(performance.now() - began < 50)
    }
  })

  it('shows so many lines, and says how many there are more', () => {
    const long = Array.from({ length: 1000 }, (_, index) => `line ${index}`).join('\n')
    const { lines, hidden } = lineDiff('', long)
    assert.deepEqual([lines.length, hidden], [400, 600])
    const wide = lineDiff('', ['a', 'x'.repeat(60_000), 'b'].join('\n'))
    assert.deepEqual([wide.lines.length, wide.hidden], [1, 2])
  })

  it('shares what it may cost among the parts of one view', () => {
    const budget = diffBudget()
    const [old, now] = ['one\ntwo\n'.repeat(150), 'three\nfour\n'.repeat(150)]
    const counts = Array.from({ length: 5 }, () => lineDiff(old, now, budget))
    assert.deepEqual(
      counts.map(({ tooLarge, lines }) => [tooLarge, lines.length]),
      [
        [false, 400],
        [false, 0],
        [true, 0],
        [true, 0],
        [true, 0],
      ],
    )
  })

  it('turns the one text into the other', () => {
    const random = mulberry(7)
    for (let round = 0; round < 300; round++) {
      const [before, after] = [someLines(random), someLines(random)]
      const whole = lineDiff(before.join('\n'), after.join('\n')).lines
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
