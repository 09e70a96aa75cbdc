/** Runs over HTTP: long lists, where the time of one went, what a call has to do with them, and two side by side. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { defineTool } from 'toolyard'
import { z } from 'zod'
import { eventsOf, folderFor, openSite, type Site, until } from './support.ts'

interface Span {
  readonly kind: string
  readonly level: number
  readonly name: string
  readonly status: string
  readonly startedAt: number
  readonly endedAt?: number
  readonly callId?: string
  readonly runId?: string
  readonly step?: number
  readonly inputTokens?: number
  readonly outputTokens?: number
  readonly waits?: readonly { readonly kind: string; readonly endedAt?: number }[]
}

interface Spans {
  readonly items: readonly Span[]
  readonly next: string | null
  readonly isOpen: boolean
}

interface RunRow {
  readonly id: string
  readonly agent: string
  readonly subRuns?: number
  readonly callId?: string
  readonly result?: string
}

interface Rows {
  readonly items: readonly RunRow[]
  readonly next: string | null
}

const look = defineTool({
  name: 'look',
  description: 'Looks.',
  inputSchema: z.object({ at: z.string() }),
  permission: 'read',
  effects: 'none',
  execute: ({ at }) => `seen ${at}`,
})
const post = defineTool({
  name: 'post',
  description: 'Posts.',
  inputSchema: z.object({}),
  permission: 'external',
  effects: 'network',
  execute: () => 'posted',
})

const scripts: Readonly<Record<string, readonly object[]>> = {
  helper: [
    {
      text: 'I look.',
      calls: [
        { tool: 'look', input: { at: 'a' } },
        { tool: 'nothing', input: {} },
      ],
    },
    { calls: [{ tool: 'team_agent', input: { agent: 'below', message: 'Look below' } }] },
    { text: 'One\ntwo' },
  ],
  below: [{ calls: [{ tool: 'look', input: { at: 'below' } }] }, { text: 'One\nthree' }],
  postman: [{ calls: [{ tool: 'post', input: {} }] }, { text: 'Posted.' }],
  long: [
    ...Array.from({ length: 30 }, (_, at) => ({ calls: [{ tool: 'look', input: { at: `${at}` } }] })),
    { text: 'Far.' },
  ],
}

async function siteFor(test: TestContext): Promise<Site> {
  const workspace = await folderFor(test)
  for (const [name, turns] of Object.entries(scripts))
    await writeFile(join(workspace, `${name}.json`), JSON.stringify(turns))
  const site = await openSite(test, {
    workspace,
    tools: [look, post],
    builtins: ['collab'],
    policy: { ask: ['post'], allow: ['team_agent'] },
  })
  for (const name of Object.keys(scripts)) {
    const body = { name, model: `scripted/${name}.json`, toolIds: ['look', 'post', 'team_agent'] }
    const made = await site.json('POST', '/api/agents', { body })
    assert.equal(made.status, 201, JSON.stringify(made.body))
  }
  return site
}

async function run(site: Site, agent: string, options: object = {}): Promise<string> {
  const response = await site.send('POST', `/api/agents/${agent}/runs`, {
    body: { prompt: `Go, ${agent}` },
    headers: { accept: 'text/event-stream' },
    ...options,
  })
  for await (const _ of eventsOf(response));
  return response.headers.get('x-toolyard-run') ?? ''
}

describe('what runs did, over HTTP', () => {
  it('is told as spans: steps with what they used, their calls, and the runs of sub-agents', async (test) => {
    const site = await siteFor(test)
    const id = await run(site, 'helper')
    const { items, next, isOpen } = await site.get<Spans>(`/api/runs/${id}/spans`)
    assert.deepEqual([next, isOpen], [null, false])
    assert.deepEqual(
      items.map(({ kind, level, name, status }) => `${level} ${kind} ${name} ${status}`),
      [
        '0 step scripted/helper.json answered',
        '1 call look ok',
        '1 call nothing error',
        '0 step scripted/helper.json answered',
        '1 call team_agent ok',
        '2 run below done',
        '0 step scripted/helper.json answered',
      ],
    )
    for (const { startedAt, endedAt = 0 } of items) assert.ok(endedAt >= startedAt)
    const record = await site.get<{ inputTokens: number; outputTokens: number }>(`/api/runs/${id}`)
    const sum = (key: 'inputTokens' | 'outputTokens'): number =>
      items.reduce((all, span) => all + (span.kind === 'step' ? (span[key] ?? 0) : 0), 0)
    assert.deepEqual([sum('inputTokens'), sum('outputTokens')], [record.inputTokens, record.outputTokens])
    const asked = items[4]?.callId ?? ''
    const story = await site.get<{ run?: RunRow; runs: readonly RunRow[] }>(
      `/api/calls/${encodeURIComponent(asked)}`,
    )
    assert.deepEqual([story.run?.id, story.runs.map(({ id: one }) => one)], [id, [items[5]?.runId]])
    const { items: started } = await site.get<Rows>(`/api/runs?call=${encodeURIComponent(asked)}`)
    assert.deepEqual(
      started.map(({ agent, callId }) => [agent, callId]),
      [['below', asked]],
    )
  })

  it('is the same page by page, and refuses a place that is none', async (test) => {
    const site = await siteFor(test)
    const id = await run(site, 'long')
    const whole = await site.get<Spans>(`/api/runs/${id}/spans`)
    const spans: Span[] = []
    let after: string | null = ''
    let pages = 0
    while (after !== null) {
      const page: Spans = await site.get<Spans>(
        `/api/runs/${id}/spans?limit=7${after === '' ? '' : `&after=${after}`}`,
      )
      assert.ok(page.items.length <= 7)
      spans.push(...page.items)
      after = page.next
      pages++
    }
    assert.deepEqual(spans, whole.items)
    assert.deepEqual([spans.length, pages], [61, 10])
    for (const wrong of ['x', '1', '1.', '-1.2', '1.2.3', '9999999999999999.1'])
      assert.equal((await site.json('GET', `/api/runs/${id}/spans?after=${wrong}`)).status, 400, wrong)
    assert.equal((await site.json('GET', '/api/runs/none/spans')).status, 404)
    assert.equal((await site.json('GET', `/api/runs/${id}/spans?limit=201`)).status, 400)
  })

  it('keeps waiting for a person apart, while it goes on and afterwards', async (test) => {
    const site = await siteFor(test)
    const { body } = await site.json<{ runId: string }>('POST', '/api/agents/postman/runs', {
      body: { prompt: 'Post' },
    })
    const call = (): Promise<Span> =>
      until(async () => {
        const { items } = await site.get<Spans>(`/api/runs/${body.runId}/spans`)
        return items.find(({ waits = [] }) => waits.length > 0)
      }, 'a call that waits')
    const waiting = await call()
    assert.deepEqual(
      [waiting.status, waiting.endedAt, waiting.waits?.[0]?.endedAt],
      ['pending', undefined, undefined],
    )
    const { items } = await site.get<{ items: { id: string; digest: string }[] }>('/api/approvals')
    await site.json('POST', `/api/approvals/${items[0]?.id}/approve`, { body: { digest: items[0]?.digest } })
    await until(
      async () => !(await site.get<Spans>(`/api/runs/${body.runId}/spans`)).isOpen || undefined,
      'the end of the run',
    )
    const over = await call()
    assert.equal(over.status, 'ok')
    assert.ok((over.waits?.[0]?.endedAt ?? 0) <= (over.endedAt ?? 0))
    const summary = await site.get<{ waitingMs: number; callsMs: number; tools: unknown }>(
      `/api/runs/${body.runId}/summary`,
    )
    assert.ok(summary.waitingMs > 0)
    assert.deepEqual(summary.tools, [{ tool: 'post', calls: 1, failed: 0 }])
  })

  it('is listed page by page, by part of a name, at the top with how many each started', async (test) => {
    const site = await siteFor(test)
    for (const agent of ['helper', 'long', 'helper', 'postless', 'below'])
      if (agent !== 'postless') await run(site, agent)
    const names = async (query: string): Promise<string[]> =>
      (await site.get<Rows>(`/api/runs?${query}`)).items.map(({ agent }) => agent)
    assert.deepEqual(await names('top=true'), ['below', 'helper', 'long', 'helper'])
    assert.deepEqual(await names('name=ELP'), ['helper', 'helper'])
    assert.deepEqual(await names('name=%25'), [])
    assert.equal((await names('')).length, 6)
    assert.deepEqual(await names(`since=${Date.now() + 1000}`), [])
    const first = await site.get<Rows>('/api/runs?top=true&limit=2&brief=true')
    assert.deepEqual(
      first.items.map(({ subRuns, result }) => [subRuns, result]),
      [
        [undefined, undefined],
        [1, undefined],
      ],
    )
    const second = await site.get<Rows>(`/api/runs?top=true&limit=2&after=${first.next}`)
    assert.deepEqual(
      second.items.map(({ agent }) => agent),
      ['long', 'helper'],
    )
    const { items: below } = await site.get<Rows>(`/api/runs?parent=${first.items[1]?.id}`)
    assert.deepEqual(
      below.map(({ agent }) => agent),
      ['below'],
    )
  })

  it('is held against another run', async (test) => {
    const site = await siteFor(test)
    const [left, right] = [await run(site, 'helper'), await run(site, 'below')]
    const { answers, ...sides } = await site.get<{
      left: { run: { id: string }; summary: { calls: number } }
      right: { run: { id: string }; summary: { calls: number } }
      answers: { lines: readonly { mark: string; text: string }[] }
    }>(`/api/runs/${left}/compare/${right}`)
    assert.deepEqual([sides.left.run.id, sides.right.run.id], [left, right])
    assert.deepEqual([sides.left.summary.calls, sides.right.summary.calls], [3, 1])
    assert.deepEqual(
      answers.lines.map(({ mark, text }) => `${mark}${text}`),
      [' One', '-two', '+three'],
    )
    assert.equal((await site.json('GET', `/api/runs/${left}/compare/none`)).status, 404)
  })

  it('is shown to an agent’s token as far as it is its own', async (test) => {
    const site = await siteFor(test)
    const others = await run(site, 'helper')
    const { body } = await site.json<{ value: string }>('POST', '/api/tokens', {
      body: { name: 'helper', role: 'agent', agent: 'helper' },
    })
    const as = { token: body.value }
    const own = await run(site, 'helper', { as })
    const status = async (path: string): Promise<number> => (await site.json('GET', path, { as })).status
    assert.equal(await status(`/api/runs/${own}/spans`), 200)
    for (const path of ['spans', 'summary', `compare/${own}`])
      assert.equal(await status(`/api/runs/${others}/${path}`), 404, path)
    assert.equal(await status(`/api/runs/${own}/compare/${others}`), 404)
    const { body: list } = await site.json<Rows>('GET', '/api/runs?name=e', { as })
    assert.deepEqual(
      list.items.map(({ id }) => id),
      [own],
    )
    const { body: below } = await site.json<Rows>('GET', `/api/runs?parent=${others}`, { as })
    assert.deepEqual(below.items, [])
  })
})
