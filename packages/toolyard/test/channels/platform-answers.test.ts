/** What becomes of a message by what a platform answers, however odd that is. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ChannelSpec } from '../../src/define/index.ts'
import { openServer, openYard, secrets } from './platform-server.ts'

const ops = (url: string): ChannelSpec => ({ platform: 'telegram', url, token: '${BOT_TOKEN}', to: '42' })

describe('a message', () => {
  it('shows no half of a secret where the words of a platform are cut', async (test) => {
    const server = await openServer(test, () => ({
      status: 400,
      body: { ok: false, error_code: 400, description: `${'why '.repeat(68)}${secrets.BOT_TOKEN}` },
    }))
    const yard = await openYard(test, {
      channels: { ops: ops(server.origin) },
      network: { allow: [server.host] },
    })
    const refused = JSON.stringify(await yard.call('message', { content: 'x' }))
    assert.match(refused, /why …/)
    assert.ok(!refused.includes(secrets.BOT_TOKEN.slice(0, 12)), refused)
  })

  it('may have been taken by a server that answers with a redirect', async (test) => {
    const server = await openServer(test, () => ({ status: 302, headers: { location: '/elsewhere' } }))
    const yard = await openYard(test, {
      channels: { hook: { platform: 'webhook', url: server.origin, secret: '${BOT_SECRET}' } },
      network: { allow: [server.host] },
    })
    const { error } = await yard.call('message', { content: 'x' })
    assert.match(`${error?.message} ${error?.hint}`, /302, a redirect.*may have been delivered/)
    assert.equal(server.heard.length, 1)
  })

  it('was not sent if a step before it failed, and says nothing else', async (test) => {
    const server = await openServer(test, () => ({ status: 500 }))
    const yard = await openYard(test, {
      channels: {
        cards: {
          platform: 'feishu',
          url: server.origin,
          secret: '${BOT_SECRET}',
          options: { app_id: 'x' },
          to: 'oc_1',
        },
      },
      network: { allow: [server.host] },
    })
    const { error } = await yard.call('message', { content: 'x' })
    assert.match(error?.hint ?? '', /Nothing was sent/)
    assert.doesNotMatch(error?.hint ?? '', /may have been delivered/)
  })

  it('says a time that can be waited for, whatever limit a platform tells', async (test) => {
    const server = await openServer(test, () => ({
      status: 429,
      body: { ok: false, error_code: 429, parameters: { retry_after: 1e308 } },
    }))
    const yard = await openYard(test, {
      channels: { ops: ops(server.origin) },
      network: { allow: [server.host] },
    })
    const { error } = await yard.call('message', { content: 'x' })
    assert.match(`${error?.message} ${error?.hint}`, /gave no reason.*again in \d+ s/)
  })

  it('fits the limit of Telegram also where lists stand right below their text', async (test) => {
    const server = await openServer(test, () => ({ body: { ok: true, result: { message_id: 1 } } }))
    const yard = await openYard(test, {
      channels: { ops: ops(server.origin) },
      network: { allow: [server.host] },
    })
    const code = `\`\`\`js\r\n${'line\r\n'.repeat(900)}\`\`\`\r\n`
    const content = `${code}${'a\n- b\n'.repeat(1500)}`
    assert.equal((await yard.call('message', { content })).status, 'ok')
    for (const { json } of server.heard) {
      const text = String(json['text'])
      assert.ok(text.replaceAll(/<[^>]+>/g, '').length <= 4096, String(text.length))
      assert.equal(text.match(/line/g) === null, !text.includes('<pre>'))
    }
  })

  it('that was stopped on the way may have been sent, and the answer says so', async (test) => {
    const server = await openServer(test, () => new Promise(() => undefined))
    const yard = await openYard(test, {
      channels: { ops: ops(server.origin) },
      network: { allow: [server.host] },
    })
    const { error } = await yard.call('message', { content: 'x' }, { timeoutMs: 300 })
    assert.equal(error?.code, 'timeout')
    assert.match(error.hint ?? '', /A part of it may have been done: check before you call it again/)
  })
})
