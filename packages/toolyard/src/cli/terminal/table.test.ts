import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { styleText } from 'node:util'
import { widthOf } from './layout.ts'
import { type Column, factTable, table } from './table.ts'

const red = (text: string): string => styleText('red', text, { validateStream: false })
const screen = (tableColumns: number) => ({ tableColumns, style: (_style: string, text: string) => text })
const plain: readonly Column[] = [{}, {}, {}]

describe('a table', () => {
  it('keeps its columns straight with colours and wide characters', () => {
    const rows = [
      ['name', 'kind', 'what'],
      ['城市', 'a', ''],
      ['x', 'yyyyyy', 'z'],
    ]
    const straight = 'name  kind    what\n城市  a\nx     yyyyyy  z'
    assert.equal(table(rows, plain, screen(80)), straight)
    const coloured = rows.map((row) =>
      row.map((cell) => (cell === 'a' || cell === 'name' ? red(cell) : cell)),
    )
    assert.equal(
      table(coloured, plain, screen(80)).replaceAll(red('name'), 'name').replaceAll(red('a'), 'a'),
      straight,
    )
  })

  it('leaves out columns in which nothing stands', () => {
    assert.equal(
      table([['a', '', 'b']], [{ head: 'one' }, { head: 'two' }, { head: 'three' }], screen(80)),
      'one  three\na    b',
    )
  })

  it('puts below the row what has no room beside it, and cuts the widest of the rest', () => {
    const shape: readonly Column[] = [
      { head: 'time' },
      { head: 'id', below: '' },
      { head: 'agent', below: 'agent' },
      { head: 'words', least: 6 },
    ]
    const row = ['14:03', 'call_0123456789', 'helper', '天气天气天气天气天气']
    assert.equal(
      table([row], shape, screen(34)),
      'time   words\n14:03  天气天气天气天气天气\n  call_0123456789  agent helper',
    )
    assert.equal(
      table([row], shape, screen(20)),
      'time   words\n14:03  天气天气天气…\n  call_0123456789\n  agent helper',
    )
    assert.equal(
      table([row], shape, screen(80)),
      'time   id               agent   words\n14:03  call_0123456789  helper  天气天气天气天气天气',
    )
  })

  it('breaks what must stay whole into lines below each other', () => {
    assert.equal(
      factTable(
        [
          ['asked', 'one two three four'],
          ['by', 'me'],
        ],
        screen(31),
      ),
      'asked  one two three four\nby     me',
    )
    assert.equal(
      table([['a', 'one two three']], [{}, { least: 4, wraps: true }], screen(10)),
      'a  one two\n   three',
    )
  })

  it('is never wider than the terminal, whatever is in it', () => {
    const cells = [
      'x'.repeat(50),
      red('查询今天天气的工具'.repeat(5)),
      'words and words '.repeat(9),
      'y'.repeat(70),
    ]
    const shapes: readonly (readonly Column[])[] = [
      [{}, {}, {}, {}],
      [{ below: 'x' }, { least: 5 }, { wraps: true, least: 9 }, { below: '' }],
      [{ wraps: true }, { wraps: true, least: 6 }, {}, { head: 'y' }],
    ]
    for (const shape of shapes)
      for (const columns of [24, 40, 80, 120])
        for (const line of table([cells, ['', 'a', '', 'b']], shape, screen(columns)).split('\n'))
          assert.ok(widthOf(line) <= columns, `${widthOf(line)} > ${columns}: ${line}`)
  })
})
