/** Two servers on one PostgreSQL behave as one: what is asked on one is answered on the other, and both tell what happens. */
import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import type { ToolResult } from 'toolyard'
import { Postgres } from '../helpers/postgres.ts'
import { eventsOf, openSite, type SentEvent, type Site, until } from './support.ts'

describe('two servers on one PostgreSQL', () => {
  let postgres: Postgres
  before(async () => {
    postgres = await Postgres.start()
  })
  after(() => postgres[Symbol.asyncDispose]())

  async function openBoth(test: TestContext): Promise<[Site, Site]> {
    const database = await postgres.createDatabase()
    return [await openSite(test, { database }), await openSite(test, { database })]
  }

  async function listen(test: TestContext, site: Site): Promise<SentEvent[]> {
    const events: SentEvent[] = []
    const gone = new AbortController()
    test.after(() => gone.abort())
    const response = await site.send('GET', '/api/events', { signal: gone.signal })
    const { promise, resolve } = Promise.withResolvers<void>()
    const [heard, kept] = response.body?.tee() ?? []
    void heard
      ?.getReader()
      .read()
      .then(() => resolve())
    void (async () => {
      for await (const event of eventsOf(new Response(kept ?? null))) events.push(event)
    })().catch(() => {})
    await promise
    return events
  }

  it('answer a call on one by an approval on the other, and both tell of it', async (test) => {
    const [one, other] = await openBoth(test)
    const heard = [await listen(test, one), await listen(test, other)]
    const call = one.call<ToolResult>('note', { text: 'hello' })
    const item = await until(
      async () => (await other.get<{ items: { id: string; digest: string }[] }>('/api/approvals')).items[0],
      'the request on the other server',
    )
    const answer = await other.json('POST', `/api/approvals/${item.id}/approve`, {
      body: { digest: item.digest },
    })
    assert.equal(answer.status, 200)
    const result = await call
    assert.equal(result.status, 'ok')
    for (const events of heard) {
      await until(() => events.find(({ type }) => type === 'approval'), 'the approval in the events')
      await until(
        () =>
          events.find(
            ({ type, data }) => type === 'call' && data['id'] === result.callId && data['status'] === 'ok',
          ),
        'the call in the events',
      )
    }
    const story = await other.get<{ call: { decision: string } }>(`/api/calls/${result.callId}`)
    assert.match(story.call.decision, /approved by http:the admin/)
  })

  it('tell on one what runs and waits on the other, count it, and stop it', async (test) => {
    const [one, other] = await openBoth(test)
    interface Now {
      readonly items: readonly { readonly id: string; readonly tool: string; readonly state: string }[]
    }
    const found = (tool: string, state: string) =>
      until(
        async () =>
          (await other.get<Now>('/api/journal/now')).items.find(
            (call) => call.tool === tool && call.state === state,
          ),
        `${tool} that is ${state}`,
      )
    const reading = one.call<ToolResult>('count', { to: 1_000_000 })
    const waiting = one.call<ToolResult>('note', { text: 'hello' })
    for (const { id } of [await found('count', 'running'), await found('note', 'waiting')])
      await other.json('DELETE', `/api/calls/${encodeURIComponent(id)}`)
    assert.deepEqual([(await reading).status, (await waiting).status], ['cancelled', 'cancelled'])
    const { statuses } = await until(async () => {
      const stats = await other.get<{ statuses: Record<string, number> }>('/api/journal/stats')
      return stats.statuses['cancelled'] === 2 ? stats : undefined
    }, 'both in the figures')
    assert.deepEqual(statuses, { cancelled: 2 })
  })

  it('share agents, tokens, and what was switched off', async (test) => {
    const [one, other] = await openBoth(test)
    const events = await listen(test, other)
    await one.json('POST', '/api/agents', { body: { name: 'helper', toolIds: ['echo'] } })
    await until(() => events.find(({ type }) => type === 'agents'), 'the agents in the events')
    assert.equal((await other.call('echo', {}, { agent: 'helper' })).status, 'ok')
    const foreign = await other.call<ToolResult>('count', { to: 1 }, { agent: 'helper' })
    assert.equal(foreign.error?.code, 'tool_not_found')
    const made = await one.json<{ id: string; value: string }>('POST', '/api/tokens', {
      body: { name: 'x', role: 'viewer' },
    })
    const as = { token: made.body.value }
    await until(
      async () => (await other.json('GET', '/api/info', { as })).status === 200 || undefined,
      'the token',
    )
    await one.json('DELETE', `/api/tokens/${made.body.id}`)
    await until(
      async () => (await other.json('GET', '/api/info', { as })).status === 401 || undefined,
      'its end',
    )
    await one.json('PATCH', '/api/tools/echo', { body: { enabled: false } })
    await until(async () => (await other.call('echo', {})).status === 'held' || undefined, 'the switch')
  })

  it('tell of a change when it counts for the next call, however lately they looked', async (test) => {
    const [one, other] = await openBoth(test)
    const events = await listen(test, other)
    for (let turn = 0; turn < 8; turn++) {
      const heard = events.length
      await one.json('POST', '/api/agents', { body: { name: `helper-${turn}`, toolIds: ['echo'] } })
      const told = (): true | undefined =>
        events.slice(heard).some(({ type }) => type === 'agents') ? true : undefined
      // What it knows is as fresh as can be, and of before.
      await until(
        async () => (await other.call('echo', {})).status === 'ok' && told(),
        'the agents in the events',
      )
      assert.equal((await other.call('echo', {}, { agent: `helper-${turn}` })).status, 'ok')
    }
  })

  it('make a call once under one id, whichever is asked', async (test) => {
    const [one, other] = await openBoth(test)
    const note = (site: Site) => site.call<ToolResult>('note', { text: 'once' }, { callId: 'order-1' })
    const first = note(one)
    const item = await until(async () => (await other.yard.inbox.list())[0], 'the request')
    await other.json('POST', `/api/approvals/${item.id}/approve`, { body: { digest: item.digest } })
    const result = await first
    const again = await note(other)
    assert.deepEqual([again.status, again.callId], [result.status, 'order-1'])
    assert.equal((await one.yard.calls({ tool: 'note' })).length, 1)
  })

  it('say that they are not ready while the database is away, and go on when it is back', async (test) => {
    const [one] = await openBoth(test)
    assert.equal((await one.json('GET', '/readyz', { as: 'nobody' })).status, 200)
    await postgres.stop('SIGQUIT')
    const away = await until(async () => {
      const answer = await one.json<{ error: { code: string; message: string } }>('GET', '/readyz', {
        as: 'nobody',
      })
      return answer.status === 503 ? answer : undefined
    }, 'it to notice')
    assert.equal(away.body.error.code, 'store_unavailable')
    assert.doesNotMatch(JSON.stringify(away.body), /postgres:|127\.0\.0\.1/)
    assert.equal((await one.json('GET', '/healthz', { as: 'nobody' })).status, 200)
    await postgres.start()
    await until(
      async () => (await one.json('GET', '/readyz', { as: 'nobody' })).status === 200 || undefined,
      'it to be back',
    )
    assert.equal((await one.call('echo', {})).status, 'ok')
  })
})
