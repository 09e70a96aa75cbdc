import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { jsonProblem } from './json-problem.ts'

describe('the place where a text stops being JSON', () => {
  it('is nowhere in JSON', () => {
    for (const text of ['{}', ' [1, -2.5e3, "a\\n\\u00e9", true, null] ', '"x"', '0'])
      assert.equal(jsonProblem(text), undefined)
  })

  it('is the character that can not stand there', () => {
    const cases: readonly (readonly [text: string, line: number, column: number, found: string])[] = [
      ['', 1, 1, ''],
      ['{', 1, 2, ''],
      ['{"a": }', 1, 7, '}'],
      ['{\n  "a": 1,\n}', 3, 1, '}'],
      ['{\n  a: 1\n}', 2, 3, 'a'],
      ['[1 2]', 1, 4, '2'],
      ['{"a": "x\ny"}', 1, 9, '\n'],
      ['["\\q"]', 1, 3, '\\'],
      ['{} x', 1, 4, 'x'],
      ['[01]', 1, 3, '1'],
      ["{'a': 1}", 1, 2, "'"],
    ]
    for (const [text, line, column, found] of cases)
      assert.deepEqual(jsonProblem(text), { line, column, found }, JSON.stringify(text))
  })
})
