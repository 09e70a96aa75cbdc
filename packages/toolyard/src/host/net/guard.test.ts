import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ToolyardError } from '../../kernel/index.ts'
import { createRanges } from './address-range.ts'
import { createGuard } from './guard.ts'

function refusal(work: () => unknown): ToolyardError {
  try {
    work()
  } catch (error) {
    assert.ok(ToolyardError.isInstance(error))
    return error
  }
  return assert.fail('it was not refused')
}

describe('the public network', () => {
  const rangeOf = createRanges()

  for (const [inside, outside] of [
    ['0.255.255.255', '1.0.0.0'],
    ['10.0.0.0', '9.255.255.255'],
    ['100.127.255.255', '100.128.0.0'],
    ['127.255.255.255', '128.0.0.0'],
    ['169.254.0.0', '169.253.255.255'],
    ['172.16.0.0', '172.15.255.255'],
    ['172.31.255.255', '172.32.0.0'],
    ['192.0.0.255', '192.0.1.0'],
    ['192.0.2.255', '192.0.3.0'],
    ['192.88.99.0', '192.88.98.255'],
    ['192.168.0.0', '192.167.255.255'],
    ['198.18.0.0', '198.17.255.255'],
    ['198.51.100.255', '198.51.101.0'],
    ['203.0.113.0', '203.0.112.255'],
    ['224.0.0.0', '223.255.255.255'],
    ['168.63.129.16', '168.63.129.17'],
    ['1fff:ffff::', '2000::1'],
    ['4000::', '3ffe::1'],
    ['2001:1ff::1', '2001:200::1'],
    ['2001:db8:ffff::', '2001:db9::'],
    ['2002:ffff::', '2003::1'],
    ['3fff:fff::1', '3fff:1000::1'],
  ] as const)
    it(`ends between ${inside} and ${outside}`, () => {
      assert.ok(rangeOf(inside))
      assert.equal(rangeOf(outside), undefined)
    })

  for (const address of [
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:8.8.8.8',
    '::8.8.8.8',
    '64:ff9b::8.8.8.8',
    'fe80::1',
    'fe80::1%eth0',
    'ff02::1',
    'fec0::1',
    'fd00:ec2::254',
    'not an address',
    '',
    '1.2.3',
    '0x7f.1',
  ])
    it(`does not have ${JSON.stringify(address)}`, () => {
      assert.ok(rangeOf(address))
    })
})

describe('what is allowed', () => {
  const guard = createGuard({
    allow: [
      'localhost:3000',
      '10.0.0.5:443',
      'DB.internal.:8080',
      '[::1]:9000',
      'example.com:5432',
      '[FD00::0:1]:80',
    ],
  })

  for (const url of [
    'http://localhost:3000/x',
    'http://LOCALHOST.:3000',
    'https://10.0.0.5',
    'http://db.internal:8080',
    'http://[0:0:0:0:0:0:0:1]:9000',
    'http://example.com:5432',
    'http://[fd00::1]/',
  ])
    it(`is ${url}`, () => {
      assert.equal(guard.target(guard.check(url)).allowed, true)
    })

  for (const url of [
    'http://localhost:3001',
    'http://localhost',
    'https://sub.localhost:3000',
    'http://127.0.0.1:3000',
    'http://10.0.0.5',
    'https://10.0.0.6',
    'http://[::1]:9001',
    'http://example.com:5433',
    'http://user@localhost:3000',
    'ftp://localhost:3000',
  ])
    it(`is not ${url}`, () => {
      assert.equal(refusal(() => guard.check(url)).code, 'denied')
    })

  it('leads a name into a private network, and no further', () => {
    const target = guard.target(guard.check('http://db.internal:8080'))
    for (const address of ['10.1.2.3', '127.0.0.1', 'fd00::5', '93.184.215.14'])
      guard.checkAddress(target, address)
    for (const address of [
      '169.254.169.254',
      '168.63.129.16',
      '100.100.100.200',
      'fd00:ec2::254',
      '0.0.0.0',
      '224.0.0.1',
    ])
      assert.match(refusal(() => guard.checkAddress(target, address)).message, /where no name leads by right/)
  })

  it('leads to exactly the address that it names, whatever that is', () => {
    const metadata = createGuard({ allow: ['169.254.169.254:80'] })
    const target = metadata.target(metadata.check('http://169.254.169.254/'))
    metadata.checkAddress(target, '169.254.169.254')
  })

  for (const entry of [
    'localhost',
    'localhost:0',
    'localhost:70000',
    'http://localhost:3000',
    'a b:80',
    '*:80',
    'x@y:80',
    ':80',
    7,
    '::1:80',
  ])
    it(`can't be written as ${JSON.stringify(entry)}`, () => {
      const error = refusal(() => createGuard({ allow: [entry as string] }))
      assert.equal(error.code, 'invalid_config')
      assert.match(error.message, /network\.allow/)
      assert.match(error.hint ?? '', /localhost:3000/)
    })

  it('has no other settings', () => {
    assert.match(refusal(() => createGuard({ allowed: [] } as never)).message, /Did you mean "allow"/)
  })
})

