/** E-mail, against an SMTP server on this machine. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import type { ToolResult } from 'toolyard'
import { cert, key } from '../rest/certificate.ts'
import { openYard, secrets } from './platform-server.ts'
import { openSmtp, type SmtpManners } from './smtp-server.ts'

const options = { from: 'Bot <bot@example.com>', user: 'bot', starttls: false }

async function open(test: TestContext, manners: SmtpManners = {}, more: object = {}) {
  const server = await openSmtp(test, manners)
  const yard = await openYard(test, {
    files: { 'out/résumé.txt': 'all of it' },
    channels: { mail: { platform: 'email', url: server.url, to: 'ann@example.com', options, ...more } },
    network: { allow: [server.host] },
  })
  const call = (input: object = {}): Promise<ToolResult> =>
    yard.call('message', { content: 'hello', ...input })
  return { call, server }
}

describe('an e-mail', () => {
  it('has a plain part, an HTML part in which nothing is markup but ours, and its files', async (test) => {
    const { call, server } = await open(test, { password: secrets.BOT_TOKEN }, { token: '${BOT_TOKEN}' })
    const content =
      '# Build 7\n\n**done** <script>alert(1)</script> [log](https://example.com/?a=1&b=2)\n\n| a | b |\n|---|---|\n| 1 | <b> |'
    const result = await call({
      content,
      media: ['out/résumé.txt'],
      buttons: [{ text: 'Open', url: 'https://example.com/7' }],
    })
    assert.equal(result.status, 'ok', JSON.stringify(result))
    const [mail] = server.mails
    assert.deepEqual([mail?.from, mail?.to], ['bot@example.com', ['ann@example.com']])
    const text = (mail?.text ?? '').replaceAll('=\n', '').replaceAll('=3D', '=')
    assert.match(text, /^Subject: Build 7$/m)
    assert.match(text, /^From: Bot <bot@example.com>$/m)
    assert.match(text, /Content-Type: text\/plain/)
    assert.match(text, /<h1>Build 7<\/h1>/)
    assert.match(
      text,
      /<b>done<\/b> &lt;script&gt;alert\(1\)&lt;\/script&gt; <a href="https:\/\/example.com\/\?a=1&amp;b=2">log<\/a>/,
    )
    assert.match(text, /<td>&lt;b&gt;<\/td>/)
    assert.match(text, /<a href="https:\/\/example.com\/7">Open<\/a>/)
    assert.match(text, new RegExp(Buffer.from('all of it').toString('base64')))
    assert.match(JSON.stringify(result.data), /@example.com>/)
  })

  it('is refused with a sentence if the password is wrong, and the password is nowhere in it', async (test) => {
    const { call, server } = await open(test, { password: 'another' }, { token: '${BOT_TOKEN}' })
    const result = await call()
    assert.equal(result.error?.code, 'unavailable')
    assert.match(result.error?.message ?? '', /refused the credentials .*535/)
    assert.match(result.error?.hint ?? '', /options\.user and token/)
    assert.ok(!JSON.stringify(result).includes(secrets.BOT_TOKEN))
    assert.equal(server.mails.length, 0)
  })

  it('sends neither password nor text to a server without TLS, unless that is configured', async (test) => {
    const { call, server } = await open(
      test,
      {},
      { token: '${BOT_TOKEN}', options: { from: 'bot@example.com' } },
    )
    const result = await call()
    assert.equal(result.status, 'error')
    assert.match(result.error?.hint ?? '', /smtps:\/\//)
    assert.ok(
      server.lines.every((line) => /^(?:EHLO|STARTTLS|QUIT)/.test(line)),
      server.lines.join(),
    )
  })

  it('goes over TLS, from the start or after STARTTLS, to a server whose certificate is trusted', async (test) => {
    const trusted = getCACertificates()
    for (const from of ['start', 'STARTTLS'] as const) {
      const manners = { password: secrets.BOT_TOKEN, tls: { key, cert, from } }
      const more = { token: '${BOT_TOKEN}', options: { from: 'bot@example.com', user: 'bot' } }
      const stranger = await open(test, manners, more)
      const refused = await stranger.call()
      assert.equal(refused.status, 'error', JSON.stringify(refused))
      assert.match(refused.error?.message ?? '', /self-signed/)
      assert.ok(stranger.server.lines.every((line) => /^(?:EHLO|STARTTLS)/.test(line)))
      setDefaultCACertificates([...trusted, cert])
      const known = await open(test, manners, more)
      const result = await known.call()
      setDefaultCACertificates(trusted)
      assert.equal(result.status, 'ok', JSON.stringify(result))
      assert.equal(known.server.mails.length, 1)
    }
  })

  it('may have been sent if the server is gone after the text, and is not sent again', async (test) => {
    const { call, server } = await open(test, { taken: 'hang up' })
    const result = await call()
    assert.equal(result.error?.code, 'unavailable', JSON.stringify(result))
    assert.match(result.error?.hint ?? '', /may have been delivered/)
    assert.equal(server.mails.length, 1)
  })

  it('was not sent if the server refuses sender, recipient or text, or wants it later', async (test) => {
    const cases: readonly (readonly [SmtpManners, string])[] = [
      [{ answers: { RCPT: '550 5.1.1 no such user' } }, 'not_found'],
      [{ answers: { MAIL: '451 4.7.1 greylisted, come again' } }, 'rate_limited'],
      [{ taken: '554 5.6.0 looks like spam' }, 'tool_failed'],
      [{ answers: { EHLO: 'hang up' } }, 'tool_failed'],
    ]
    for (const [manners, code] of cases) {
      const { call } = await open(test, manners)
      const result = await call()
      assert.equal(result.error?.code, code, JSON.stringify(result))
      assert.doesNotMatch(result.error?.hint ?? '', /may have been delivered/)
    }
  })

  it('goes through the guard: to a private server only if that is allowed', async (test) => {
    const server = await openSmtp(test)
    const yard = await openYard(test, {
      channels: {
        mail: { platform: 'email', url: server.url, to: 'ann@example.com', options },
        named: { platform: 'email', url: 'smtp://localhost:2525', to: 'ann@example.com', options },
      },
    })
    for (const channel of ['mail', 'named']) {
      const result = await yard.call('message', { content: 'hello', channel })
      assert.equal(result.error?.code, 'denied', JSON.stringify(result))
    }
    assert.equal(server.lines.length, 0)
  })

  it('has one recipient, whatever the address tries to be', async (test) => {
    const { call, server } = await open(test)
    for (const to of [
      'a@b.com, c@d.com',
      'a@b.com\nBcc: c@d.com',
      'Ann <a@b.com>',
      '"a@evil.com"@b.com',
      'a@b..com',
      'ann@',
    ])
      assert.equal((await call({ chat_id: to })).error?.code, 'invalid_arguments', to)
    assert.equal(server.lines.length, 0)
  })
})
