import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { describe, it } from 'node:test'
import { createToolyard, type ToolResource } from '../index.ts'
import { type Input, probe } from './support.test.ts'

interface Case {
  readonly input?: Input
  readonly resources?: readonly Partial<ToolResource>[]
}

/** Which of the rules match a call, by `explain`. */
async function matching(
  effect: 'deny' | 'ask' | 'allow',
  rules: readonly string[],
  at: Case,
): Promise<string[]> {
  const named = at.resources?.map((resource) => ({ kind: 'path', access: 'read', ...resource }))
  const tool = probe(() => 1, named && { resources: () => named })
  await using yard = await createToolyard({ tools: [tool], policy: { [effect]: rules } })
  const explanation = await yard.explain('probe', at.input ?? {})
  assert.ok('considered' in explanation, JSON.stringify(explanation))
  return explanation.considered.filter(({ matched }) => matched).map(({ rule }) => rule)
}

async function matches(effect: 'deny' | 'ask' | 'allow', rule: string, at: Case): Promise<boolean> {
  return (await matching(effect, [rule], at)).length === 1
}

const path = (...ids: string[]): Case => ({ resources: ids.map((id) => ({ id })) })
const url = (id: string): Case => ({ resources: [{ kind: 'url', id }] })

describe('a rule about what a call touches', () => {
  it('denies where one of several resources matches, allows only where all do', async () => {
    assert.equal(await matches('deny', 'probe(secret/**)', path('src/a', 'secret/b')), true)
    assert.equal(await matches('ask', 'probe(secret/**)', path('src/a', 'secret/b')), true)
    assert.equal(await matches('allow', 'probe(src/**)', path('src/a', 'secret/b')), false)
    assert.equal(await matches('allow', 'probe(src/**)', path('src/a', 'src/b')), true)
    assert.equal(await matches('allow', 'probe(**)', path()), false)
  })

  it('holds for deny and ask, and not for allow, where the tool names no resources', async () => {
    assert.equal(await matches('deny', 'probe(x)', {}), true)
    assert.equal(await matches('ask', 'probe(x)', {}), true)
    assert.equal(await matches('allow', 'probe(**)', {}), false)
  })

  it('means the same path however it is written', async () => {
    for (const id of [
      '.env',
      './.env',
      'src/../.env',
      './/.env',
      resolve('.env'),
      `${resolve('src')}/../.env`,
    ]) {
      assert.equal(await matches('deny', 'probe(.env)', path(id)), true, id)
      assert.equal(await matches('deny', `probe(${resolve('.')}/.env)`, path(id)), true, id)
    }
  })

  it('is not led out of a folder by dots', async () => {
    for (const id of [
      'src/../.env',
      'src/../../etc/passwd',
      'src/./../x',
      `${resolve('src')}/../x`,
      '../src/a',
    ])
      assert.equal(await matches('allow', 'probe(src/**)', path(id)), false, id)
  })

  it('looks at URLs as a browser does', async () => {
    const rule = 'probe(https://*.example.com/**)'
    assert.equal(await matches('allow', rule, url('https://api.example.com/v1/x')), true)
    for (const id of [
      'https://evil.test?.example.com/',
      'https://evil.test#.example.com/',
      'https://evil.test/.example.com/x',
      'https://evil.test\\.example.com/x',
      'http://api.example.com/v1',
      'https://api.example.com.evil.test/',
    ])
      assert.equal(await matches('allow', rule, url(id)), false, id)
    for (const id of [
      'https://INTERNAL.test/x',
      'HTTPS://internal.test/x',
      'https://internal.test:443/x',
      'https://internal.test/a/../x',
    ])
      assert.equal(await matches('deny', 'probe(https://internal.test/x)', url(id)), true, id)
  })

  it('takes a single star within one segment of a path or URL, and across slashes in names and commands', async () => {
    assert.equal(await matches('deny', 'probe(src/*.ts)', path('src/a.ts')), true)
    assert.equal(await matches('deny', 'probe(src/*.ts)', path('src/b/a.ts')), false)
    assert.equal(await matches('deny', 'probe(src/**/*.ts)', path('src/a.ts')), true)
    assert.equal(await matches('deny', 'probe(src/**/*.ts)', path('src/b/c/a.ts')), true)
    assert.equal(
      await matches('deny', 'probe(git *)', { resources: [{ kind: 'command', id: 'git add a/b' }] }),
      true,
    )
  })
})

describe('a rule about a parameter', () => {
  it('matches text, numbers and each item of a list', async () => {
    assert.equal(await matches('deny', 'probe(to=*@evil.test)', { input: { to: 'a@evil.test' } }), true)
    assert.equal(
      await matches('deny', 'probe(to=*@evil.test)', { input: { to: ['b@ok.test', 'a@evil.test'] } }),
      true,
    )
    assert.equal(await matches('deny', 'probe(count=1?)', { input: { count: 12 } }), true)
    assert.equal(await matches('deny', 'probe(force=true)', { input: { force: true } }), true)
    assert.equal(await matches('deny', 'probe(to=*)', { input: { cc: 'x' } }), false)
    assert.equal(await matches('deny', 'probe(toString=*)', { input: {} }), false)
  })

  it('allows a list only where every item matches', async () => {
    const rule = 'probe(to=*@ok.test)'
    assert.equal(await matches('allow', rule, { input: { to: ['a@ok.test', 'b@ok.test'] } }), true)
    assert.equal(await matches('allow', rule, { input: { to: ['a@ok.test', 'b@evil.test'] } }), false)
    assert.equal(await matches('allow', rule, { input: { to: [] } }), false)
  })

  it('sees line breaks, stars and brackets as plain characters of the value', async () => {
    assert.equal(await matches('deny', 'probe(text=*rm -rf*)', { input: { text: 'a\nrm -rf /\nb' } }), true)
    assert.equal(await matches('deny', 'probe(text=a(b)c)', { input: { text: 'a(b)c' } }), true)
    assert.equal(await matches('deny', 'probe(text=[ab])', { input: { text: 'a' } }), false)
    assert.equal(await matches('deny', 'probe(text=a.c)', { input: { text: 'abc' } }), false)
  })
})

