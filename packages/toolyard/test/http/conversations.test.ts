/** Conversations over HTTP: found, named, deleted, read page by page, and what waits in them and below them. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { folderFor, openSite, type Refusal, type Site, type SiteOptions, until } from './support.ts'

type Scripts = Readonly<
  Record<string, { readonly turns: readonly object[]; readonly tools?: readonly string[] }>
>

interface Summary {
  readonly id: string
  readonly title: string
  readonly agent: string
}
interface ListPage<T> {
  readonly items: readonly T[]
  readonly next: string | null
  readonly total?: number
}

/** A site with agents that say what their scripts lay down. */
async function siteWith(test: TestContext, scripts: Scripts, options: SiteOptions = {}): Promise<Site> {
  const workspace = await folderFor(test)
  const site = await openSite(test, { ...options, workspace, builtins: ['collab', 'system'] })
  for (const [name, { turns, tools = [] }] of Object.entries(scripts)) {
    await writeFile(join(workspace, `${name}.json`), JSON.stringify({ turns, repeat: true }))
    const body = { name, toolIds: tools, model: `scripted/${name}.json` }
    assert.equal((await site.json('POST', '/api/agents', { body })).status, 201)
  }
  return site
}

/** The end of a run, or its first wait. */
async function run(site: Site, agent: string, body: object): Promise<Record<string, unknown>> {
  const started = await site.json<{ runId: string }>('POST', `/api/agents/${agent}/runs`, {
    as: 'operator',
    body,
  })
  assert.equal(started.status, 202, JSON.stringify(started.body))
  return until(async () => {
    const record = await site.get(`/api/runs/${started.body.runId}`)
    return ['queued', 'running'].includes(String(record['status'])) ? undefined : record
  }, 'the end of the run')
}

const talker = { turns: [{ text: 'Yes.' }] }

