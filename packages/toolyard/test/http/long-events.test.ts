/** The event feed beside long results and readers that do not read: short events, short looks, bounded queues. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defineTool, type ToolResult } from 'toolyard'
import { openSocket, requestText } from './raw.ts'
import { eventsOf, openSite, until } from './support.ts'

const long = defineTool({
  name: 'long',
  description: 'Answers much.',
  permission: 'write',
  effects: 'local_state',
  inputSchema: { text: String },
  execute: ({ text }) => ({
    content: [
      { type: 'text', text },
      { type: 'resource', resource: { uri: 'file:///x', text } },
      { type: 'image', data: text, mimeType: 'image/png' },
    ],
  }),
})

const text = 'x'.repeat(200_000)

describe('the event feed', () => {
  it('tells of a long result by its beginning, and where the whole is; looks read nothing that is long', async (test) => {
    const site = await openSite(test, { tools: [long] })
    const { journal } = site.yard
    assert.ok(journal)
    const list = journal.list.bind(journal)
    let longest = 0
    Object.assign(journal, {
      list: async (filter: Parameters<typeof list>[0]) => {
        const rows = await list(filter)
        longest = Math.max(longest, ...rows.map((row) => JSON.stringify(row).length))
        return rows
      },
    })
    const gone = new AbortController()
    test.after(() => gone.abort())
    const feed = eventsOf(await site.send('GET', '/api/events?topics=calls', { signal: gone.signal }))
    const { callId } = await site.call<ToolResult>('long', { text })
    for await (const { data } of feed) {
      if (data['id'] !== callId || data['status'] !== 'ok') continue
      assert.ok(JSON.stringify(data).length < 10_000, `${JSON.stringify(data).length} characters`)
      assert.equal(data['href'], `/api/calls/${callId}`)
      const { call } = await site.get<{ call: { result: ToolResult } }>(data['href'])
      assert.ok(JSON.stringify(call).length > 50_000)
      break
    }
    assert.ok(longest < 2000, `${longest} characters of one row`)
  })

  it('drops readers that do not read once a megabyte waits for them, and serves the others', async (test) => {
    const site = await openSite(test, { tools: [long], database: 'sqlite:yard.db' })
    const { port } = site.server
    const listen = requestText({
      method: 'GET',
      path: '/api/events',
      headers: { host: `127.0.0.1:${port}`, authorization: `Bearer ${site.token('admin')}` },
    })
    const stalled = await Promise.all(Array.from({ length: 20 }, () => openSocket(port, listen)))
    for (const socket of stalled) {
      socket.pause()
      socket.on('error', () => {})
      test.after(() => socket.destroy())
    }
    const streams = async (): Promise<number> => {
      const figures = await (await site.send('GET', '/metrics')).text()
      return Number(/^toolyard_event_streams (\d+)$/m.exec(figures)?.[1])
    }
    await until(async () => (await streams()) === 20 || undefined, 'all of them listening')
    const gone = new AbortController()
    test.after(() => gone.abort())
    const feed = eventsOf(await site.send('GET', '/api/events', { signal: gone.signal }))
    let heard = 0
    const reader = (async () => {
      for await (const { type } of feed) if (type === 'call') heard++
    })().catch(() => {})
    let made = 0
    const input = { text: text.slice(0, 3000) }
    await until(async () => {
      await Promise.all(Array.from({ length: 100 }, () => site.yard.call('long', input)))
      made += 100
      return (await streams()) === 1 || undefined
    }, 'the end of those who do not read')
    await until(() => heard >= made || undefined, 'every call told to the one who reads')
    gone.abort()
    await reader
  })
})
