/** Tools over HTTP: lists, filters, pages, one tool, its versions and definitions, switching it off. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defineTool } from 'toolyard'
import { echo, openSite, type Refusal } from './support.ts'

interface Tool {
  readonly id: string
  readonly name: string
  readonly enabled: boolean
  readonly state: string
  readonly fingerprint: string
  readonly version: number
  readonly tokens: Record<string, number>
  readonly lastCall?: { readonly status: string }
}
interface Page {
  readonly items: Tool[]
  readonly next: string | null
  readonly total: number
  readonly facets: Record<string, Record<string, number>>
}

const names = ({ items }: Page): string[] => items.map(({ name }) => name)

describe('the tools over HTTP', () => {
  it('are listed by name with what they cost and how they were called last', async (test) => {
    const site = await openSite(test)
    await site.call('fail', {})
    const page = await site.get<Page>('/api/tools')
    assert.deepEqual(names(page), ['choose', 'count', 'echo', 'fail', 'note'])
    assert.equal(page.total, 5)
    assert.ok(
      page.items.every(({ tokens }) => (tokens['openai'] ?? 0) > 10 && Object.keys(tokens).length === 1),
    )
    assert.equal(page.items.find(({ name }) => name === 'fail')?.lastCall?.status, 'error')
    assert.equal(page.items.find(({ name }) => name === 'echo')?.lastCall, undefined)
  })

  it('come with their schemas where the list is asked for them', async (test) => {
    const site = await openSite(test)
    const schemas = async (path: string): Promise<unknown> => {
      const { items } = await site.get<{ items: { name: string; inputSchema?: unknown }[] }>(path)
      return items.find(({ name }) => name === 'echo')?.inputSchema
    }
    const { inputSchema } = await site.get<{ inputSchema: unknown }>('/api/tools/echo')
    assert.deepEqual(await schemas('/api/tools?schema=true'), inputSchema)
    assert.equal(await schemas('/api/tools'), undefined)
  })

  it('are filtered, and counted as if the filter of each kind were left open', async (test) => {
    const site = await openSite(test)
    const text = await site.get<Page>('/api/tools?category=text')
    assert.deepEqual(names(text), ['echo'])
    assert.deepEqual(text.facets['category'], { general: 3, numbers: 1, text: 1 })
    assert.deepEqual(text.facets['permission'], { read: 1 })
    assert.deepEqual(names(await site.get('/api/tools?tag=plain')), ['echo'])
    assert.deepEqual(names(await site.get('/api/tools?permission=write')), ['note'])
    assert.deepEqual(names(await site.get('/api/tools?source=builtin')), [])
  })

  it('are found by words, those with a word in the name first', async (test) => {
    const site = await openSite(test)
    assert.deepEqual(names(await site.get('/api/tools?q=note')), ['note'])
    assert.deepEqual(names(await site.get('/api/tools?q=a')), ['choose', 'count', 'note'])
    assert.deepEqual(names(await site.get('/api/tools?q=cou')), ['count'])
    assert.deepEqual(names(await site.get('/api/tools?q=co')), [], 'two letters begin too many words')
    assert.deepEqual(names(await site.get('/api/tools?q=Write+NOTES')), ['note'])
    assert.deepEqual(names(await site.get('/api/tools?q=nothing+like+it')), [])
  })

  it('are found by words of a language without spaces', async (test) => {
    const site = await openSite(test, {
      tools: [
        defineTool({ ...plain, name: 'tianqi', description: '查询今天天气的工具' }),
        defineTool({ ...plain, name: 'wenjian', description: '读取文件的内容' }),
      ],
    })
    assert.deepEqual(names(await site.get(`/api/tools?q=${encodeURIComponent('天气')}`)), ['tianqi'])
    assert.deepEqual(names(await site.get(`/api/tools?q=${encodeURIComponent('读取文件')}`)), ['wenjian'])
  })

  it('come in pages, each tool once', async (test) => {
    const tools = Array.from({ length: 23 }, (_, index) =>
      defineTool({ ...plain, name: `tool_${String(index).padStart(2, '0')}` }),
    )
    const site = await openSite(test, { tools })
    for (const filter of ['', '&q=tool']) {
      const seen: string[] = []
      for (let after: string | null = ''; after !== null;) {
        const cursor: string = after === '' ? '' : `&after=${encodeURIComponent(after)}`
        const page: Page = await site.get<Page>(`/api/tools?limit=5${filter}${cursor}`)
        seen.push(...names(page))
        after = page.next
      }
      assert.deepEqual(
        seen,
        tools.map(({ manifest }) => manifest.name),
        filter,
      )
    }
  })

  it('are thousands in one answer, where that is asked for', async (test) => {
    const tools = Array.from({ length: 3000 }, (_, index) => defineTool({ ...plain, name: `tool_${index}` }))
    const site = await openSite(test, { tools })
    const page = await site.get<Page>('/api/tools?limit=5000&dialect=anthropic')
    assert.deepEqual([page.items.length, page.next], [3000, null])
    assert.deepEqual(Object.keys(page.items[0]?.tokens ?? {}), ['anthropic'])
  })

  it('are looked at one by one, by name or by id, with schema, reports and agents', async (test) => {
    const site = await openSite(test)
    await site.json('POST', '/api/agents', { body: { name: 'helper', toolIds: ['echo'] } })
    const tool = await site.get<Tool & Record<string, unknown>>('/api/tools/echo')
    assert.deepEqual(tool, await site.get(`/api/tools/${tool.id}`))
    assert.deepEqual(tool['inputSchema'], echo.manifest.inputSchema)
    assert.deepEqual(
      (tool['agents'] as { name: string }[]).map(({ name }) => name),
      ['helper'],
    )
    assert.deepEqual(Object.keys(tool['reports'] as object), [
      'openai',
      'openai-responses',
      'anthropic',
      'gemini',
      'mcp',
    ])
    const { status, body } = await site.json<Refusal>('GET', '/api/tools/ecko')
    assert.deepEqual([status, body.error.code], [404, 'tool_not_found'])
    assert.match(body.error.hint ?? '', /"echo"/)
  })

  it('are shown as each provider gets them', async (test) => {
    const site = await openSite(test)
    const shown = await site.get<{ definition: object; tokens: number; report: { verdict: string } }>(
      '/api/tools/echo/definitions/anthropic',
    )
    const [wanted] = site.yard
      .definitions('anthropic')
      .filter((one) => (one as { name: string }).name === 'echo')
    assert.deepEqual(shown.definition, JSON.parse(JSON.stringify(wanted)))
    assert.ok(shown.tokens > 10)
    assert.equal((await site.json('GET', '/api/tools/echo/definitions/latin')).status, 400)
  })

  it('are switched off for everybody, and on again', async (test) => {
    const site = await openSite(test)
    const off = await site.json<Tool>('PATCH', '/api/tools/echo', { body: { enabled: false } })
    assert.equal(off.body.enabled, false)
    assert.equal((await site.call('echo', {})).status, 'held')
    await site.json('PATCH', '/api/tools/echo', { body: { enabled: true } })
    assert.equal((await site.call('echo', {})).status, 'ok')
  })

  it('have versions, one of which can be pinned by what was looked at', async (test) => {
    const site = await openSite(test, { tools: [echo] })
    site.yard.registry.register(defineTool({ ...changed, name: 'echo' }), { replace: true })
    await site.json('POST', '/api/tools/sync', { body: {} })
    const { items } = await site.get<{
      items: (Tool & { isCurrent: boolean; changes: { text: string }[] })[]
    }>('/api/tools/echo/versions')
    assert.deepEqual(
      items.map(({ version, isCurrent }) => [version, isCurrent]),
      [
        [2, true],
        [1, false],
      ],
    )
    assert.ok((items[0]?.changes.length ?? 0) > 0)
    const stale = await site.json<Refusal>('POST', '/api/tools/echo/pin', {
      body: { fingerprint: items[1]?.fingerprint },
    })
    assert.deepEqual([stale.status, stale.body.error.code], [409, 'conflict'])
    const pinned = await site.json<Tool & { pinned: boolean }>('POST', '/api/tools/echo/pin', {
      body: { fingerprint: items[0]?.fingerprint },
    })
    assert.equal(pinned.body.pinned, true)
    assert.equal((await site.json<Tool>('POST', '/api/tools/echo/rollback', { body: {} })).body.state, 'held')
    assert.equal((await site.json<Tool>('POST', '/api/tools/echo/unpin', { body: {} })).body.state, 'active')
    const accept = (body: object) => site.json<Refusal>('POST', '/api/tools/echo/accept', { body })
    const unseen = await accept({})
    assert.deepEqual([unseen.status, unseen.body.error.code], [400, 'invalid_arguments'])
    assert.deepEqual((await accept({ version: 1 })).body.error.code, 'conflict')
    assert.equal((await accept({ version: 2 })).status, 200)
    assert.equal((await accept({ fingerprint: items[0]?.fingerprint })).status, 200)
  })

  it('are still called where one has the name of an address of ours', async (test) => {
    const site = await openSite(test, { tools: [defineTool({ ...plain, name: 'sync' })] })
    assert.equal((await site.get<Tool>('/api/tools/sync')).name, 'sync')
    assert.equal((await site.call('sync', {})).status, 'ok')
    assert.equal((await site.json('POST', '/api/tools/sync', { body: { dryRun: true } })).status, 200)
  })
})

const plain = {
  name: 'plain',
  description: 'Does nothing.',
  permission: 'read',
  effects: 'none',
  execute: () => 'nothing',
} as const

const changed = {
  ...plain,
  description: 'Says it again, and louder.',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
} as const
