import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { matchesText } from './listed-text.ts'

describe('a deny rule against a text', () => {
  const cases: readonly (readonly [pattern: string, text: string, fits: boolean])[] = [
    ['rome', 'Rome', true],
    ['rome', 'Rome 12', true],
    ['rome 12', '  Rome 12 ', true],
    ['eve@*', 'Ann <ann@example.com>, Eve <EVE@example.com>', true],
    ['b', 'a;b|c', true],
    ['b c', 'a, b c (d)', true],
    ['bc', 'a, b c (d)', false],
    ['*', '', true],
  ]
  for (const [pattern, text, fits] of cases)
    it(`${fits ? 'fits' : 'does not fit'} ${JSON.stringify(text)} with ${pattern}`, () => {
      assert.equal(matchesText('deny', pattern, text), fits)
    })

  it('looks through a list of two hundred thousand elements', () => {
    const list = 'a,'.repeat(200_000)
    assert.equal(matchesText('deny', 'zz*', list), false)
    assert.equal(matchesText('deny', 'zz*', `${list}zz`), true)
  })
})
