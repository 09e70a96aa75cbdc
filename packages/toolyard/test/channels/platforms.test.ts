/** Each platform over HTTP, against a server that speaks its published protocol. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { textOf, type ToolResult } from 'toolyard'
import { openServer, openYard, type PlatformServer, type Reply, secrets } from './platform-server.ts'
import { type Protocol, protocols } from './protocols.ts'

/** The platform answers messages with `replies` in turn, then as it does. */
async function open(test: TestContext, protocol: Protocol, replies: readonly Reply[] = []) {
  let count = 0
  const server: PlatformServer = await openServer(test, (heard) => {
    if (protocol.isMessage(heard)) return replies[count++] ?? protocol.sent(count)
    return protocol.aside?.(heard, server.origin)
  })
  const yard = await openYard(test, {
    files: { 'out/report.txt': 'the whole report' },
    channels: { ops: protocol.spec(server.origin) },
    network: { allow: [server.host] },
  })
  return {
    call: (input: object): Promise<ToolResult> => yard.call('message', { content: 'hello', ...input }),
    messages: () => server.heard.filter((heard) => protocol.isMessage(heard)),
    heard: server.heard,
  }
}

const whole = (result: ToolResult): string => JSON.stringify(result)

for (const protocol of protocols) {
  const canWait = protocol.name !== 'dingtalk' && protocol.name !== 'wecom'

  describe(`a message through ${protocol.name}`, () => {
    it('is sent without asking to the recipient of the configuration, and the answer names it', async (test) => {
      const { call, messages } = await open(test, protocol)
      const result = await call({ content: 'The build is **done**.' })
      assert.equal(result.status, 'ok', whole(result))
      assert.equal(messages().length, 1)
      assert.match(messages().map(protocol.textOf).join(), /The build is .*done/)
      assert.match(textOf(result), /^Sent.* on ops/)
    })

    it('is sent in parts that each fit, none of them cut inside a sign, all code closed', async (test) => {
      const { call, messages } = await open(test, protocol)
      const words = Array.from({ length: 900 }, (_, index) => `word${index} 汉字 👩‍👩‍👧‍👦`).join(' ')
      const result = await call({ content: `${words}\n\n\`\`\`ts\n${'const a = 1\n'.repeat(600)}\`\`\`` })
      assert.equal(result.status, 'ok', whole(result))
      const texts = messages().map(protocol.textOf)
      const all = texts.join('\n')
      assert.equal(all.match(/word\d+/g)?.length, 900)
      assert.equal(all.match(/const a = 1/g)?.length, 600)
      assert.equal(all.match(/👩‍👩‍👧‍👦/g)?.length, 900)
      for (const part of texts) {
        const seen = part.replaceAll(/<[^>]+>/g, '')
        const size = protocol.name === 'wecom' ? Buffer.byteLength(seen) : seen.length
        assert.ok(size <= protocol.limit, `${size} is more than ${protocol.limit}`)
        assert.equal((part.match(/```/g)?.length ?? 0) % 2, 0)
        assert.ok(part.isWellFormed())
      }
      if (protocol.limit < 20_000) assert.ok(texts.length > 1)
    })

    it('brings files of the workspace along, or says before anything is sent that it can not', async (test) => {
      const { call, heard } = await open(test, protocol)
      const result = await call({ media: ['out/report.txt'] })
      if (protocol.holdsFile) {
        assert.equal(result.status, 'ok', whole(result))
        assert.equal(heard.filter(protocol.holdsFile).length, 1)
      } else {
        assert.equal(result.error?.code, 'invalid_arguments')
        assert.equal(heard.length, 0)
      }
    })

    it('shows buttons, or lines with their links', async (test) => {
      const { call, messages } = await open(test, protocol)
      const result = await call({ buttons: [{ text: 'Open it', url: 'https://example.com/run/7' }] })
      assert.equal(result.status, 'ok', whole(result))
      const [raw = ''] = messages().map((message) => message.raw)
      assert.match(raw, /Open it/)
      assert.match(raw, /https:\/\/example\.com\/run\/7/)
    })

    it('waits out a rate limit that says how long, and tells of one that does not', async (test) => {
      const { call, messages } = await open(test, protocol, [protocol.limited])
      const result = await call({})
      if (canWait) {
        assert.equal(result.status, 'ok', whole(result))
        assert.equal(messages().length, 2)
      } else {
        assert.equal(result.error?.code, 'rate_limited')
        assert.equal(messages().length, 1)
      }
    })

    it('is not sent again after a fault of the server, which may have taken it', async (test) => {
      const { call, messages } = await open(test, protocol, [
        { status: 502, body: { message: 'bad gateway' } },
      ])
      const result = await call({})
      assert.equal(result.error?.code, 'unavailable', whole(result))
      assert.equal(result.error?.retryable, false)
      assert.match(result.error?.hint ?? '', /may have been delivered/)
      assert.equal(messages().length, 1)
    })

    it('is not sent again after the connection broke behind it', async (test) => {
      const { call, messages } = await open(test, protocol, [{ hangUp: true }])
      const result = await call({})
      assert.equal(result.status, 'error', whole(result))
      assert.match(result.error?.hint ?? '', /may have been delivered/)
      assert.equal(messages().length, 1)
    })

    it('tells of a revoked token and what to do, and never shows it', async (test) => {
      const { call } = await open(test, protocol, [protocol.revoked, protocol.revoked])
      const result = await call({})
      assert.equal(result.error?.code, 'unavailable', whole(result))
      assert.match(result.error?.message ?? '', /refused the credentials \(channel "ops"\)/)
      assert.ok((result.error?.hint ?? '').length > 20)
      for (const value of Object.values(secrets)) assert.ok(!whole(result).includes(value))
    })
  })
}
