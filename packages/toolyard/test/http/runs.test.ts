/** Agents that run over HTTP: their events, taken up again, stopped, what they said, and who may see it. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { defineTool } from 'toolyard'
import {
  eventsOf,
  folderFor,
  openSite,
  type Refusal,
  type SentEvent,
  type Site,
  type SiteOptions,
  until,
} from './support.ts'

const asStream = { accept: 'text/event-stream' }

const talk = [
  { reasoning: 'Let me see.', text: 'I count. ', calls: [{ tool: 'count', input: { to: 3 } }] },
  { text: 'It said {{lastResult}}', expect: '3' },
]

interface Started {
  readonly runId: string
  readonly threadId: string
}

/** A site with an agent `helper` that says what the script lays down. */
async function siteWith(
  test: TestContext,
  turns: readonly object[],
  options: SiteOptions = {},
): Promise<Site> {
  const workspace = await folderFor(test)
  await writeFile(join(workspace, 'script.json'), JSON.stringify(turns))
  const site = await openSite(test, { ...options, workspace })
  await makeAgent(site, 'helper')
  return site
}

/** It has every tool that there is. */
async function makeAgent(site: Site, name: string): Promise<void> {
  const toolIds = site.yard.registry.toolNames
  const { status } = await site.json('POST', '/api/agents', {
    body: { name, toolIds, model: 'scripted/script.json' },
  })
  assert.equal(status, 201)
}

async function tokenOf(site: Site, agent: string): Promise<{ readonly token: string }> {
  const { body } = await site.json<{ value: string }>('POST', '/api/tokens', {
    body: { name: agent, role: 'agent', agent },
  })
  return { token: body.value }
}

async function start(site: Site, more: object = {}): Promise<Started> {
  const { status, body } = await site.json<Started>('POST', '/api/agents/helper/runs', {
    body: { prompt: 'Count for me', ...more },
  })
  assert.equal(status, 202, JSON.stringify(body))
  return body
}

async function all(response: Response): Promise<SentEvent[]> {
  const events: SentEvent[] = []
  for await (const event of eventsOf(response)) events.push(event)
  return events
}

function said(events: readonly SentEvent[], type: 'text' | 'reasoning'): string {
  return events.map((event) => (event.type === type ? String(event.data['delta']) : '')).join('')
}

async function ended(site: Site, { runId }: Started): Promise<Record<string, unknown>> {
  return until(async () => {
    const run = await site.get(`/api/runs/${runId}`)
    return run['status'] === 'running' ? undefined : run
  }, 'the end of the run')
}

