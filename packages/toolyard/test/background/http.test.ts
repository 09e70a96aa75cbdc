/** Background calls over HTTP: two servers on one database, and who may see, follow and cancel what. */
import assert from 'node:assert/strict'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { defineTool, type ToolResult } from 'toolyard'
import {
  eventsOf,
  openSite,
  type Refusal,
  sampleTools,
  type SentEvent,
  type Site,
  until,
} from '../http/support.ts'

interface Story {
  readonly call: { readonly status: string; readonly input: unknown }
  readonly background?: { readonly state: string; readonly result?: ToolResult }
}

/** Writes, until it is stopped. */
const hold = defineTool({
  name: 'hold',
  description: 'Holds.',
  permission: 'write',
  execute: (_input, { signal }) =>
    new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve('stopped'), { once: true })
    }),
})

/** The first one works, the other one only serves. */
async function openBoth(test: TestContext): Promise<[Site, Site]> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-background-')))
  const database = `sqlite:${join(folder, 'toolyard.db')}`
  const place = { workspace: folder, database, tools: [...sampleTools, hold], policy: { allow: ['hold'] } }
  const working = await openSite(test, place)
  const other = await openSite(test, { ...place, engine: { work: false } })
  test.after(() => rm(folder, { recursive: true, force: true }))
  return [working, other]
}

async function start(
  site: Site,
  tool: string,
  { as, ...body }: { readonly as?: { token: string }; readonly [field: string]: unknown },
): Promise<string> {
  const answer = await site.json<{ callId: string }>('POST', `/api/tools/${tool}/call`, {
    body,
    headers: { prefer: 'wait=5, respond-async' },
    ...(as && { as }),
  })
  assert.equal(answer.status, 202, JSON.stringify(answer.body))
  assert.equal(answer.headers.get('location'), `/api/calls/${encodeURIComponent(answer.body.callId)}`)
  assert.equal(answer.headers.get('preference-applied'), 'respond-async')
  return answer.body.callId
}

async function follow(
  site: Site,
  id: string,
  { last, as }: { readonly last?: string | undefined; readonly as?: { token: string } } = {},
): Promise<SentEvent[]> {
  const response = await site.send('GET', `/api/calls/${encodeURIComponent(id)}/events`, {
    ...(last !== undefined && { headers: { 'last-event-id': last } }),
    ...(as && { as }),
  })
  assert.equal(response.status, 200)
  const events: SentEvent[] = []
  for await (const event of eventsOf(response)) events.push(event)
  return events
}

function resultOf(events: readonly SentEvent[]): ToolResult | undefined {
  return events.at(-1)?.data['result'] as ToolResult | undefined
}