describe('patterns', () => {
  it('agree with a plain regular expression on three thousand of them', async () => {
    let seed = 7
    const random = (below: number): number => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) % below
    const letters = ['a', 'b', '*', '?']
    const segment = (): string =>
      random(4) === 0
        ? '**'
        : Array.from({ length: 1 + random(4) }, () => letters[random(4)])
            .join('')
            .replaceAll(/\*+/g, '*')
    const draw = (): string => Array.from({ length: 1 + random(4) }, segment).join('/')
    const patterns = [...new Set(Array.from({ length: 1000 }, draw))]
    for (const text of ['a/b/ab', 'abab/a', 'b/a/b/ba/abba']) {
      const found = await matching(
        'ask',
        patterns.map((pattern) => `probe(${pattern})`),
        url(text),
      )
      const expected = patterns
        .filter((pattern) => regular(pattern).test(text))
        .map((pattern) => `probe(${pattern})`)
      assert.deepEqual(found, expected, text)
    }
  })

  it('cannot be made to hang', async () => {
    const text = `${'a'.repeat(20_000)}b`
    const patterns = [
      '*a'.repeat(200),
      '**a'.repeat(200),
      '**/a*'.repeat(200),
      '?*'.repeat(400),
      `${'a*'.repeat(300)}c`,
    ]
    const started = performance.now()
    await matching(
      'deny',
      patterns.map((pattern) => `probe(${pattern})`),
      url(text),
    )
    await matching(
      'deny',
      patterns.map((pattern) => `probe(x=${pattern})`),
      { input: { x: text } },
    )
    assert.ok(performance.now() - started < 3000)
  })
})

function regular(pattern: string): RegExp {
  const source = pattern.replaceAll(/\*\*\/|\*\*|\*|\?|./g, (part) => {
    if (part === '**/') return '(?:.*/)?'
    if (part === '**') return '.*'
    if (part === '*') return '[^/]*'
    return part === '?' ? '[^/]' : part
  })
  return new RegExp(`^${source}$`, 's')
}

describe('a rule about a text that may be a list', () => {
  const to = (value: unknown): Case => ({ input: { to: value } })

  it('allows only where every element fits, however they are written', async () => {
    const rule = 'probe(to=*@example.com)'
    for (const value of [
      'ann@example.com',
      ['ann@example.com', 'bob@example.com'],
      'ann@example.com,bob@example.com',
      'ann@example.com; bob@example.com',
      ' ann@example.com\nbob@example.com',
    ])
      assert.equal(await matches('allow', rule, to(value)), true, JSON.stringify(value))
    for (const value of [
      'eve@evil.org,ann@example.com',
      'eve@evil.org;ann@example.com',
      'eve@evil.org ann@example.com',
      'eve@evil.org\tann@example.com',
      'eve@evil.org\u2028ann@example.com',
      'eve@evil.org，ann@example.com',
      'eve@evil.org|ann@example.com',
      ['eve@evil.org,ann@example.com'],
      ['ann@example.com', ['eve@evil.org', 'bob@example.com']],
      [],
      { 0: 'ann@example.com' },
    ])
      assert.equal(await matches('allow', rule, to(value)), false, JSON.stringify(value))
    assert.equal(await matches('allow', 'probe(to=*)', to('a, b; c')), true)
    assert.equal(await matches('allow', 'probe(to=*report*)', to('the weekly report of May')), true)
    const pair = 'probe(to=ann@example.com,*@example.com)'
    assert.equal(await matches('allow', pair, to('ann@example.com,bob@example.com')), true)
    assert.equal(await matches('allow', pair, to('ann@example.com,eve@evil.org,bob@example.com')), false)
    const named = (id: string): Case => ({ resources: [{ kind: 'name', id }] })
    assert.equal(await matches('allow', 'probe(*@example.com)', named('eve@evil.org,ann@example.com')), false)
  })

  it('denies and asks where one element fits', async () => {
    for (const value of [
      'eve@evil.org',
      'ann@example.com,eve@evil.org',
      'Ann <ann@example.com>; "Eve" <eve@EVIL.org>',
      'ann@example.com eve@evil.org',
      [['eve@evil.org', 'ann@example.com']],
    ])
      for (const effect of ['deny', 'ask'] as const)
        assert.equal(await matches(effect, 'probe(to=*@evil.org)', to(value)), true, JSON.stringify(value))
    assert.equal(await matches('deny', 'probe(to=*@evil.org)', to('ann@example.com')), false)
  })
})
