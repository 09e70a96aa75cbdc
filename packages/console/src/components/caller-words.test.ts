import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { en } from '../i18n/en/index.ts'
import { isPerson, originName, personName } from './caller-words.ts'

describe('whose call it is', () => {
  it('is said by the name of the token, without the mark of the server', () => {
    assert.deepEqual(['http:first token', 'terminal', 'http:http:x'].map(personName), [
      'first token',
      'terminal',
      'http:x',
    ])
  })

  it('is yours if your token made it', () => {
    assert.equal(isPerson('http:ann', 'ann'), true)
    assert.equal(isPerson('ann', 'ann'), false)
    assert.equal(isPerson('http:ann', undefined), false)
  })

  it('has an origin in words, or the name that a program gave it', () => {
    assert.deepEqual(
      ['typescript', 'my-bot', 'constructor'].map((origin) => originName(origin, en.activity)),
      ['TypeScript', 'my-bot', 'constructor'],
    )
  })
})