describe('a refusal', () => {
  const guard = createGuard({})

  it('names the target, the rule and the setting that would allow it', () => {
    const { message, hint } = refusal(() => guard.check('http://127.1:3000/secret?token=x'))
    assert.equal(message, '127.0.0.1:3000 may not be reached: 127.0.0.1 is a loopback address (127.0.0.0/8).')
    assert.match(hint ?? '', /network: \{ allow: \['127\.0\.0\.1:3000'\] \}/)
  })

  it('names the address that a name leads to', () => {
    const target = guard.target(guard.check('https://lan.example'))
    assert.match(
      refusal(() => guard.checkAddress(target, '192.168.1.1')).message,
      /^lan\.example:443 may not be reached: "lan\.example" leads to 192\.168\.1\.1, a private address/,
    )
  })

  it('never repeats credentials', () => {
    const { message } = refusal(() => guard.check('https://user:hunter2@example.com/'))
    assert.doesNotMatch(message, /hunter2/)
  })

  it('comes again for a URL with credentials of a host that is known', () => {
    guard.check('https://example.com/')
    assert.equal(refusal(() => guard.check('https://user@example.com/')).code, 'denied')
  })

  it('is short for a URL that is very long', () => {
    const { message } = refusal(() => guard.check(`https://example.com/${'x'.repeat(20_000)}`))
    assert.ok(message.length < 300)
  })
})

describe('an address in two parts', () => {
  it('is that of the URL, whether the host is known or not', () => {
    const origin = 'https://api.example.com'
    for (const rest of [
      '/',
      '/a/b?c=d&e=f%20g',
      '/a/../b',
      '/a/%2e%2E/b',
      '/.',
      '/./x',
      '/a/.hidden',
      '/a..b/c',
      '/a b',
      '/a\\b',
      '/a\tb',
      '/a#b',
      '/ä?ö=ü',
      "/a'b?c'd",
      '/a?b#c',
      '/a?b?c/../d',
      '/a?"<>`{}|^',
      '/"<>`{}|^[]',
      '//evil.test/x',
      '/@evil.test',
      '?a=b',
      '',
      ':443/x',
    ]) {
      const guard = createGuard({})
      const { pathname, search } = new URL(origin + rest)
      const expected = { origin, path: pathname + search }
      assert.deepEqual(guard.read(origin + rest), expected, rest)
      assert.deepEqual(guard.read(origin + rest), expected, `${rest}, known`)
    }
  })

  it('is refused as its URL is, whatever is known', () => {
    const guard = createGuard({})
    guard.read('https://api.example.com/')
    for (const url of [
      'https://api.example.com@10.0.0.1/',
      'https://api.example.com:22/',
      'https://user@api.example.com/',
    ])
      assert.equal(refusal(() => guard.read(url)).code, 'denied', url)
    assert.equal(guard.read('https://api.example.com.evil.test/').origin, 'https://api.example.com.evil.test')
  })
})