describe('a run over HTTP', () => {
  it('streams its events in order, numbered, from the start to the end', async (test) => {
    const site = await siteWith(test, talk)
    const response = await site.send('POST', '/api/agents/helper/runs', {
      as: 'operator',
      body: { prompt: 'Count for me' },
      headers: asStream,
    })
    assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8')
    const events = await all(response)
    assert.deepEqual(
      events.map(({ id }) => id),
      events.map((_, index) => String(index + 1)),
    )
    assert.deepEqual([events[0]?.type, events.at(-1)?.type], ['started', 'done'])
    assert.equal(events[0]?.data['runId'], response.headers.get('x-toolyard-run'))
    assert.equal(said(events, 'reasoning'), 'Let me see.')
    assert.equal(said(events, 'text'), 'I count. It said {"to":3}')
    const call = events.find(({ type }) => type === 'tool_call')
    const result = events.find(({ type }) => type === 'tool_result')
    assert.deepEqual([call?.data['tool'], call?.data['input']], ['count', { to: 3 }])
    assert.partialDeepStrictEqual(result?.data, { result: { status: 'ok' } })
    const journalled = `${events[0]?.data['runId'] as string}.${call?.data['callId'] as string}`
    assert.ok(await site.get(`/api/calls/${journalled}`), 'the call has its story')
  })

  it('is answered at once without a stream, and its record and conversation are there', async (test) => {
    const site = await siteWith(test, talk)
    const started = await start(site, { threadId: 'mine' })
    assert.equal(started.threadId, 'mine')
    const run = await ended(site, started)
    assert.deepEqual(
      [run['status'], run['result'], run['task']],
      ['done', 'It said {"to":3}', 'Count for me'],
    )
    const list = async (query: string): Promise<unknown[]> =>
      (await site.get<{ items: { id: string }[] }>(`/api/runs?${query}`)).items.map(({ id }) => id)
    assert.deepEqual(await list('agent=helper&thread=mine&status=done'), [started.runId])
    assert.deepEqual(await list('status=running'), [])
    assert.deepEqual(await list('agent=nobody'), [])
    const { items } = await site.get<{ items: { role: string; parts: { type: string }[] }[] }>(
      '/api/threads/mine/messages',
      { as: 'viewer' },
    )
    assert.deepEqual(
      items.map(({ role, parts }) => [role, ...parts.map(({ type }) => type)]),
      [
        ['user', 'text'],
        ['assistant', 'reasoning', 'text', 'tool_call'],
        ['tool', 'tool_result'],
        ['assistant', 'text'],
      ],
    )
    const known = await site.get<{ items: { id: string; title: string }[] }>(
      '/api/conversations?agent=helper',
    )
    assert.deepEqual(
      known.items.map(({ id, title }) => [id, title]),
      [['mine', 'Count for me']],
    )
  })

  it('is taken up again from the event after the last one that was heard, also after the end', async (test) => {
    const site = await siteWith(test, talk)
    const { runId } = await start(site)
    const follow = (last?: number): Promise<Response> =>
      site.send('GET', `/api/runs/${runId}/events`, {
        ...(last !== undefined && { headers: { 'last-event-id': String(last) } }),
      })
    const whole = await all(await follow())
    assert.equal(whole.at(-1)?.type, 'done')
    assert.deepEqual(await all(await follow(4)), whole.slice(4))
    assert.deepEqual(await all(await follow(whole.length)), [])
    assert.deepEqual(await all(await follow(-3)), whole)
  })

  it('keeps the end of a long run for those who come back, and says how much is gone', async (test) => {
    const flood = defineTool({
      name: 'flood',
      description: 'Sends much.',
      permission: 'read',
      effects: 'none',
      async *execute() {
        for (let step = 0; step < 4000; step++) yield `${step} ${'x'.repeat(1000)}\n`
      },
    })
    const site = await siteWith(test, [{ calls: [{ tool: 'flood' }] }, { text: 'Done.' }], { tools: [flood] })
    const started = await start(site)
    await ended(site, started)
    const text = await (await site.send('GET', `/api/runs/${started.runId}/events`)).text()
    assert.ok(text.length < 900_000, `${text.length} characters`)
    const lost = Number(/^: (\d+) events are not kept any more/.exec(text)?.[1])
    assert.match(text, new RegExp(`^id: ${lost + 1}$`, 'm'))
    assert.doesNotMatch(text, new RegExp(`^id: ${lost}$`, 'm'))
    assert.match(text, /event: done/)
  })

  it('goes on when whoever reads it leaves, and waits for its approval', async (test) => {
    const site = await siteWith(test, [
      { calls: [{ tool: 'note', input: { text: 'x' } }] },
      { text: '{{lastResult}}' },
    ])
    const gone = new AbortController()
    const response = await site.send('POST', '/api/agents/helper/runs', {
      body: { prompt: 'Note x' },
      headers: asStream,
      signal: gone.signal,
    })
    const runId = response.headers.get('x-toolyard-run') ?? ''
    const item = await until(async () => (await site.yard.inbox.list())[0], 'the request')
    gone.abort()
    await response.text().catch(() => '')
    assert.deepEqual([item.agent, item.principal], ['helper', 'http:the admin'])
    await site.json('POST', `/api/approvals/${item.id}/approve`, { body: { digest: item.digest } })
    const run = await ended(site, { runId, threadId: '' })
    assert.deepEqual([run['status'], run['result']], ['done', 'noted: x'])
  })

  it('is stopped, and its history stays whole', async (test) => {
    const site = await siteWith(test, [{ text: 'Counting.', calls: [{ tool: 'count', input: { to: 1e6 } }] }])
    const started = await start(site)
    const gone = new AbortController()
    const events = await site.send('GET', `/api/runs/${started.runId}/events`, { signal: gone.signal })
    for await (const { type } of eventsOf(events)) if (type === 'tool_event') break
    gone.abort()
    assert.deepEqual((await site.json('DELETE', `/api/runs/${started.runId}`, { as: 'operator' })).body, {
      stopped: true,
    })
    assert.equal((await ended(site, started))['status'], 'stopped')
    assert.deepEqual((await site.json('DELETE', `/api/runs/${started.runId}`)).body, { stopped: false })
    const { items } = await site.get<{ items: { parts: { status?: string }[] }[] }>(
      `/api/threads/${started.threadId}/messages`,
    )
    assert.equal(items.at(-1)?.parts[0]?.status, 'cancelled')
  })

  it('ends with an error that says what to do, and a thread at work takes no other run', async (test) => {
    const site = await siteWith(test, [{ calls: [{ tool: 'choose' }] }])
    const started = await start(site, { threadId: 'mine' })
    const busy = await site.json<Refusal>('POST', '/api/agents/helper/runs', {
      body: { prompt: 'And this?', threadId: 'mine' },
    })
    assert.deepEqual([busy.status, busy.body.error.code], [409, 'conflict'])
    const question = await until(async () => (await site.yard.inbox.list())[0], 'the question')
    await site.json('POST', `/api/questions/${question.id}/answer`, { body: { answer: 'left' } })
    const events = await all(await site.send('GET', `/api/runs/${started.runId}/events`))
    const { error } = (events.at(-1)?.data ?? {}) as { error?: { code: string; hint: string } }
    assert.equal(error?.code, 'unavailable')
    assert.match(error.hint, /Begin a new thread/)
    assert.equal((await ended(site, started))['status'], 'failed')
  })
})

