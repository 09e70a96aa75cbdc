/** Tools of the documents for the web, for messages and for what people share: each called by its old name, or with its parameters. */
import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { textOf, type ToolService, type ToolyardOptions } from 'toolyard'
import { type Cases, inWorkspace } from './fixtures.ts'

/** A server on this machine that the tools may reach. */
async function withSite(
  answer: RequestListener,
  use: (yard: ToolService, origin: string) => unknown,
  options: (origin: string) => ToolyardOptions = () => ({}),
): Promise<void> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    await inWorkspace({}, ({ yard }) => use(yard, `http://${host}`), {
      builtins: ['web', 'collab', 'system'],
      network: { allow: [host] },
      policy: { mode: 'bypass' },
      ...options(`http://${host}`),
    })
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const page = '<!doctype html><title>Bread</title><main><h1>Bread</h1><p>It is <b>baked</b>.</p></main>'

const found = {
  results: [{ title: 'Bread', url: 'https://example.com/bread', content: 'How it is baked.' }],
}

/** Document 1 and 2. */
export const httpTools: Cases = {
  http_tools: () =>
    withSite(
      (_, response) => response.setHeader('content-type', 'application/json').end('{"ok":true}'),
      async (yard, origin) =>
        assert.match(await yard.execute('http_tools', { method: 'GET', url: origin }), /200[^]*"ok": true/),
    ),
}

export const browserTool: Cases = {
  use_browser: () =>
    withSite(
      (_, response) => response.setHeader('content-type', 'text/html').end(page),
      async (yard, origin) => {
        const opened = await yard.execute('use_browser', { action: 'open', url: origin }, 't1')
        assert.match(opened, /heading "Bread"/)
        assert.equal((await yard.call('use_browser', { action: 'close' }, { threadId: 't1' })).status, 'ok')
      },
      // The sandbox of the browser is tried where it belongs.
      () => ({ sandbox: 'none' }),
    ),
}

/** Document 3. */
export const remoteTrigger: Cases = {
  RemoteTriggerTool: () =>
    withSite(
      (request, response) => response.end(String(request.headers['x-toolyard-signature']?.slice(0, 3))),
      async (yard) => {
        const call = { action: 'call', name: 'deploy', payload: { version: 2 } }
        assert.match(await yard.execute('remote_trigger', call), /v1=/)
        const { permission } = yard.registry.listAll().find(({ name }) => name === 'remote_trigger') ?? {}
        assert.equal(permission, 'external')
      },
      (origin) => ({
        remotes: { deploy: { url: origin, secret: '${DEPLOY_SECRET}' } },
        environment: { ...process.env, DEPLOY_SECRET: 'a secret of the test' },
      }),
    ),
}

const kept: ToolyardOptions = { builtins: ['collab', 'system'], policy: { mode: 'bypass' } }

export const keptTools: Cases = {
  schedule: () =>
    inWorkspace(
      {},
      async ({ yard }) => {
        const event = { action: 'add', title: 'Review', start: '2030-01-07T15:00', tz: 'Europe/Berlin' }
        assert.match(await yard.execute('schedule', event), /Review/)
        const list = { action: 'list', from: '2030-01-07', to: '2030-01-08', tz: 'Europe/Berlin' }
        assert.match(await yard.execute('schedule', list), /Review/)
      },
      kept,
    ),
  search: () =>
    inWorkspace(
      {},
      async ({ yard }) => {
        await yard.execute('forum', { action: 'post', topic: 'releases', content: 'The pelican is out.' })
        assert.match(await yard.execute('search', { query: 'pelican', in: ['forum'] }), /pelican/)
      },
      kept,
    ),
  forum: () =>
    inWorkspace(
      {},
      async ({ yard }) => {
        await yard.execute('forum', { action: 'post', topic: 'releases', content: 'Version 2 is out.' })
        assert.match(await yard.execute('forum', { action: 'list', topic: 'releases' }), /Version 2 is out/)
      },
      kept,
    ),
  time_reasoning: () =>
    inWorkspace(
      {},
      async ({ yard }) => {
        const month = { action: 'add', time: '2026-01-31', duration: '1 month' }
        assert.match(await yard.execute('time_reasoning', month), /2026-02-28/)
      },
      kept,
    ),
}

/** Document 3: by its old name, with the rights to write. */
export const scheduleCron: Cases = {
  ScheduleCronTool: () =>
    inWorkspace(
      {},
      async ({ yard }) => {
        const add = { action: 'add', name: 'tidy', schedule: '15m', tool: 'task', args: { action: 'list' } }
        assert.match(await yard.execute('ScheduleCronTool', add), /tidy: every 15 minutes; next 2/)
        const { permission } = yard.registry.listAll().find(({ name }) => name === 'cron') ?? {}
        assert.equal(permission, 'write')
      },
      kept,
    ),
}

/** Document 5. */
export const webAndMessages: Cases = {
  WebSearchTool: () =>
    withSite(
      (request, response) => {
        assert.match(request.url ?? '', /q=bread/)
        response.setHeader('content-type', 'application/json').end(JSON.stringify(found))
      },
      async ({ registry }) => {
        const text = await registry.execute('web_search', { query: 'bread', numResults: 8 })
        assert.match(text, /Bread[^]*https:\/\/example\.com\/bread/)
      },
      (origin) => ({ web: { search: { provider: 'searxng', url: origin } } }),
    ),
  WebFetchTool: () =>
    withSite(
      (_, response) => response.setHeader('content-type', 'text/html').end(page),
      async ({ registry }, origin) => {
        assert.match(await registry.execute('web_fetch', { url: origin }), /It is \*\*baked\*\*\./)
        assert.match(await registry.execute('web_fetch', { url: origin, format: 'text' }), /It is baked\./)
        assert.match(await registry.execute('web_fetch', { url: origin, format: 'html' }), /<b>baked<\/b>/)
      },
    ),
  MessageTool: () =>
    withSite(
      (_, response) =>
        response.setHeader('content-type', 'application/json').end('{"ok":true,"result":{"message_id":7}}'),
      async (yard) => {
        const sent = await yard.call('message', { content: 'Hello', channel: 'telegram', chatId: '42' })
        assert.equal(sent.status, 'ok', textOf(sent))
      },
      (origin) => ({
        channels: { ops: { platform: 'telegram', token: '${BOT_TOKEN}', url: origin } },
        environment: { ...process.env, BOT_TOKEN: '123456:a-token-of-the-test' },
      }),
    ),
}
