/** Where there is no room, or the database is away: HTTP says so in its status, and when to come again. */
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { defineTool, type ToolResult, ToolyardError } from 'toolyard'
import { echo, eventsOf, folderFor, openSite, type Refusal, until } from './support.ts'

function gate(permission: 'read' | 'write' = 'read') {
  const opened = Promise.withResolvers<void>()
  const tool = defineTool({
    name: 'gate',
    description: 'Waits.',
    permission,
    effects: permission === 'read' ? 'none' : 'local_state',
    async execute() {
      await opened.promise
      return 'done'
    },
  })
  return { tool, open: opened.resolve }
}

const stream = { accept: 'text/event-stream' }

describe('a call for which there is no room', () => {
  it('answers 429 with Retry-After where its tool is called too often, as JSON and as a stream', async (test) => {
    const site = await openSite(test, { limits: { ratePerMinute: { echo: 1 } } })
    assert.equal((await site.json('POST', '/api/tools/echo/call', { body: {} })).status, 200)
    for (const headers of [{}, stream]) {
      const answer = await site.json<ToolResult>('POST', '/api/tools/echo/call', { body: {}, headers })
      assert.equal(answer.status, 429)
      assert.ok(Number(answer.headers.get('retry-after')) >= 1)
      assert.deepEqual([answer.body.status, answer.body.error?.code], ['error', 'rate_limited'])
    }
    const figures = await (await site.send('GET', '/metrics')).text()
    assert.match(figures, /^toolyard_refusals_total\{code="rate_limited"\} 2$/m)
  })

  it('answers 429 where the queue is full', async (test) => {
    const { tool, open } = gate()
    const limits = { concurrency: { total: 1, perAgent: 1, queue: 1 } }
    const site = await openSite(test, { tools: [tool, echo], limits })
    const calls = Array.from({ length: 3 }, () =>
      site.json<ToolResult>('POST', '/api/tools/gate/call', { body: {} }),
    )
    const refused = await Promise.race(calls)
    assert.equal(refused.status, 429)
    assert.ok(Number(refused.headers.get('retry-after')) >= 1)
    open()
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    assert.deepEqual(
      statuses.toSorted((one, other) => one - other),
      [200, 200, 429],
    )
  })

  it('answers 200 where the tool itself was told so elsewhere: it has run', async (test) => {
    const upstream = defineTool({
      name: 'upstream',
      description: 'Is refused elsewhere.',
      permission: 'read',
      effects: 'none',
      execute() {
        throw new ToolyardError('rate_limited', 'too often', { retryable: true, retryAfterMs: 5000 })
      },
    })
    const site = await openSite(test, { tools: [upstream] })
    const { status, body } = await site.json<ToolResult>('POST', '/api/tools/upstream/call', { body: {} })
    assert.deepEqual([status, body.error?.code], [200, 'rate_limited'])
  })
})

describe('a database that can’t be written', () => {
  it('makes calls that change something answer 503, and the server not ready; looks at it once a second', async (test) => {
    const workspace = await folderFor(test)
    const { tool, open } = gate('write')
    open()
    const site = await openSite(test, { workspace, database: 'sqlite:yard.db', tools: [tool, echo] })
    assert.equal((await site.json('GET', '/readyz', { as: 'nobody' })).status, 200)
    const other = new DatabaseSync(join(workspace, 'yard.db'))
    for (const table of ['meta', 'calls']) other.exec(`alter table ${table} rename to ${table}_away`)
    try {
      const ready = await until(async () => {
        const answer = await site.json<Refusal>('GET', '/readyz', { as: 'nobody' })
        return answer.status === 503 ? answer : undefined
      }, 'it is not ready')
      assert.equal(ready.body.error.code, 'store_unavailable')
      assert.ok(Number(ready.headers.get('retry-after')) >= 1)
      const call = await site.json<ToolResult>('POST', '/api/tools/gate/call', { body: {} })
      assert.equal(call.status, 503)
      assert.ok(Number(call.headers.get('retry-after')) >= 1)
      assert.equal(call.body.status, 'error')
    } finally {
      for (const table of ['meta', 'calls']) other.exec(`alter table ${table}_away rename to ${table}`)
      other.close()
    }
    await until(
      async () => (await site.json('GET', '/readyz', { as: 'nobody' })).status === 200 || undefined,
      'it is ready again',
    )
    const probes: number[] = []
    const probe = site.yard.store.probe.bind(site.yard.store)
    Object.assign(site.yard.store, {
      probe: () => {
        probes.push(performance.now())
        return probe()
      },
    })
    const end = performance.now() + 1500
    while (performance.now() < end) await site.json('GET', '/readyz', { as: 'nobody' })
    assert.ok(probes.length <= 3, `${probes.length} probes`)
  })
})

describe('a stream that is slow to begin', () => {
  it('carries the id of its call, by which it is cancelled', async (test) => {
    const { tool } = gate()
    const limits = { concurrency: { total: 1, perAgent: 1, queue: 5 } }
    const site = await openSite(test, { tools: [tool, echo], limits })
    const first = site.send('POST', '/api/tools/gate/call', { body: {}, headers: stream })
    const waiting = await site.send('POST', '/api/tools/gate/call', {
      body: { callId: 'mine' },
      headers: stream,
    })
    assert.equal(waiting.headers.get('x-toolyard-call'), 'mine')
    assert.deepEqual((await site.json('DELETE', '/api/calls/mine')).body, { cancelled: true })
    for await (const { type, data } of eventsOf(waiting))
      if (type === 'result') assert.equal((data['result'] as ToolResult).status, 'cancelled')
    const running = (await first).headers.get('x-toolyard-call') ?? ''
    assert.deepEqual((await site.json('DELETE', `/api/calls/${running}`)).body, { cancelled: true })
    await (await first).text()
  })
})

describe('the figures of the server', () => {
  it('tell of connections, descriptors and the event loop, each with a word of help', async (test) => {
    const site = await openSite(test)
    const text = await until(async () => {
      const end = performance.now() + 300
      while (performance.now() < end);
      const figures = await (await site.send('GET', '/metrics')).text()
      const max = /^nodejs_eventloop_delay_seconds\{quantile="1"\} ([\d.]+)$/m.exec(figures)?.[1]
      return Number(max) > 0.1 ? figures : undefined
    }, 'a delay of the event loop')
    for (const name of ['toolyard_http_connections', 'process_open_fds', 'process_max_fds'])
      assert.match(text, new RegExp(`^${name} [1-9]`, 'm'), name)
    for (const reason of ['full', 'rested', 'stalled'])
      assert.match(
        text,
        new RegExp(`^toolyard_http_connections_dropped_total\\{reason="${reason}"\\} 0$`, 'm'),
      )
    const names = [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name)
    for (const name of names) assert.match(text, new RegExp(`^# HELP ${name} \\S`, 'm'))
  })
})
