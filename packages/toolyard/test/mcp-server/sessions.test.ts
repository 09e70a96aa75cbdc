/** Sessions over HTTP: so many at the most, ended when nobody uses them, and what they own with them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createToolyard, defineTool } from 'toolyard'
import { serveMcp } from '../helpers/mcp-http.ts'
import { until } from './ground.ts'
import { initialize, listIn, modern, openSession, ping, send } from './raw.ts'

let disposed = 0
const counter = defineTool({
  name: 'counter',
  description: 'Counts its calls.',
  permission: 'read',
  effects: 'none',
  inputSchema: {},
  create() {
    let calls = 0
    return { execute: () => String(++calls), dispose: () => void disposed++ }
  },
})
const slow = defineTool({
  name: 'slow',
  description: 'Takes its time.',
  permission: 'read',
  effects: 'none',
  inputSchema: {},
  execute: async () => {
    await sleep(1500)
    return 'done'
  },
})

const count = { jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'counter', arguments: {} } }
const inSession = (id: string): Record<string, string> => ({
  'mcp-session-id': id,
  'mcp-protocol-version': '2025-11-25',
})

describe('a session', () => {
  it('is refused where there are too many, and opened when one has ended', async () => {
    await using yard = await createToolyard({ tools: [counter] })
    await using served = await serveMcp(yard, { sessions: { max: 2 } })
    const { url } = served
    const first = await openSession(url)
    await openSession(url)
    const third = await send(url, { body: initialize })
    assert.equal(third.status, 503)
    assert.match(third.body.error?.message ?? '', /there are 2 MCP sessions already/)
    const shared = await modern(url, 'tools/call', { name: 'counter', arguments: {} })
    assert.match(shared.body.error?.message ?? '', /there are 2 MCP sessions already/)
    await send(url, { method: 'DELETE', headers: inSession(first) })
    assert.equal((await send(url, { body: initialize })).status, 200)
  })

  it('ends after a time without a request, with what it owns', async () => {
    await using yard = await createToolyard({ tools: [counter] })
    await using served = await serveMcp(yard, { sessions: { idleMs: 1000 } })
    const { url } = served
    const id = await openSession(url)
    disposed = 0
    const { body } = await send(url, { headers: inSession(id), body: count })
    assert.match(JSON.stringify(body.result), /"1"/)
    await until(() => disposed === 1, 'the state of the tool was disposed')
    const late = await send(url, { headers: inSession(id), body: ping })
    assert.deepEqual([late.status, late.body.error?.code], [404, -32_001])
    assert.deepEqual(yard.threads.ids, [])
  })

  it('does not end while a call runs', async () => {
    await using yard = await createToolyard({ tools: [slow] })
    await using served = await serveMcp(yard, { sessions: { idleMs: 600 } })
    const id = await openSession(served.url)
    const body = { ...count, params: { name: 'slow', arguments: {} } }
    const answer = await send(served.url, { headers: inSession(id), body })
    assert.match(JSON.stringify(answer.body.result), /done/)
  })

  it('does not end while its client listens', async () => {
    await using yard = await createToolyard({ tools: [counter] })
    await using served = await serveMcp(yard, { sessions: { idleMs: 600 } })
    const id = await openSession(served.url)
    const stop = new AbortController()
    const headers = { ...inSession(id), accept: 'text/event-stream' }
    const stream = await fetch(served.url, { headers, signal: stop.signal })
    assert.equal(stream.status, 200)
    await sleep(1500)
    assert.equal((await send(served.url, { headers: inSession(id), body: count })).status, 200)
    assert.equal(yard.threads.ids.length, 1)
    // A stream whose answer the collector takes would have ended.
    assert.equal(stream.bodyUsed, false)
    stop.abort()
    await until(() => yard.threads.ids.length === 0, 'the session ended after its client had gone')
  })

  it('ends with DELETE, and is found no more', async () => {
    await using yard = await createToolyard({ tools: [counter] })
    await using served = await serveMcp(yard)
    const id = await openSession(served.url)
    await send(served.url, { headers: inSession(id), body: count })
    disposed = 0
    assert.equal((await send(served.url, { method: 'DELETE', headers: inSession(id) })).status, 200)
    assert.equal(disposed, 1)
    assert.equal((await send(served.url, { headers: inSession(id), body: count })).status, 404)
  })

  it('ends with the handler, which takes no more requests', async () => {
    await using yard = await createToolyard({ tools: [counter] })
    const served = await serveMcp(yard)
    await openSession(served.url)
    await modern(served.url, 'tools/call', { name: 'counter', arguments: {} })
    await served[Symbol.asyncDispose]()
    assert.deepEqual(yard.threads.ids, [])
  })
})

describe('clients of the era without sessions', () => {
  it('find the state of their tools again under their name, and nobody else does', async () => {
    await using yard = await createToolyard({ tools: [counter] })
    await using served = await serveMcp(yard)
    const call = async (name: string): Promise<string> => {
      const answer = await modern({ url: served.url, name }, 'tools/call', {
        name: 'counter',
        arguments: {},
      })
      return listIn(answer, 'content')[0]?.text ?? ''
    }
    assert.deepEqual([await call('ann'), await call('ann'), await call('bob')], ['1', '2', '1'])
  })
})

describe('sessions that nobody ends', () => {
  it('make way for new ones where they rest, and stay where they are at work', async () => {
    await using yard = await createToolyard({ tools: [counter, slow] })
    await using served = await serveMcp(yard, { sessions: { max: 3, restMs: 700 } })
    const { url } = served
    const first = await openSession(url)
    const second = await openSession(url)
    await openSession(url)
    assert.equal((await send(url, { body: initialize })).status, 503, 'none of them has rested')
    const busy = send(url, {
      headers: inSession(first),
      body: { ...count, params: { name: 'slow', arguments: {} } },
    })
    await sleep(900)
    assert.equal((await send(url, { body: initialize })).status, 200)
    const ended = await send(url, { headers: inSession(second), body: ping })
    assert.equal(ended.status, 404, 'the one that rested longest made way')
    assert.match(JSON.stringify((await busy).body.result), /done/)
    assert.equal((await send(url, { headers: inSession(first), body: ping })).status, 200)
  })

  it('of one caller leave room for others', async () => {
    await using yard = await createToolyard({ tools: [counter] })
    await using served = await serveMcp(yard, {
      sessions: { max: 6, maxPerCaller: 3 },
      principal: (request) => request.headers.get('x-caller') ?? undefined,
    })
    const { url } = served
    const open = (caller: string) => fetchInitialize(url, caller)
    for (let index = 0; index < 3; index++) assert.equal((await open('greedy')).status, 200)
    const refused = await open('greedy')
    assert.equal(refused.status, 503)
    assert.ok(Number(refused.headers.get('retry-after')) >= 1)
    assert.match(await refused.text(), /3 MCP sessions of this caller/)
    assert.equal((await open('other')).status, 200)
  })

  it('are for the caller who began them', async () => {
    await using yard = await createToolyard({ tools: [counter] })
    await using served = await serveMcp(yard, {
      principal: (request) => request.headers.get('x-caller') ?? undefined,
    })
    const { url } = served
    const begun = await fetchInitialize(url, 'ann')
    const id = begun.headers.get('mcp-session-id') ?? ''
    const tell = async (caller: string): Promise<number> =>
      (await send(url, { headers: { ...inSession(id), 'x-caller': caller }, body: ping })).status
    assert.deepEqual([await tell('ann'), await tell('bob')], [200, 404])
  })
})

function fetchInitialize(url: URL, caller: string): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'x-caller': caller,
    },
    body: JSON.stringify(initialize),
  })
}
