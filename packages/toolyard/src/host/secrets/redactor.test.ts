import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { describe, it } from 'node:test'
import { createRedactor } from './index.ts'

const secret = 'p@ss/word+42 "ü"'
const token = 'toolyard-registered-secret-8841'

describe('a registered value', () => {
  const redactor = createRedactor([token, secret])
  const goes = (text: string): void =>
    assert.equal(redactor.redact(`out ${text} end`), 'out [redacted] end', text)

  it('is found as it is, and the text around it stays', () => {
    assert.equal(redactor.redact(`a ${token}, b ${token}!`), 'a [redacted], b [redacted]!')
  })

  it('is found in base64, whatever stands before and after it in the encoded text', () => {
    for (const before of ['', 'u', 'u:', 'user:']) {
      for (const after of ['', '!', '\n', 'xyz']) {
        for (const encoding of ['base64', 'base64url'] as const) {
          const text = Buffer.from(before + token + after).toString(encoding)
          const inner = text.slice(
            Math.ceil((before.length * 4) / 3) + 1,
            Math.floor(((before.length + token.length) * 4) / 3) - 1,
          )
          assert.ok(!redactor.redact(text).includes(inner), text)
          assert.ok(!redactor.redact(text).includes(inner.slice(-8)), text)
        }
      }
    }
  })

  it('is found in hex and in URLs, in both cases', () => {
    const hex = Buffer.from(secret).toString('hex')
    for (const text of [hex, hex.replaceAll(/../g, '%$&')]) [text, text.toUpperCase()].forEach(goes)
    goes(encodeURIComponent(secret))
    goes(encodeURIComponent(secret).replaceAll(/%../g, (match) => match.toLowerCase()))
    goes(new URLSearchParams({ q: secret }).toString().slice(2))
  })

  it('is found in JSON, in JSON inside JSON and in HTML', () => {
    goes(JSON.stringify(secret).slice(1, -1))
    goes(JSON.stringify(JSON.stringify(secret)).slice(3, -3))
    goes(secret.replaceAll('"', '&quot;'))
    goes(
      JSON.stringify(secret)
        .slice(1, -1)
        .replace('ü', String.raw`\u00fc`),
    )
  })

  it('is found where it is broken by white space, a written line break or characters without width', () => {
    for (const gap of ['\n', '\r\n    ', ' ', '\\n', '\\\n', '\u200b']) {
      goes(`toolyard-regist${gap}ered-secret${gap}-8841`)
    }
    goes(
      Buffer.from(token)
        .toString('hex')
        .replaceAll(/.{4}(?=.)/g, '$& '),
    )
  })

  it('may be registered while running, and two that overlap both go', () => {
    const late = createRedactor()
    assert.equal(late.redact('one-two-three'), 'one-two-three')
    late.add('one-two-')
    late.add('two-three')
    assert.equal(late.redact('x one-two-three y'), 'x [redacted] y')
  })

  it('of few characters counts only as a word of its own, and of less than four not at all', () => {
    const short = createRedactor(['kiwi1', 'abc', ''])
    assert.equal(short.redact('kiwi1 kiwi12 ki wi1 abc'), '[redacted] kiwi12 ki wi1 abc')
  })

  it('that is a whole file is found line by line and in base64', () => {
    const lines = Array.from(
      { length: 60 },
      (_, index) => `line-${index}-of-a-key-${(index * 7919).toString(36)}`,
    )
    const long = createRedactor([lines.join('\n')])
    assert.equal(long.redact(`grep: ${lines[30]}`), 'grep: [redacted]')
    assert.equal(long.redact(lines.join('\n')), '[redacted]')
    assert.equal(long.redact(Buffer.from(lines.join('\n')).toString('base64')), '[redacted]')
  })
})

describe('a field', () => {
  it('keeps its name and loses its value', () => {
    const redactor = createRedactor()
    assert.equal(redactor.redact('DB_PASSWORD=hunter2\nPORT=1'), 'DB_PASSWORD=[redacted]\nPORT=1')
    assert.equal(redactor.redact('{"client_secret":"a1b2c3"}'), '{"client_secret":"[redacted]"}')
    assert.equal(redactor.redact('Authorization: Basic dXNlcjpwYXNz'), 'Authorization: Basic [redacted]')
    assert.equal(redactor.redact('postgres://bob:hunter2@db/x'), 'postgres://bob:[redacted]@db/x')
  })
})

