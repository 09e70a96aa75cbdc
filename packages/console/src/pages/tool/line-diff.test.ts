import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { lineDiff } from './line-diff.ts'

const signs = { same: ' ', removed: '-', added: '+' }
const told = (before: string, after: string): string[] =>
  lineDiff(before, after).map(({ kind, text }) => signs[kind] + text)

describe('two texts line by line', () => {
  it('have in common what is equal, in its order', () => {
    assert.deepEqual(told('a\nb\nc\nd', 'a\nx\nc\nd\ne'), [' a', '-b', '+x', ' c', ' d', '+e'])
    assert.deepEqual(told('a', 'a'), [' a'])
    assert.deepEqual(told('', 'a'), ['-', '+a'])
  })

  it('stand one after the other if they are long', () => {
    const long = Array.from({ length: 700 }, (_, index) => String(index)).join('\n')
    const lines = lineDiff(long, `${long}\nend`)
    assert.deepEqual([lines.length, lines[0]?.kind, lines.at(-1)?.kind], [1401, 'removed', 'added'])
  })
})
