import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkKeys, tellValue } from './check-settings.ts'

describe('checkKeys', () => {
  it('lets known keys pass, and none at all', () => {
    checkKeys({ deny: 1 }, ['deny', 'allow'], 'policy')
    checkKeys({}, ['deny'], 'policy')
  })

  it('refuses an unknown one with its place, the likely name and all names', () => {
    assert.throws(() => checkKeys({ denny: 1 }, ['deny', 'allow'], 'policy'), {
      code: 'invalid_config',
      message: 'policy: "denny" is not a setting. Did you mean "deny"?',
      hint: 'Settings: deny, allow.',
    })
  })

  it('does not take a name of Object.prototype for a known one', () => {
    assert.throws(() => checkKeys({ constructor: 1 }, ['deny'], 'policy'), { code: 'invalid_config' })
  })
})

describe('tellValue', () => {
  it('has a few words for anything', () => {
    const values = ['x', 1, NaN, null, undefined, true, [1], {}, () => 1]
    assert.deepEqual(values.map(tellValue), [
      '"x"',
      '1',
      'NaN',
      'null',
      'undefined',
      'true',
      'a list',
      'an object',
      'a function',
    ])
  })
})
