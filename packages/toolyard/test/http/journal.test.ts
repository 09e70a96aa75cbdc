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

  it('counts calls by stretches of time', async (test) => {
    const site = await openSite(test)
    for (const tool of ['echo', 'echo', 'fail']) await site.call(tool, {})
    const { buckets } = await site.get<{
      buckets: { at: number; count: number; errors: number; p95: number }[]
    }>('/api/calls/stats?bucketMs=3600000')
    const count = buckets.reduce((sum, one) => sum + one.count, 0)
    const errors = buckets.reduce((sum, one) => sum + one.errors, 0)
    assert.deepEqual([count, errors], [3, 1])
    assert.ok(buckets.every(({ at, p95 }) => at % 3_600_000 === 0 && p95 >= 0))
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
