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

  it('is kept in every way in which a server may read the path', () => {
    forbids(
      'https://example.com/admin/**',
      'https://example.com/admin',
      'https://example.com/admin%2Fx',
      'https://example.com//admin/x',
      'https://example.com/%2Fadmin/x',
      'https://example.com/x%2f..%2fadmin/x',
      'https://example.com/x/..%2fadmin/x',
      'https://example.com/x%5c..%5cadmin/x',
      'https://example.com/%2561dmin/x',
      'https://example.com/x/%252e%252e/admin/x',
      'https://example.com/admin;id=1/x',
      'https://example.com/;/admin/x',
      'https://example.com/x/..;/admin/x',
      'https://example.com/ADMIN/x',
      'https://example.com/admin%00/x',
      'https://example.com/admin%20/x',
    )
    for (const pattern of ['/admin/', '/%61dmin/**', '/x/../admin', '//admin', '/admin#part'])
      forbids(`https://example.com${pattern}`, 'https://example.com/admin', 'https://example.com/admin/x')
    for (const pattern of ['/café/**', '/caf%c3%a9/**', '/cafe\u0301/**'])
      forbids(
        `https://example.com${pattern}`,
        'https://example.com/caf%C3%A9/x',
        'https://example.com/café/x',
      )
    leaves(
      'https://example.com/admin/**',
      'https://example.com/a/admin/x',
      'https://example.com/administration',
    )
    leaves('https://example.com/a;b', 'https://example.com/a')
  })

  it('is kept whatever else the query holds', () => {
    forbids(
      'https://example.com/a?do=delete',
      'https://example.com/a?do=delete',
      'https://example.com/a?do=%64elete',
      'https://example.com/a?x=1&do=delete',
      'https://example.com/%61?do=delete&x=1',
    )
    forbids('https://example.com?do=delete', 'https://example.com/?do=delete')
    leaves('https://example.com/a?do=delete', 'https://example.com/a?do=keep', 'https://example.com/a')
  })

  it('means a host with wildcards in every form of its name and port', () => {
    forbids('https://*.bücher.example/**', 'https://a.xn--bcher-kva.example/x')
    forbids('https://*.example.com:443/**', 'https://a.example.com/x')
    forbids('https://example.com:*/**', 'https://example.com/x', 'https://example.com:8443/x')
    forbids('*://example.com/**', 'https://example.com./x', 'http://example.com/x')
    forbids('https://exampl?.com/**', 'https://example.com/x')
  })

  it('may leave out how the address begins', () => {
    forbids('*', 'https://example.com/a')
    forbids('*Example.com*', 'https://www.example.com/a/b', 'http://example.com/')
    forbids('*admin*', 'https://example.com/%61dmin', 'https://admin.example.com/')
    for (const pattern of [
      'example.com',
      'Example.com/**',
      '//example.com',
      'domain:example.com',
      'https:/example.com',
    ])
      forbids(pattern, 'https://example.com/', 'https://example.com./a/b')
    forbids('example.com', 'http://example.com:8080/a')
    forbids('*.example.com', 'https://a.example.com/b')
    forbids('/admin', 'https://example.com/admin', 'https://example.org/x/..%2fadmin')
    leaves(
      'example.com',
      'https://example.com.evil.org/',
      'https://myexample.com/',
      'https://evil.org/example.com',
    )
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
    assert.ok(!allows('**.example.com/**', 'https://evil.org/.example.com/'))
  })

  it('means no address that a server may read as another', () => {
    for (const path of [
      '..%2fadmin',
      '..;/admin',
      'x%5c..%5c..%5cadmin',
      '%252e%252e%252fadmin',
      '..%5cadmin',
      '.%2e%2f%2e./admin',
    ])
      assert.ok(!allows('https://example.com/pub/**', `https://example.com/pub/${path}`), path)
    assert.ok(!allows('https://example.com/pub/*', 'https://example.com/pub/a%2Fb'))
    assert.ok(allows('https://example.com/**', 'https://example.com/a%2F..%2Fb;c//d'))
  })

  it('means an address whatever letters it is written with', () => {
    for (const path of ['/café/x', '/a%2Fb', '/a;v=1', '/a//b', '/a b', '/你好', '/%ff/x', '/a+b=c'])
      assert.ok(allows(`https://example.com${path}`, new URL(`https://example.com${path}`).href), path)
    assert.ok(allows('https://example.com/café/**', 'https://example.com/caf%C3%A9/x'))
    assert.ok(allows('http*://example.com/**', 'https://example.com/x'))
  })
})

describe('a rule about addresses that are not of the web', () => {
  const forbidden: Readonly<Record<string, readonly string[]>> = {
    'note:secret': [
      'note:secret',
      'NOTE:Secret',
      'note:%73ecret',
      'note:secret?x',
      'note:secret#x',
      'note://secret',
    ],
    'urn:isbn:*': ['urn:isbn:1', 'URN:ISBN:1', 'urn:%69sbn:1'],
    'note://secret/**': [
      'note://secret',
      'note://secret/1',
      'note:///secret/1',
      'note:/secret/1',
      'note:secret/1',
      'note://%73ecret/1',
      'note://x/../secret/1',
      'note://a/..//secret/1',
      'note://a/../../secret/1',
    ],
    'file:///etc/**': ['file:///x//../etc/passwd', '%66ile:///etc/passwd', 'file:///x/%2e%2e//etc/passwd'],
  }

  it('forbids them however a server may read them', () => {
    for (const [pattern, ids] of Object.entries(forbidden))
      for (const id of ids)
        for (const effect of ['deny', 'ask'] as const)
          assert.ok(matchesUrl(effect, pattern, id), `${pattern} ${id}`)
  })

  it('forbids no others', () => {
    const others = [
      'note:public',
      'note://public/secret',
      'notes:secret',
      'urn:issn:1',
      'file:///home/etc/passwd',
    ]
    for (const pattern of Object.keys(forbidden))
      for (const id of others) assert.ok(!matchesUrl('deny', pattern, id), `${pattern} ${id}`)
    assert.ok(!matchesUrl('deny', 'localhost:8080', 'localhost:9090'))
  })

  it('allows what is written just so, and nothing that dots lead out of', () => {
    assert.ok(matchesUrl('allow', 'urn:isbn:*', 'urn:isbn:1'))
    assert.ok(matchesUrl('allow', 'note://team/**', 'note://team/a b'))
    assert.ok(matchesUrl('allow', 'file:///docs/**', 'file:///docs/a%20b'))
    for (const id of ['note://team/../secret', 'note://team/%2e%2e/secret', 'note://team/%252e%252e/secret'])
      assert.ok(!matchesUrl('allow', 'note://team/**', id), id)
    for (const id of ['work/../secret', 'work/%2e%2e/secret', 'work\\..\\secret'])
      assert.ok(!matchesUrl('allow', 'work/**', id), id)
  })
})
