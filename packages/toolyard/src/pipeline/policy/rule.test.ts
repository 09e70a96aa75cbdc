import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { matchesText } from './listed-text.ts'
import { parseRule, type RuleEffect, ruleMatches } from './rule.ts'

function matches(effect: RuleEffect, rule: string, url: string): boolean {
  const resources = [{ kind: 'url', id: new URL(url).href, access: 'read' }] as const
  return ruleMatches(parseRule(rule, effect), { input: { url }, resources, workspace: '/w' })
}

describe('a rule on a parameter that is an address', () => {
  it('forbids the address however it is written', () => {
    for (const url of [
      'https://example.com/x',
      'HTTPS://EXAMPLE.com/x',
      'https://example.com./x',
      'https://example.com:443/x',
      'https://ex%61mple.com/x',
      String.raw`https://example.com\x`,
      'https:/example.com/x',
      'https:example.com/x',
      'https://example。com/x',
      'https://exam\tple.com/x',
    ])
      for (const effect of ['deny', 'ask'] as const)
        assert.ok(matches(effect, 'web_fetch(url=https://example.com/*)', url), url)
    assert.ok(!matches('deny', 'web_fetch(url=https://example.com/*)', 'https://example.org/x'))
  })

  it('allows none that leads elsewhere than its text says', () => {
    for (const path of ['../admin', '%2e%2e/admin', '..%2fadmin', String.raw`\..\..\admin`, '..;/admin'])
      assert.ok(
        !matches('allow', 'web_fetch(url=https://example.com/pub/*)', `https://example.com/pub/${path}`),
      )
    assert.ok(!matches('allow', 'web_fetch(url=https://example.com*)', 'https://example.com@evil.org/'))
    assert.ok(matches('allow', 'web_fetch(url=https://example.com/pub/*)', 'https://example.com/pub/a/b?c=d'))
  })
})

describe('a rule with a method', () => {
  const get = 'http_request(GET https://example.com/**)'
  const says = (
    effect: RuleEffect,
    rule: string,
    more: { readonly method?: string; readonly access: 'read' | 'write' },
  ) =>
    ruleMatches(parseRule(rule, effect), {
      input: {},
      resources: [{ kind: 'url', id: 'https://example.com/a', ...more }],
      workspace: '/w',
    })

  it('speaks of that method alone', () => {
    for (const effect of ['deny', 'ask', 'allow'] as const) {
      assert.ok(says(effect, get, { method: 'GET', access: 'read' }))
      assert.ok(says(effect, get, { method: 'HEAD', access: 'read' }))
      assert.ok(!says(effect, get, { method: 'POST', access: 'write' }))
      assert.ok(
        says(effect, 'http_request(post https://example.com/**)', { method: 'POST', access: 'write' }),
      )
      assert.ok(says(effect, 'http_request(https://example.com/**)', { method: 'POST', access: 'write' }))
    }
  })

  it('forbids, and allows nothing, where the method is not known', () => {
    assert.ok(says('deny', get, { access: 'write' }))
    assert.ok(!says('allow', get, { access: 'write' }))
    assert.ok(says('allow', get, { access: 'read' }))
    assert.ok(says('deny', 'http_request(GTE https://example.com/**)', { method: 'GET', access: 'read' }))
    assert.ok(!says('allow', 'http_request(GTE https://example.com/**)', { method: 'GET', access: 'read' }))
  })
})

describe('a deny rule on a parameter', () => {
  const denies = (pattern: string, to: unknown): boolean =>
    ruleMatches(parseRule(`probe(to=${pattern})`, 'deny'), {
      input: { to },
      resources: undefined,
      workspace: '/',
    })
  const patterns = ['eve@*', '*EVE*', '*', '?ve', 'a*b', 'ΑΣ*', '\u212Aelvin', 'st?ra\u00dfe', 'a, b', '*k*']
  const texts = [
    'Eve@x.org',
    'Ann <EVE@x.org>, Bob',
    'eve',
    '',
    ' a,b ',
    'ΑΣ',
    'xαςy',
    'kelvin',
    '\u212A',
    'STRASSE',
  ]

  it('means the same whether or not the text is looked at closely', () => {
    for (const pattern of patterns)
      for (const text of texts)
        assert.equal(denies(pattern, text), matchesText('deny', pattern, text), `${pattern} on ${text}`)
  })

  it('finds an address that is written in another way', () => {
    assert.ok(denies('https://example.com/secret*', 'HTTPS://EXAMPLE.com:443/a/../%73ecret'))
  })
})
