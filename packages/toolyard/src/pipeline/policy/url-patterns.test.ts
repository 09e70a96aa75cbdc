import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { matchesUrl } from './url-patterns.ts'

describe('a rule that forbids an address', () => {
  const forbids = (pattern: string, ...urls: readonly string[]): void => {
    for (const url of urls) assert.ok(matchesUrl('deny', pattern, url), `${pattern} ${url}`)
  }
  const leaves = (pattern: string, ...urls: readonly string[]): void => {
    for (const url of urls) assert.ok(!matchesUrl('deny', pattern, url), `${pattern} ${url}`)
  }

  it('means the whole site where it names one', () => {
    for (const pattern of ['https://example.com', 'https://example.com/', 'https://example.com/**'])
      forbids(pattern, 'https://example.com/', 'https://example.com/a/b?c#d')
    leaves(
      'https://example.com',
      'https://example.com.evil.org/',
      'https://sub.example.com/',
      'http://example.com/',
    )
  })

  it('is kept whatever way the address is written', () => {
    forbids(
      'https://example.com/admin',
      'https://EXAMPLE.com/admin',
      'https://example.com:443/admin',
      'https://example.com./admin',
      'https://example.com/x/../admin',
      'https://example.com/admin?token=1',
      'https://example.com/admin#part',
      'https://example.com/%61dmin',
      'https://example.com/admin/users',
      'https://user@example.com/admin',
    )
    forbids('HTTPS://Example.COM:443/**', 'https://example.com/')
    forbids('https://münchen.example/**', 'https://xn--mnchen-3ya.example/')
    forbids('https://*.Example.com/**', 'https://a.example.com/x')
    forbids('https://127.0.0.1/**', 'https://2130706433/', 'https://0x7f.1/')
    leaves('https://example.com/admin', 'https://example.com/administration', 'https://example.com/')
  })

  it('may leave out how the address begins', () => {
    forbids('*', 'https://example.com/a')
    forbids('*Example.com*', 'https://www.example.com/a/b', 'http://example.com/')
  })
})

describe('a rule that allows an address', () => {
  const allows = (pattern: string, url: string): boolean => matchesUrl('allow', pattern, url)

  it('means no more than it says', () => {
    assert.ok(allows('https://example.com/**', 'https://example.com/a?b#c'))
    assert.ok(allows('https://example.com/a', 'https://example.com/a#c'))
    assert.ok(allows('https://Example.com/**', 'https://example.com:443/'))
    assert.ok(!allows('https://example.com/a', 'https://example.com/a?b'))
    assert.ok(!allows('https://example.com/a', 'https://example.com/%61'))
    assert.ok(!allows('https://example.com', 'https://example.com/a'))
    assert.ok(allows('https://example.com', 'https://example.com/'))
    assert.ok(!allows('https://example.com/*', 'https://example.com/a/b'))
    assert.ok(!allows('https://**.example.com/**', 'https://evil.org/.example.com/'))
  })
})
