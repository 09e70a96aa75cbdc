import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { LineIndex } from './positions.ts'

describe('a place in a text', () => {
  it('counts lines from 1 and characters from 1, where the protocol counts UTF-16 units from 0', () => {
    const lines = new LineIndex('one\ntwo 😀 three')
    assert.deepEqual(lines.place({ line: 1, character: 7 }), { line: 2, column: 7 })
    assert.deepEqual(lines.position({ line: 2, column: 7 }), { line: 1, character: 7 })
    assert.deepEqual(lines.place({ line: 1, character: 4 }), { line: 2, column: 5 })
    assert.deepEqual(lines.place({ line: 1, character: 6 }), { line: 2, column: 6 })
  })

  it('is the same after there and back, wherever it is', () => {
    const text = 'a😀b\r\n\t👩‍👧x\rétude\n\nend'
    const lines = new LineIndex(text)
    for (let line = 1; line <= lines.lineCount; line++) {
      const length = Array.from(lines.line(line - 1) ?? '').length
      for (let column = 1; column <= length + 1; column++) {
        const position = lines.position({ line, column })
        assert.ok(position)
        assert.deepEqual(lines.place(position), { line, column })
      }
    }
  })

  it('ends lines at every end that the protocol knows, and at no other', () => {
    const lines = new LineIndex('a\r\nb\rc\nd\u2028e\u0085f\vg')
    assert.equal(lines.lineCount, 4)
    assert.deepEqual(
      [0, 1, 2, 3, 4].map((number) => lines.line(number)),
      ['a', 'b', 'c', 'd\u2028e\u0085f\vg', undefined],
    )
  })

  it('past the end of a line is its end, past the last line the end of the text', () => {
    const lines = new LineIndex('ab\r\ncd')
    assert.equal(lines.offset({ line: 0, character: 99 }), 2)
    assert.equal(lines.offset({ line: 0, character: 2_147_483_647 }), 2)
    assert.equal(lines.offset({ line: 9, character: 0 }), 6)
    assert.equal(lines.position({ line: 3, column: 1 }), undefined)
  })
})