describe('a background call over HTTP', () => {
  it('is asked for on one server and followed on the other, from the event after the last one heard', async (test) => {
    const [working, other] = await openBoth(test)
    const id = await start(other, 'count', { input: { to: 50 }, callId: 'my call: ü' })
    assert.equal(id, 'my call: ü')
    const all = await follow(other, id)
    const text = all.flatMap(({ type, data }) => (type === 'chunk' ? [data['data']] : [])).join('')
    assert.equal(text, Array.from({ length: 50 }, (_, index) => `${index + 1}\n`).join(''))
    const last = all.at(-1)
    assert.equal(last?.type, 'result')
    assert.equal(resultOf(all)?.callId, id)
    assert.deepEqual(await follow(working, id, { last: all[20]?.id }), all.slice(21))
    const { background } = await other.get<Story>(`/api/calls/${encodeURIComponent(id)}`)
    assert.equal(background?.state, 'ended')
    assert.equal(background?.result?.status, 'ok')
  })

  it('is told of before a worker has it, without its arguments', async (test) => {
    const [working, other] = await openBoth(test)
    await working.close()
    const { body } = await other.json<{ callId: string }>('POST', '/api/tools/echo/call', {
      body: { input: { text: 'my token' }, background: true },
    })
    const story = await other.get<Story>(`/api/calls/${body.callId}`)
    assert.equal(story.background?.state, 'queued')
    assert.equal(story.call.status, 'pending')
    assert.ok(!JSON.stringify(story).includes('my token'))
    const gone = await other.json('DELETE', `/api/calls/${body.callId}`)
    assert.deepEqual(gone.body, { cancelled: true })
    assert.equal(
      (await other.get<Story>(`/api/calls/${body.callId}`)).background?.result?.status,
      'cancelled',
    )
  })

  it('is cancelled on the other server while it runs, and waits there for its approval', async (test) => {
    const [working, other] = await openBoth(test)
    const id = await start(other, 'note', { input: { text: 'x' } })
    const item = await until(
      async () => (await other.get<{ items: { id: string; digest: string }[] }>('/api/approvals')).items[0],
      'the request',
    )
    assert.equal((await other.get<Story>(`/api/calls/${id}`)).background?.state, 'waiting')
    await other.json('POST', `/api/approvals/${item.id}/approve`, { body: { digest: item.digest } })
    const events = await follow(working, id)
    assert.equal(resultOf(events)?.status, 'ok')
    const long = await start(other, 'count', { input: { to: 100_000 } })
    await until(
      async () => (await other.get<Story>(`/api/calls/${long}`)).background?.state === 'running' || undefined,
      'it runs',
    )
    assert.deepEqual((await other.json('DELETE', `/api/calls/${long}`)).body, { cancelled: true })
    assert.equal(resultOf(await follow(other, long))?.status, 'cancelled')
    assert.equal((await other.json('DELETE', `/api/calls/${long}`)).body['cancelled'], false)
  })

  it('is refused under the id of another call, and answered again under its own', async (test) => {
    const [, other] = await openBoth(test)
    await start(other, 'echo', { input: { text: 'a' }, callId: 'same' })
    await start(other, 'echo', { input: { text: 'a' }, callId: 'same' })
    const mixed = await other.json<Refusal>('POST', '/api/tools/echo/call', {
      body: { input: { text: 'b' }, callId: 'same', background: true },
    })
    assert.equal(mixed.body.error.code, 'duplicate_call')
    const none = await other.json<Refusal>('POST', '/api/tools/ecco/call', { body: { background: true } })
    assert.equal(none.status, 404)
  })

  it("of an agent's token is seen, followed and cancelled by that token and by people alone", async (test) => {
    const [working, other] = await openBoth(test)
    await working.json('POST', '/api/agents', { body: { name: 'helper', toolIds: ['echo', 'count'] } })
    const tokenOf = async (name: string) => {
      const body = { name, role: 'agent', agent: 'helper' }
      return { token: (await working.json<{ value: string }>('POST', '/api/tokens', { body })).body.value }
    }
    const [own, foreign] = [await tokenOf('one'), await tokenOf('two')]
    const id = await start(working, 'count', { input: { to: 100_000 }, as: own })
    for (const site of [working, other]) {
      for (const [method, path] of [
        ['GET', `/api/calls/${id}`],
        ['GET', `/api/calls/${id}/events`],
      ] as const)
        assert.equal((await site.json(method, path, { as: foreign })).status, 404, path)
      const refused = await site.json('DELETE', `/api/calls/${id}`, { as: foreign })
      assert.equal(refused.body['cancelled'], false)
      assert.equal((await site.json('DELETE', `/api/calls/${id}`, { as: 'viewer' })).status, 403)
      const story = await site.json<Story>('GET', `/api/calls/${id}`, { as: own })
      assert.notEqual(story.body.background?.state, 'ended')
    }
    assert.deepEqual((await other.json('DELETE', `/api/calls/${id}`, { as: own })).body, { cancelled: true })
    assert.equal(resultOf(await follow(other, id, { as: own }))?.status, 'cancelled')
  })

  it('does not start once its token was revoked', async (test) => {
    const [working, other] = await openBoth(test)
    const made = await working.json<{ id: string; value: string }>('POST', '/api/tokens', {
      body: { name: 'short', role: 'operator' },
    })
    await working.close()
    const id = await start(other, 'echo', { input: { text: 'a' }, as: { token: made.body.value } })
    assert.equal((await other.json('DELETE', `/api/tokens/${made.body.id}`)).status, 200)
    const again = await openSite(test, {
      workspace: other.yard.installation.workspace,
      database: `sqlite:${other.yard.store.file ?? ''}`,
    })
    const result = await again.yard.background.result(id)
    assert.deepEqual([result.status, result.error?.code], ['denied', 'denied'])
    assert.match(result.error?.message ?? '', /revoked/)
    await again.close()
  })
})

describe('a call in the foreground', () => {
  it('is cancelled on another server under the id that its caller chose', async (test) => {
    const [working, other] = await openBoth(test)
    const called = working.call<ToolResult>('hold', {}, { callId: 'fore' })
    await until(
      async () => (await other.send('GET', '/api/calls/fore')).status === 200 || undefined,
      'it runs',
    )
    assert.deepEqual((await other.json('DELETE', '/api/calls/fore')).body, { cancelled: true })
    assert.equal((await called).status, 'cancelled')
  })
})
