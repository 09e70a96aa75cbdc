import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isInRange } from './version-range.ts'

describe('a range of versions', () => {
  it('holds what it says', () => {
    for (const [range, inside, outside] of [
      ['>=0.1', ['0.1.0', '0.1.9', '2.0.0'], ['0.0.9']],
      ['>0.1', ['0.2.0'], ['0.1.0', '0.1.5']],
      ['<=1.2', ['1.2.9', '0.0.0'], ['1.3.0']],
      ['<1.2.3', ['1.2.2'], ['1.2.3']],
      ['1.2.3', ['1.2.3'], ['1.2.4', '1.2.2']],
      ['=1.2', ['1.2.0', '1.2.7'], ['1.3.0']],
      ['1.x', ['1.0.0', '1.9.9'], ['2.0.0']],
      ['*', ['0.0.0', '9.9.9'], []],
      ['^1.2.3', ['1.2.3', '1.9.0'], ['1.2.2', '2.0.0']],
      ['^0.2.3', ['0.2.3', '0.2.9'], ['0.3.0', '0.2.2']],
      ['^0.0.3', ['0.0.3'], ['0.0.4']],
      ['^0.1', ['0.1.0', '0.1.7'], ['0.2.0']],
      ['^0', ['0.1.0', '0.9.0'], ['1.0.0']],
      ['~1.2.3', ['1.2.3', '1.2.9'], ['1.3.0']],
      ['~1', ['1.0.0', '1.9.0'], ['2.0.0']],
      ['>=1 <3', ['1.0.0', '2.9.9'], ['0.9.0', '3.0.0']],
      ['>= 1.0 < 2 || ^4', ['1.5.0', '4.1.0'], ['2.0.0', '5.0.0']],
    ] as const) {
      for (const version of inside) assert.equal(isInRange(version, range), true, `${version} in ${range}`)
      for (const version of outside) assert.equal(isInRange(version, range), false, `${version} in ${range}`)
    }
    assert.equal(isInRange('1.2.3-beta.1', '>=1.2.3'), true)
  })

  it('that is none is known as such', () => {
    for (const range of ['', 'latest', '>=', '1.2.3.4', '>=1 newest', '^^1'])
      assert.equal(isInRange('1.0.0', range), undefined, range)
  })
})