describe('a request for a run', () => {
  it('is refused with a reason where it can’t be', async (test) => {
    const site = await siteWith(test, talk)
    const refuse = async (path: string, body: object): Promise<[number, string]> => {
      const answer = await site.json<Refusal>('POST', path, { body })
      return [answer.status, answer.body.error.code]
    }
    const path = '/api/agents/helper/runs'
    assert.deepEqual(await refuse(path, {}), [400, 'invalid_arguments'])
    assert.deepEqual(await refuse(path, { prompt: ' \n' }), [400, 'invalid_arguments'])
    assert.deepEqual(await refuse(path, { prompt: 'x', maxSteps: 0 }), [400, 'invalid_arguments'])
    assert.deepEqual(await refuse(path, { prompt: 'x', more: 1 }), [400, 'invalid_arguments'])
    assert.deepEqual(await refuse('/api/agents/nobody/runs', { prompt: 'x' }), [404, 'agent_not_found'])
    for (const known of ['/api/runs/run_0', '/api/runs/run_0/events', '/api/threads/none/messages'])
      assert.equal((await site.json('GET', known)).status, 404, known)
    assert.equal((await site.json('DELETE', '/api/runs/run_0')).status, 404)
  })

  it('may limit the steps and name another model', async (test) => {
    const site = await siteWith(test, talk)
    const short = await start(site, { maxSteps: 1 })
    assert.equal((await ended(site, short))['steps'], 1)
    const other = await start(site, { model: 'scripted/none.json' })
    assert.match(String((await ended(site, other))['error']), /none\.json/)
  })

  it('may have other settings than its agent, checked before it starts', async (test) => {
    const site = await siteWith(test, talk)
    const run = await start(site, { settings: { stopWhen: { tools: ['count'] }, temperature: 0 } })
    const { status, reason, steps } = await ended(site, run)
    assert.deepEqual([status, reason, steps], ['done', 'stop_condition', 1])
    const refused = await site.json<Refusal>('POST', '/api/agents/helper/runs', {
      body: { prompt: 'x', settings: { temprature: 0 } },
    })
    assert.equal(refused.status, 400)
    assert.match(refused.body.error.message, /"temprature" is not a setting\. Did you mean "temperature"\?/)
    assert.equal(refused.body.error.code, 'invalid_arguments')
  })

  it('opens to an agent’s token nothing but its own agent, as it was set up', async (test) => {
    const site = await siteWith(test, talk)
    await makeAgent(site, 'other')
    const as = await tokenOf(site, 'other')
    const started = await start(site, { threadId: 'mine' })
    await ended(site, started)
    const status = async (method: string, path: string, body?: object): Promise<number> =>
      (await site.json(method, path, { as, ...(body && { body }) })).status
    assert.equal(await status('POST', '/api/agents/helper/runs', { prompt: 'x' }), 404)
    assert.equal(await status('GET', `/api/runs/${started.runId}`), 404)
    assert.equal(await status('GET', `/api/runs/${started.runId}/events`), 404)
    assert.equal(await status('DELETE', `/api/runs/${started.runId}`), 404)
    assert.equal(await status('GET', '/api/threads/mine/messages'), 404)
    // A name that somebody else uses tells nothing: it means a conversation of the token's own.
    const named = { as, body: { prompt: 'x', threadId: 'mine' } }
    const apart = await site.json<Started>('POST', '/api/agents/other/runs', named)
    assert.equal(apart.status, 202)
    assert.notEqual(apart.body.threadId, 'mine')
    await ended(site, apart.body)
    assert.equal(await status('POST', '/api/agents/other/runs', { prompt: 'x', model: 'a/b' }), 403)
    assert.equal(await status('POST', '/api/agents/other/runs', { prompt: 'x', maxSteps: 5 }), 403)
    assert.equal(await status('POST', '/api/agents/other/runs', { prompt: 'x', settings: {} }), 403)
    const own = await site.json<Started>('POST', '/api/agents/other/runs', { as, body: { prompt: 'x' } })
    assert.equal(own.status, 202)
    await ended(site, own.body)
    for (const path of ['/api/runs', '/api/runs?agent=helper', '/api/conversations?agent=helper']) {
      const { items } = await site.get<{ items: { agent: string }[] }>(path, { as })
      assert.deepEqual([...new Set(items.map(({ agent }) => agent))], ['other'], path)
    }
  })

  it('is kept from those who may only look', async (test) => {
    const site = await siteWith(test, talk)
    const { status } = await site.json('POST', '/api/agents/helper/runs', {
      as: 'viewer',
      body: { prompt: 'x' },
    })
    assert.equal(status, 403)
  })

  it('counts against the number of event streams before anything runs', async (test) => {
    const site = await siteWith(test, talk, { server: { mostStreams: 0 } })
    const { status } = await site.json('POST', '/api/agents/helper/runs', {
      body: { prompt: 'x' },
      headers: asStream,
    })
    assert.equal(status, 503)
    assert.deepEqual(await site.yard.runs.list(), [])
  })
})
