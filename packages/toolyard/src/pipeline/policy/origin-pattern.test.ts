import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { matchesOrigin } from './origin-pattern.ts'

const origin = 'https://example.com'

describe('a rule on an origin', () => {
  const whole = [
    'https://example.com',
    'https://example.com/',
    'https://example.com/**',
    'HTTPS://Example.COM',
    'https://example.com:443/**',
    'https://*',
    'https://**',
    '**',
    'https://*.com/**',
  ]
  for (const pattern of whole)
    it(`written as ${pattern} allows and forbids all of it`, () => {
      assert.equal(matchesOrigin(pattern, 'allow', origin), true)
      assert.equal(matchesOrigin(pattern, 'deny', origin), true)
      assert.equal(matchesOrigin(pattern, 'ask', origin), true)
    })

  const parts = [
    'https://example.com/admin/**',
    'https://example.com/*',
    'https://example.com/a?b=1',
    '**/admin',
    'https://**/admin/**',
    'https://example.com?b=1',
    'https://*.com:443/x',
    'example.com',
    'domain:example.com',
  ]
  for (const pattern of parts)
    it(`written as ${pattern} forbids all of it, and allows nothing, because pages can't be told apart`, () => {
      assert.equal(matchesOrigin(pattern, 'allow', origin), false)
      assert.equal(matchesOrigin(pattern, 'deny', origin), true)
    })

  const others = [
    'http://example.com',
    'https://example.com:8443',
    'https://example.com.evil.org/**',
    'https://example.co',
    'https://*.example.com/**',
    'https://notexample.com/**',
  ]
  for (const pattern of others)
    it(`written as ${pattern} says nothing of another`, () => {
      assert.equal(matchesOrigin(pattern, 'allow', origin), false)
      assert.equal(matchesOrigin(pattern, 'deny', origin), false)
    })

  it('means the same however the host is written', () => {
    assert.equal(matchesOrigin('https://münchen.example', 'deny', 'https://xn--mnchen-3ya.example'), true)
    assert.equal(matchesOrigin('https://example.com', 'deny', 'https://example.com.'), true)
    assert.equal(matchesOrigin('*Example.com*', 'deny', 'https://www.example.com'), true)
    assert.equal(matchesOrigin('https://127.0.0.1/**', 'deny', 'https://127.0.0.1'), true)
  })
})
