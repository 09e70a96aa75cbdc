/** What the journal tells over HTTP: pages, filters, the story of a call, figures, long results. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defineTool, type ToolResult } from 'toolyard'
import { openSite, type Refusal, sampleTools, until } from './support.ts'

interface Call {
  readonly id: string
  readonly tool: string
  readonly status: string
  readonly input: unknown
  readonly result?: ToolResult
}
interface Page {
  readonly items: Call[]
  readonly next: string | null
}

const long = defineTool({
  name: 'long',
  description: 'Answers much.',
  permission: 'read',
  effects: 'none',
  inputSchema: { text: String },
  execute: () => ({ lines: Array.from({ length: 5000 }, (_, index) => `line ${index}`) }),
})

const outer = defineTool({
  name: 'outer',
  description: 'Calls another.',
  permission: 'read',
  effects: 'none',
  async execute(_input, { call }) {
    await call('echo', { text: 'one' })
    await call('echo', { text: 'two' })
    return 'done'
  },
})

describe('the journal over HTTP', () => {
  it('comes in pages, newest first, each call once', async (test) => {
    const site = await openSite(test)
    for (let index = 0; index < 12; index++) await site.call('echo', { text: String(index) })
    const seen: unknown[] = []
    for (let after = ''; ;) {
      const page: Page = await site.get<Page>(`/api/calls?limit=5${after}`)
      seen.push(...page.items.map(({ input }) => (input as { text: string }).text))
      if (page.next === null) break
      after = `&after=${page.next}`
    }
    assert.deepEqual(
      seen,
      Array.from({ length: 12 }, (_, index) => String(11 - index)),
    )
  })

  it('is filtered by tool, status, thread and time', async (test) => {
    const site = await openSite(test)
    await site.call('echo', {}, { threadId: 't1' })
    await site.call('fail', {}, { threadId: 't2' })
    const tools = async (query: string): Promise<string[]> =>
      (await site.get<Page>(`/api/calls?${query}`)).items.map(({ tool }) => tool)
    assert.deepEqual(await tools('tool=fail'), ['fail'])
    assert.deepEqual(await tools('status=ok'), ['echo'])
    assert.deepEqual(await tools('thread=t2'), ['fail'])
    assert.deepEqual(await tools(`since=${Date.now() + 60_000}`), [])
    assert.equal((await site.json('GET', '/api/calls?status=lost')).status, 400)
    assert.equal((await site.json('GET', '/api/calls?limit=201')).status, 400)
  })

  it('tells the story of a call with the calls inside it', async (test) => {
    const site = await openSite(test, { tools: [...sampleTools, outer] })
    const { callId } = await site.call<ToolResult>('outer', {})
    const story = await site.get<{ call: Call; children: Call[]; tool: { name: string; version: number } }>(
      `/api/calls/${callId}`,
    )
    assert.equal(story.call.id, callId)
    assert.deepEqual(
      story.children.map(({ input }) => input),
      [{ text: 'one' }, { text: 'two' }],
    )
    assert.deepEqual(story.tool, { name: 'outer', version: 1 })
    assert.deepEqual((await site.get<Page>(`/api/calls?parent=${callId}`)).items.length, 2)
    const missing = await site.json<Refusal>('GET', '/api/calls/none')
    assert.deepEqual([missing.status, missing.body.error.code], [404, 'not_found'])
  })

  it('cuts long arguments and answers in lists, and tells them whole in the story', async (test) => {
    const site = await openSite(test, { tools: [long] })
    const { callId, handle } = await site.call<ToolResult>('long', { text: 'x'.repeat(10_000) })
    const [listed] = (await site.get<Page>('/api/calls')).items
    assert.ok(JSON.stringify(listed).length < 6000, `${JSON.stringify(listed).length} characters`)
    const { call } = await site.get<{ call: Call }>(`/api/calls/${callId}`)
    assert.equal((call.input as { text: string }).text.length, 10_000)
    const read = (query: string) =>
      site.get<{ text: string; total: number; offset: number }>(`/api/results/${handle}${query}`)
    const first = await read('?limit=100')
    const next = await read('?offset=100&limit=100')
    const both = await read('?limit=200')
    assert.equal(first.text + next.text, both.text)
    assert.ok(first.total > 50_000)
    assert.equal((await site.json('GET', '/api/results/none')).status, 404)
  })

  it('counts calls over time and by tool, of the names and the time that are asked for', async (test) => {
    const site = await openSite(test)
    for (const tool of ['echo', 'echo', 'fail']) await site.call(tool, {})
    interface Stats {
      readonly total: { readonly calls: number; readonly errors: number }
      readonly names: readonly { readonly name: string; readonly calls: number }[]
      readonly slots: readonly { readonly calls: number }[]
    }
    const read = (query = '') => site.get<Stats>(`/api/journal/stats?by=tool${query}`)
    const { total, names, slots } = await read()
    assert.deepEqual([total.calls, total.errors], [3, 1])
    assert.deepEqual(
      names.map(({ name, calls }) => [name, calls]),
      [
        ['echo', 2],
        ['fail', 1],
      ],
    )
    assert.equal(
      slots.reduce((sum, { calls }) => sum + calls, 0),
      3,
    )
    assert.equal((await read('&tool=FAI&match=part')).total.calls, 1)
    assert.equal((await read('&tool=FAI')).total.calls, 0)
    assert.equal((await read('&door=http')).total.calls, 3)
    assert.equal((await read('&status=ok')).total.calls, 2)
    assert.equal((await read('&since=0&until=1000')).total.calls, 0)
    for (const wrong of ['&since=5&until=1', '&since=0', '&by=day', '&offsetMs=1e12', '&names=0'])
      assert.equal((await site.json('GET', `/api/journal/stats?${wrong.slice(1)}`)).status, 400, wrong)
    const known = await site.get<{ tools: readonly string[]; doors: readonly string[] }>('/api/journal/names')
    assert.deepEqual([known.tools, known.doors], [['echo', 'fail'], ['http']])
    const page = await site.get<Page>('/api/calls?tool=FAI&match=part')
    assert.equal(page.items.length, 1)
  })

  it('tells what runs right now, and nothing once it is stopped', async (test) => {
    const site = await openSite(test)
    const read = async () =>
      (
        await site.get<{ items: readonly { id: string; tool: string; state: string; canStop: boolean }[] }>(
          '/api/journal/now',
        )
      ).items
    assert.deepEqual(await read(), [])
    const call = site.call<ToolResult>('count', { to: 1_000_000 })
    const [running] = await until(async () => {
      const items = await read()
      return items.length > 0 ? items : undefined
    }, 'the call')
    assert.deepEqual([running?.tool, running?.state, running?.canStop], ['count', 'running', true])
    await site.json('DELETE', `/api/calls/${encodeURIComponent(running?.id ?? '')}`)
    assert.equal((await call).status, 'cancelled')
    assert.deepEqual(await read(), [])
  })
})

describe('conversations over HTTP', () => {
  it('are listed while they are open, and ended with their calls', async (test) => {
    const site = await openSite(test)
    const call = site.call<ToolResult>('count', { to: 1_000_000 }, { threadId: 't1' })
    await until(() => site.yard.load.running === 1 || undefined, 'the call')
    const { items } = await site.get<{ items: { id: string; active: number }[] }>('/api/threads')
    assert.deepEqual(
      items.map(({ id, active }) => [id, active]),
      [['t1', 1]],
    )
    assert.equal((await site.json('DELETE', '/api/threads/t1')).status, 200)
    assert.equal((await call).status, 'cancelled')
    assert.equal((await site.json('GET', '/api/threads/t1')).status, 404)
  })
})
