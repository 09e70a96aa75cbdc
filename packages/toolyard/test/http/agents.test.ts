/** Agents over HTTP, in the form of the documents that people have, and tokens that speak for one of them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defineTool, type ToolResult } from 'toolyard'
import { openSite, type Refusal, type Site, until } from './support.ts'

interface Agent {
  readonly id: string
  readonly name: string
  readonly toolIds: string[]
  readonly tools: { readonly name: string; readonly state: string }[]
  readonly tokens: Record<string, number>
}

async function make(site: Site, body: object): Promise<Agent> {
  const answer = await site.json<Agent>('POST', '/api/agents', { body })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body
}

describe('agents over HTTP', () => {
  it('are made with the tools that are named, changed and removed', async (test) => {
    const site = await openSite(test)
    const { items } = await site.get<{ items: { id: string; name: string }[] }>('/api/tools')
    const ids = items.filter(({ name }) => name === 'echo' || name === 'count').map(({ id }) => id)
    const agent = await make(site, {
      name: 'Weather helper',
      prompt: 'Help.',
      model: 'openai/gpt-5',
      runner: 'loop',
      toolIds: ids,
      settings: { temperature: 0 },
    })
    assert.deepEqual(agent.toolIds, ids)
    assert.ok((agent.tokens['openai'] ?? 0) > 20)
    const patched = await site.json<Agent>('PATCH', `/api/agents/${agent.id}`, {
      body: { toolIds: ['note'] },
    })
    assert.deepEqual(
      patched.body.tools.map(({ name }) => name),
      ['note'],
    )
    const renamed = await site.json<Agent>('PUT', `/api/agents/${agent.id}`, { body: { name: 'helper' } })
    assert.deepEqual([renamed.body.name, renamed.body.tools.length], ['helper', 1])
    assert.deepEqual((await site.get<{ items: Agent[] }>('/api/agents')).items, [renamed.body])
    assert.equal((await site.json('DELETE', '/api/agents/helper')).status, 200)
    assert.equal((await site.json('GET', '/api/agents/helper')).status, 404)
  })

  it('are refused with the reason where something is wrong, and nothing changes', async (test) => {
    const site = await openSite(test)
    await make(site, { name: 'helper', toolIds: [] })
    const cases: [object, number, string][] = [
      [{ name: 'helper', toolIds: [] }, 409, 'name_taken'],
      [{ name: 'b', toolIds: ['ecko'] }, 404, 'tool_not_found'],
      [{ name: 'c', toolIds: 'echo' }, 400, 'invalid_arguments'],
      [{ name: 'd', tools: ['echo'] }, 400, 'invalid_config'],
      [{ name: '<script>' }, 400, 'invalid_arguments'],
      [{}, 400, 'invalid_arguments'],
    ]
    for (const [body, status, code] of cases) {
      const answer = await site.json<Refusal>('POST', '/api/agents', { body })
      assert.deepEqual([answer.status, answer.body.error.code], [status, code], JSON.stringify(body))
      assert.ok(answer.body.error.hint)
    }
    assert.equal((await site.get<{ total: number }>('/api/agents')).total, 1)
  })

  it('get the definitions of their own tools', async (test) => {
    const site = await openSite(test)
    await make(site, { name: 'helper', toolIds: ['echo', 'count'] })
    const { definitions } = await site.get<{ definitions: { name: string }[] }>(
      '/api/agents/helper/definitions/anthropic',
    )
    assert.deepEqual(
      definitions.map(({ name }) => name),
      ['echo', 'count'],
    )
  })
})

describe('a token of an agent', () => {
  async function setUp(site: Site): Promise<{ token: string; agent: Agent; other: Agent }> {
    const agent = await make(site, { name: 'helper', toolIds: ['echo', 'count', 'note'] })
    const other = await make(site, { name: 'other', toolIds: ['fail'] })
    const made = await site.json<{ value: string }>('POST', '/api/tokens', {
      body: { name: 'for helper', role: 'agent', agent: 'helper' },
    })
    return { token: made.body.value, agent, other }
  }

  it('calls the tools of its agent, and no others', async (test) => {
    const site = await openSite(test)
    const { token, agent } = await setUp(site)
    const call = (tool: string, more: object = {}) =>
      site.json<ToolResult & Refusal>('POST', `/api/tools/${tool}/call`, {
        as: { token },
        body: { input: {}, ...more },
      })
    assert.equal((await call('echo')).body.status, 'ok')
    assert.equal((await call('echo', { agent: 'helper' })).body.status, 'ok')
    assert.equal((await call('echo', { agent: agent.id })).body.status, 'ok')
    const foreign = await call('fail')
    assert.equal(foreign.body.error.code, 'tool_not_found')
    assert.equal((await call('fail', { agent: 'other' })).status, 403)
    const [row] = await site.yard.calls({ tool: 'echo' })
    assert.equal(row?.agent, 'helper')
  })

  it('sees its own calls, and neither those nor the facts of others', async (test) => {
    const site = await openSite(test)
    const { token, other } = await setUp(site)
    const as = { token }
    const own = await site.json<ToolResult>('POST', '/api/tools/echo/call', { as, body: {} })
    const foreign = await site.call<ToolResult>('fail', {}, { agent: 'other' })
    for (const query of ['', '?agent=other']) {
      const { items } = await site.get<{ items: { id: string }[] }>(`/api/calls${query}`, { as })
      assert.deepEqual(
        items.map(({ id }) => id),
        [own.body.callId],
      )
    }
    assert.equal((await site.json('GET', `/api/calls/${own.body.callId}`, { as })).status, 200)
    assert.equal((await site.json('GET', `/api/calls/${foreign.callId}`, { as })).status, 404)
    assert.equal((await site.json('GET', '/api/agents/helper', { as })).status, 200)
    for (const id of [other.id, 'other', 'nobody'])
      assert.equal((await site.json('GET', `/api/agents/${id}`, { as })).status, 404, id)
    assert.equal((await site.json('GET', '/api/agents/other/definitions/mcp', { as })).status, 404)
  })

  it('has conversations of its own: the state of others is not reached by their name', async (test) => {
    const counter = defineTool({
      name: 'counter',
      description: 'Counts its calls in a conversation.',
      permission: 'read',
      effects: 'none',
      create() {
        let count = 0
        return { execute: () => ++count }
      },
    })
    const site = await openSite(test, { tools: [counter] })
    await make(site, { name: 'helper', toolIds: ['counter'] })
    const { value } = (
      await site.json<{ value: string }>('POST', '/api/tokens', {
        body: { name: 'h', role: 'agent', agent: 'helper' },
      })
    ).body
    await site.call('counter', {}, { threadId: 'shared', agent: 'helper' })
    const own = await site.json<ToolResult>('POST', '/api/tools/counter/call', {
      as: { token: value },
      body: { threadId: 'shared' },
    })
    assert.equal(own.body.data, 1, JSON.stringify(own.body))
  })

  it('approves nothing, not even its own calls', async (test) => {
    const site = await openSite(test)
    const { token } = await setUp(site)
    const gone = new AbortController()
    const waiting = site
      .send('POST', '/api/tools/note/call', {
        as: { token },
        body: { input: { text: 'x' } },
        signal: gone.signal,
      })
      .catch(() => undefined)
    const item = await until(async () => (await site.yard.inbox.list())[0], 'the request')
    const answer = await site.json<Refusal>('POST', `/api/approvals/${item.id}/approve`, {
      as: { token },
      body: { digest: item.digest },
    })
    assert.deepEqual([answer.status, answer.body.error.code], [403, 'forbidden'])
    assert.equal((await site.yard.inbox.find(item.id)).status, 'pending')
    gone.abort()
    await waiting
  })

  it('opens nothing any more once it was taken back, or its agent is gone', async (test) => {
    const site = await openSite(test)
    const { token } = await setUp(site)
    await site.json('DELETE', '/api/agents/helper')
    const orphan = await site.json<ToolResult>('POST', '/api/tools/echo/call', { as: { token }, body: {} })
    assert.equal(orphan.body.error?.code, 'agent_not_found')
    const { items } = await site.get<{ items: { id: string; name: string }[] }>('/api/tokens')
    const id = items.find(({ name }) => name === 'for helper')?.id
    assert.equal((await site.json('DELETE', `/api/tokens/${id}`)).status, 200)
    assert.equal((await site.json('GET', '/api/session', { as: { token } })).status, 401)
  })
})
