import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { applyEdits, type TextEdit } from './text-edits.ts'

const edit = (from: readonly [number, number], to: readonly [number, number], newText: string): TextEdit => ({
  range: { start: { line: from[0], character: from[1] }, end: { line: to[0], character: to[1] } },
  newText,
})

describe('edits of a text', () => {
  it('replace their ranges, in whatever order they come', () => {
    const text = 'one two\r\nthree'
    const edits = [edit([1, 0], [1, 5], '3'), edit([0, 0], [0, 3], '1'), edit([0, 4], [0, 7], '2')]
    assert.equal(applyEdits(text, edits), '1 2\r\n3')
  })

  it('may span lines, insert, remove, and touch', () => {
    assert.equal(applyEdits('a\nb\nc', [edit([0, 1], [2, 0], ' ')]), 'a c')
    assert.equal(applyEdits('ab', [edit([0, 1], [0, 1], '-')]), 'a-b')
    assert.equal(applyEdits('ab', [edit([0, 0], [0, 1], ''), edit([0, 1], [0, 2], 'x')]), 'x')
  })

  it('keep two insertions at one place in their order', () => {
    assert.equal(applyEdits('ab', [edit([0, 1], [0, 1], '1'), edit([0, 1], [0, 1], '2')]), 'a12b')
  })

  it('count in UTF-16 units', () => {
    assert.equal(applyEdits("'😀' name", [edit([0, 5], [0, 9], 'other')]), "'😀' other")
  })

  it('that overlap, or end before they begin, are refused', () => {
    assert.throws(() => applyEdits('abc', [edit([0, 0], [0, 2], ''), edit([0, 1], [0, 3], '')]), /overlap/)
    assert.throws(() => applyEdits('abc', [edit([0, 2], [0, 1], '')]), /overlap/)
  })

  it('take $& and $1 as plain text', () => {
    assert.equal(applyEdits('abc', [edit([0, 1], [0, 2], '$&$1')]), 'a$&$1c')
  })
})