describe('conversations over HTTP', () => {
  it('are listed over all agents, found by words, page by page', async (test) => {
    const site = await siteWith(test, { talker, other: talker })
    for (const [agent, threadId, prompt] of [
      ['talker', 'a', 'Plan the trip'],
      ['other', 'b', '去东京的行程'],
      ['talker', 'c', 'Unplanned'],
    ] as const)
      await run(site, agent, { prompt, threadId })
    const list = async (query: string) => site.get<ListPage<Summary>>(`/api/conversations?${query}`)
    const ids = async (query: string) => (await list(query)).items.map(({ id }) => id)
    assert.deepEqual(await ids(''), ['c', 'b', 'a'])
    assert.deepEqual(await ids('agent=talker'), ['c', 'a'])
    assert.deepEqual(await ids('words=PLAN'), ['c', 'a'])
    assert.deepEqual(await ids(`words=${encodeURIComponent('东京')}`), ['b'])
    assert.deepEqual(await ids('words=OTHER'), ['b'])
    const first = await list('limit=2')
    assert.deepEqual(await ids(`limit=2&after=${encodeURIComponent(first.next ?? '')}`), ['a'])
    assert.equal((await site.send('GET', '/api/conversations?after=x')).status, 400)
  })

  it('are read from their end, page by page', async (test) => {
    const site = await siteWith(test, { talker })
    for (const prompt of ['one', 'two', 'three']) await run(site, 'talker', { prompt, threadId: 't' })
    type Message = { readonly position: number }
    const read = (query: string) => site.get<ListPage<Message>>(`/api/threads/t/messages?${query}`)
    const places = ({ items }: ListPage<Message>) => items.map(({ position }) => position)
    assert.deepEqual(places(await read('')), [1, 2, 3, 4, 5, 6])
    const last = await read('limit=4')
    assert.deepEqual([places(last), last.next, last.total], [[3, 4, 5, 6], '3', 6])
    const before = await read(`limit=4&before=${last.next}`)
    assert.deepEqual([places(before), before.next], [[1, 2], null])
  })

  it('get another title from those whose they are, and from admins', async (test) => {
    const site = await siteWith(test, { talker })
    await run(site, 'talker', { prompt: 'Hello', threadId: 't' })
    const rename = (title: string, as: 'viewer' | 'operator' | 'approver' | 'admin') =>
      site.json<Summary & Refusal>('PATCH', '/api/conversations/t', { as, body: { title } })
    assert.equal((await rename('Mine', 'operator')).body.title, 'Mine')
    assert.equal((await rename('By an admin \u202e\n now', 'admin')).body.title.includes('\n'), false)
    assert.equal((await rename('x', 'viewer')).status, 403)
    const other = await rename('x', 'approver')
    assert.deepEqual([other.status, other.body.error.code], [403, 'forbidden'])
    assert.equal((await rename('   ', 'operator')).status, 400)
    assert.equal((await site.send('PATCH', '/api/conversations/none', { body: { title: 'x' } })).status, 404)
  })

  it('are deleted with what was said and the long answers in it, by those whose they are', async (test) => {
    const long = {
      turns: [{ calls: [{ tool: 'echo', input: { text: 'x'.repeat(200_000) } }] }, { text: 'ok' }],
      tools: ['echo'],
    }
    const site = await siteWith(test, { long, talker })
    await run(site, 'long', { prompt: 'Go', threadId: 't' })
    await run(site, 'talker', { prompt: 'Stay', threadId: 'stays' })
    const { items } = await site.get<ListPage<{ parts: { handle?: string }[] }>>('/api/threads/t/messages')
    const handle = items.flatMap(({ parts }) => parts).find((part) => part.handle !== undefined)?.handle
    assert.ok(handle !== undefined, 'the answer was long')
    assert.equal((await site.send('GET', `/api/results/${handle}`)).status, 200)
    const remove = (as: 'viewer' | 'operator' | 'approver') =>
      site.send('DELETE', '/api/conversations/t', { as })
    assert.equal((await remove('viewer')).status, 403)
    assert.equal((await remove('approver')).status, 403)
    assert.equal((await remove('operator')).status, 200)
    assert.equal((await remove('operator')).status, 404)
    assert.equal((await site.send('GET', '/api/threads/t/messages')).status, 404)
    assert.equal((await site.send('GET', `/api/results/${handle}`)).status, 404)
    const left = await site.get<ListPage<Summary>>('/api/conversations')
    assert.deepEqual(
      left.items.map(({ id }) => id),
      ['stays'],
    )
    const runs = await site.get<ListPage<{ threadId: string }>>('/api/runs?thread=t')
    assert.equal(runs.items.length, 1, 'what was done stays listed')
  })

  it('are not deleted while a run of them waits, and say what waits, also below them', async (test) => {
    const boss = {
      turns: [
        { calls: [{ tool: 'spawn', input: { agent: 'worker', task: 'Look.', wait: true } }] },
        { text: '{{lastResult}}' },
      ],
      tools: ['spawn', 'note'],
    }
    const worker = {
      turns: [{ calls: [{ tool: 'note', input: { text: 'hi' } }] }, { text: 'Noted.' }],
      tools: ['note'],
    }
    const site = await siteWith(
      test,
      { boss, worker },
      { policy: { ask: ['note'], allow: ['spawn'] }, approvals: 'wait' },
    )
    const started = await site.json<{ runId: string }>('POST', '/api/agents/boss/runs', {
      as: 'operator',
      body: { prompt: 'Go', threadId: 't' },
    })
    type Waiting = {
      readonly id: string
      readonly agent: string
      readonly threadId: string
      readonly digest: string
      readonly rendered?: object
    }
    const waiting = async (id: string) =>
      (await site.get<ListPage<Waiting>>(`/api/conversations/${id}/waiting`)).items
    const [item] = await until(async () => {
      const found = await waiting('t')
      return found.length > 0 ? found : undefined
    }, 'a request')
    assert.equal(item?.agent, 'worker')
    assert.notEqual(item.threadId, 't')
    assert.ok(item.rendered)
    assert.deepEqual(await waiting('none'), [])
    assert.equal((await waiting(item.threadId)).length, 1)
    const refused = await site.json<Refusal>('DELETE', '/api/conversations/t', { as: 'operator' })
    assert.deepEqual([refused.status, refused.body.error.code], [409, 'conflict'])
    const below = await site.get<ListPage<{ agent: string; status: string }>>('/api/runs?parentThread=t')
    assert.deepEqual(
      below.items.map(({ agent }) => agent),
      ['worker'],
    )
    await site.json('POST', `/api/approvals/${item.id}/approve`, {
      as: 'approver',
      body: { digest: item.digest },
    })
    await until(
      async () => (await site.get(`/api/runs/${started.body.runId}`))['status'] === 'done' || undefined,
      'the end',
    )
    assert.deepEqual(await waiting('t'), [])
    assert.equal((await site.send('DELETE', '/api/conversations/t', { as: 'operator' })).status, 200)
  })

  it('are hidden from tokens of other agents', async (test) => {
    const site = await siteWith(test, { talker, other: talker })
    await run(site, 'talker', { prompt: 'Hello', threadId: 't' })
    const { body } = await site.json<{ value: string }>('POST', '/api/tokens', {
      body: { name: 'o', role: 'agent', agent: 'other' },
    })
    const as = { token: body.value }
    assert.equal((await site.send('GET', '/api/conversations/t', { as })).status, 404)
    assert.equal((await site.send('DELETE', '/api/conversations/t', { as })).status, 403)
    assert.equal((await site.send('PATCH', '/api/conversations/t', { as, body: { title: 'x' } })).status, 403)
    assert.equal((await site.send('GET', '/api/conversations/t/waiting', { as })).status, 403)
  })
})