describe('a stream', () => {
  const text = [
    'plain line',
    `value ${token} and toolyard-`,
    '  registered-secret-8841 again',
    'DB_PASSWORD=hunter2',
    '-----BEGIN PRIVATE KEY-----',
    'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC',
    '-----END PRIVATE KEY-----',
    'curl \\',
    '  -u admin:hunter2 https://example.com',
    'last line',
  ].join('\n')

  it('gives what the whole text would give, wherever the chunks are cut', () => {
    const redactor = createRedactor([token])
    const whole = redactor.redact(text)
    assert.doesNotMatch(whole, /8841|hunter2|MIIE/)
    for (let size = 1; size < 40; size++) {
      const stream = redactor.stream()
      let result = ''
      for (let at = 0; at < text.length; at += size) result += stream.push(text.slice(at, at + size))
      assert.equal(result + stream.flush(), whole)
    }
  })

  it('lets lines go as soon as they are whole', () => {
    const stream = createRedactor().stream()
    assert.equal(stream.push('a_key=one\nb_key=tw'), 'a_key=one\nb_key=')
    assert.equal(stream.push('o\n'), 'two\n')
    assert.equal(stream.flush(), '')
  })

  it('lets prose go before its line ends, and judges what follows together with it', () => {
    const stream = createRedactor().stream()
    assert.equal(stream.push('the first'), 'the first')
    assert.equal(stream.push(' and the seco'), ' and the seco')
    assert.equal(stream.push('nd'), 'nd')
    assert.equal(stream.push(' sec'), ' sec')
    assert.equal(stream.push('ret: hunter2hunter2'), 'ret:')
    assert.doesNotMatch(stream.flush(), /hunter2/)
    const other = createRedactor([token]).stream()
    assert.equal(other.push(`see ${token.slice(0, 4)}`), 'see ')
    assert.doesNotMatch(other.push(`${token.slice(4)}\n`) + other.flush(), /8841/)
  })

  it('keeps a line that may end with the beginning of a registered value until the next one tells', () => {
    const stream = createRedactor([token]).stream()
    assert.equal(stream.push('see toolyard-\n'), '')
    assert.equal(stream.push('and more!\n'), 'see toolyard-\nand more!\n')
  })

  it('finds a secret in a line that is too long to wait for', () => {
    const stream = createRedactor([token]).stream()
    const parts = ['x'.repeat(65_000), ` ${token.slice(0, 10)}`, token.slice(10), ' ', 'y'.repeat(70_000)]
    const result = parts.map((part) => stream.push(part)).join('') + stream.flush()
    assert.ok(result.includes('[redacted]') && !result.includes('8841'))
  })

  it('remembers a field whose name had to go out before its value', () => {
    for (let shift = 0; shift < 24; shift++) {
      const stream = createRedactor().stream()
      const result =
        stream.push(`${'x '.repeat(32_000)}DB_PASSWORD=hunter2 ${'y'.repeat(8180 - shift)}`) + stream.flush()
      assert.ok(result.includes('DB_PASSWORD=[redacted] y'))
    }
  })

  it('is not slowed down by many small chunks', () => {
    const stream = createRedactor([token]).stream()
    const started = performance.now()
    for (let count = 0; count < 200_000; count++) stream.push('t\n')
    assert.ok(performance.now() - started < 5000)
  })
})

describe('redactValue', () => {
  const redactor = createRedactor([token])

  it('gives the same reference where nothing was found', () => {
    const value = { city: 'Rome', list: [1, 'two', null, { deep: true }] }
    assert.equal(redactor.redactValue(value), value)
    assert.equal(redactor.redactValue(5), 5)
  })

  it('copies with every string and key redacted, and leaves the original alone', () => {
    const value = { text: `a ${token}`, [token]: 1, list: ['DB_PASSWORD=hunter2', 2] }
    assert.deepEqual(redactor.redactValue(value), {
      text: 'a [redacted]',
      '[redacted]': 1,
      list: ['DB_PASSWORD=[redacted]', 2],
    })
    assert.equal(value.text, `a ${token}`)
  })

  it('takes a value out because of the key it stands under', () => {
    assert.deepEqual(
      redactor.redactValue({ password: 'hunter2', authorization: 'Basic dXNlcjpwYXNz', user: 'bob' }),
      {
        password: '[redacted]',
        authorization: '[redacted]',
        user: 'bob',
      },
    )
  })

  it('follows cycles once, and never into the prototype', () => {
    const value: Record<string, unknown> = { text: token }
    for (let index = 0; index < 10; index++) value[`self${index}`] = value
    const copy = redactor.redactValue(value) as Record<string, unknown>
    assert.equal(copy['self9'], copy)
    const proto = redactor.redactValue(JSON.parse('{"__proto__":{"password":"hunter2"}}'))
    assert.equal(JSON.stringify(proto), '{"__proto__":{"password":"[redacted]"}}')
  })

  it('lets nothing out that is nested too deep to be looked at', () => {
    let value: unknown = token
    for (let index = 0; index < 50_000; index++) value = [value]
    assert.ok(!JSON.stringify(redactor.redactValue(value)).includes('8841'))
  })
})

describe('a private key that is registered', () => {
  it('is taken out by its lines too, also where it was written in one', () => {
    const { privateKey } = generateKeyPairSync('ec', {
      namedCurve: 'P-256',
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    })
    const [, line = ''] = privateKey.split('\n')
    for (const written of [privateKey, privateKey.replaceAll('\n', '\\n')])
      assert.ok(!createRedactor([written]).clean(`it read ${line} and failed`).includes(line))
  })
})
