import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { codeOf, sourceOf } from './source-text.ts'

/** What the source means when it is run. */
async function meaningOf(source: string): Promise<unknown> {
  const module = `data:text/javascript,export default ${encodeURIComponent(source)}`
  return ((await import(module)) as { default: unknown }).default
}

describe('a value as source', () => {
  const values: readonly unknown[] = [
    'plain',
    "it's",
    'say "it\'s"',
    'two\nlines\t\\ and a backslash',
    '${NAME} and `ticks`',
    '城市 \u2028 \u0000 end',
    [1, -2.5, true, null],
    { a: 1, 'b-c': [], '': {}, class: { 'x y': 'z' } },
    { long: 'x'.repeat(90), list: Array.from({ length: 40 }, (_, index) => `item ${index}`) },
  ]

  for (const value of values)
    it(`means the same: ${JSON.stringify(value).slice(0, 60)}`, async () => {
      assert.deepEqual(await meaningOf(sourceOf(value)), value)
    })

  it('stands on one line where it fits, and on several where it does not', () => {
    assert.equal(sourceOf({ a: ['x', 'y'] }), "{ a: ['x', 'y'] }")
    assert.match(sourceOf({ a: 'x'.repeat(60), b: 'y'.repeat(60) }), /^\{\n {2}a: 'x+',\n {2}b: 'y+',\n\}$/)
  })

  it('leaves out what is not there, and takes code as it is', () => {
    assert.equal(
      sourceOf({ a: undefined, b: codeOf("process.env['B'] ?? ''") }),
      "{ b: process.env['B'] ?? '' }",
    )
  })
})
