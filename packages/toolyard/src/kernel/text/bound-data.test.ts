import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { boundData, sizeOf } from './bound-data.ts'

describe('boundData', () => {
  it('leaves what is short as it is', () => {
    const value = { text: 'a', list: [1, 2] }
    assert.deepEqual(boundData(value, 100), { value, isCut: false })
    assert.equal(boundData(value, 100).value, value)
  })

  it('cuts the longest text and list, and keeps every key and short fact in its place', () => {
    const rows = Array.from({ length: 1000 }, (_, index) => ({ line: index, text: 'row' }))
    const value = { text: 'x'.repeat(500), code: 3, rows, note: 'short' }
    const bounded = boundData(value, 700).value as typeof value
    assert.deepEqual(Object.keys(bounded), ['text', 'code', 'rows', 'note'])
    assert.deepEqual([bounded.text, bounded.code, bounded.note], [value.text, 3, 'short'])
    assert.ok(bounded.rows.length > 5 && bounded.rows.length < 50)
    assert.deepEqual(bounded.rows[0], { line: 0, text: 'row' })
    assert.ok(sizeOf(bounded, Infinity) <= 700)
  })

  it('keeps the beginning of an item that holds a list, and no other half of one', () => {
    const file = { path: 'a', lines: Array.from({ length: 100 }, () => 'line') }
    const bounded = boundData({ files: [file, file] }, 150).value as { files: (typeof file)[] }
    assert.equal(bounded.files.length, 1)
    assert.ok((bounded.files[0]?.lines.length ?? 0) > 5)
    assert.deepEqual(boundData({ names: ['x'.repeat(99), 'y'] }, 50).value, { names: [] })
  })

  it('cuts no pair of surrogates', () => {
    for (const most of [10, 11, 12, 13]) {
      const { text } = boundData({ text: '𝔸'.repeat(100) }, most).value as { text: string }
      assert.ok(text.length > 0 && text.isWellFormed(), text)
    }
  })

  it('cleans what it cuts together with what follows, however much shorter that makes it', () => {
    const secret = 'correct-horse-battery-staple'
    const clean = (part: unknown): unknown =>
      JSON.parse(
        JSON.stringify(part)
          .replaceAll(secret, '*')
          .replaceAll(/correct-horse.{1,6}battery-staple/g, '*","*'),
      )
    for (let before = 0; before < 30; before++) {
      const text = 'x'.repeat(before) + `${secret} `.repeat(10_000)
      const bounded = boundData({ text }, 50_000, clean).value as { text: string }
      assert.doesNotMatch(bounded.text, /corr|staple/)
    }
    const halves = Array.from({ length: 9000 }, (_, index) =>
      index % 2 ? '-battery-staple' : 'correct-horse',
    )
    for (const most of [1000, 1001, 1010, 1020]) {
      const bounded = boundData({ halves }, most, clean).value as { halves: string[] }
      assert.ok(bounded.halves.length > 10 && bounded.halves.every((half) => half === '*'))
    }
  })
})
