/** People are told on a channel that a request waits, by a real webhook; never what is in it, and not more often than they can read. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { defineTool } from 'toolyard'
import { createClock } from '../../src/kernel/index.ts'
import { Notices } from '../../src/parts/notices/notices.ts'
import { openServer, openYard, secrets } from './platform-server.ts'

const pay = defineTool({
  name: 'pay',
  description: 'Pays.',
  inputSchema: { to: String },
  permission: 'external',
  effects: 'network',
  confirm: true,
  execute: () => 'paid',
})

const ask = defineTool({
  name: 'ask_it',
  description: 'Asks.',
  permission: 'read',
  effects: 'none',
  execute: (_input: unknown, context) =>
    context.ask({ question: `[click](http://evil.example) ${secrets.BOT_TOKEN}` }),
})

async function open(test: TestContext, notify: object, status = 200) {
  const server = await openServer(test, () => ({ status, body: { id: 'w' } }))
  const yard = await openYard(test, {
    tools: [pay, ask],
    channels: { ops: { platform: 'webhook', url: `${server.origin}/hook`, secret: '${BOT_SECRET}' } },
    network: { allow: [server.host] },
    policy: { approvals: 'wait', notify: { channel: 'ops', ...notify } },
  })
  const told = async (count: number) => {
    while (server.heard.length < count) await new Promise(setImmediate)
    return server.heard.map(({ json }) => json)
  }
  return { yard, told, server }
}

describe('a request that waits', () => {
  it('is told on the configured channel, without what is in it, with a way to answer', async (test) => {
    const { yard, told } = await open(test, { link: 'https://yard.example/base/' })
    const call = yard.call('pay', { to: secrets.BOT_TOKEN }, { principal: 'ann' })
    const [notice] = await told(1)
    assert.equal(notice?.['content'], '`ann` needs your approval to run `pay`.')
    assert.deepEqual(notice['buttons'], [{ text: 'Open the inbox', url: 'https://yard.example/base/inbox' }])
    assert.ok(!JSON.stringify(notice).includes(secrets.BOT_TOKEN))
    const [item] = await yard.inbox.list()
    await yard.inbox.approve(item?.id ?? '', { by: 'bob' })
    assert.equal((await call).status, 'ok')
  })

  it('is told in Chinese; of a question only that there is one', async (test) => {
    const { yard, told } = await open(test, { language: 'zh' })
    const call = yard.call('ask_it', {}, { principal: 'a`b\n[x](http://evil.example)' })
    const [notice] = await told(1)
    assert.equal(notice?.['content'], '`a b [x](http://evil.example)` 有一个问题等你回答。')
    assert.ok(!JSON.stringify(notice).includes('click'))
    const [item] = await yard.inbox.list()
    await yard.inbox.answer(item?.id ?? '', 'yes', { by: 'bob' })
    assert.equal((await call).status, 'ok')
  })

  it('waits all the same if the channel fails', async (test) => {
    const { yard, told } = await open(test, {}, 500)
    const call = yard.call('pay', { to: 'x' })
    await told(1)
    const [item] = await yard.inbox.list()
    await yard.inbox.approve(item?.id ?? '', { by: 'bob' })
    assert.equal((await call).status, 'ok')
  })

  it('is counted where there are many at once', async (test) => {
    const sent: string[] = []
    const clock = createClock()
    test.after(() => clock.close())
    const { promise: counted, resolve } = Promise.withResolvers<undefined>()
    const notices = new Notices({
      settings: { channel: 'ops' },
      clock,
      most: 2,
      windowMs: 200,
      failed: (error) => assert.fail(String(error)),
      send: async (_channel, { content }) => {
        sent.push(content)
        if (sent.length === 3) resolve(undefined)
        return { channel: 'ops', platform: 'console', to: 'default', ids: [] }
      },
    })
    const asked = { kind: 'approval', tool: 'pay', principal: 'ann' } as const
    for (let count = 0; count < 40; count++) await notices.tell(asked)
    assert.equal(sent.length, 2)
    await counted
    assert.equal(sent[2], '38 more requests wait for you.')
    notices.close()
  })

  it('is refused in the configuration if it makes no sense', async (test) => {
    for (const [notify, reason] of [
      [{}, /policy\.notify\.channel is missing/],
      [{ channel: 'ops', link: 'javascript:alert(1)' }, /notify\.link/],
      [{ channel: 'ops', link: 'https://x.example/#token=abc' }, /notify\.link/],
      [{ channel: 'ops', language: 'fr' }, /notify\.language/],
      [{ channel: 'ops', chanel: 1 }, /chanel/],
      [{ channel: 'nowhere' }, /there is no channel "nowhere"/],
    ] as const)
      await assert.rejects(openYard(test, { policy: { notify: notify as never } }), reason)
  })
})
