/** Calls as event streams: their events in order, taken up again, left alone, cancelled, and readers that do not read. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { describe, it } from 'node:test'
import { defineTool, type ToolResult } from 'toolyard'
import {
  eventsOf,
  openSite,
  type Refusal,
  type RequestOptions,
  type SentEvent,
  type Site,
  until,
} from './support.ts'

const asStream = { accept: 'text/event-stream' }

async function all(response: Response): Promise<SentEvent[]> {
  const events: SentEvent[] = []
  for await (const event of eventsOf(response)) events.push(event)
  return events
}

/** `tool` may have a query behind it. */
function start(site: Site, tool: string, input: unknown): Promise<Response> {
  const [name, query] = tool.split('?')
  const path = `/api/tools/${name}/call${query === undefined ? '' : `?${query}`}`
  return site.send('POST', path, { body: { input }, headers: asStream })
}

/** How a stream ended. */
function endOf(events: readonly SentEvent[]): string {
  const { result } = (events.at(-1)?.data ?? {}) as { result?: ToolResult }
  return result?.status ?? 'without a result'
}

describe('a call as an event stream', () => {
  it('tells that it has started, its progress, its chunks and last its result, numbered', async (test) => {
    const site = await openSite(test)
    const response = await start(site, 'count', { to: 3 })
    assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8')
    const events = await all(response)
    assert.deepEqual(
      events.map(({ id }) => id),
      events.map((_, index) => String(index + 1)),
    )
    assert.equal(events[0]?.type, 'started')
    assert.deepEqual(
      events.filter(({ type }) => type === 'chunk').map(({ data }) => data['data']),
      ['1\n', '2\n', '3\n'],
    )
    assert.ok(events.some(({ type, data }) => type === 'progress' && data['done'] === 3))
    const last = events.at(-1)
    assert.equal(last?.type, 'result')
    assert.deepEqual((last.data['result'] as ToolResult).data, { to: 3 })
    assert.equal(response.headers.get('x-toolyard-call'), last.data['callId'])
  })

  it('has only a result where the call was refused', async (test) => {
    const site = await openSite(test, { policy: { deny: ['count'] } })
    const events = await all(await start(site, 'count', { to: 3 }))
    assert.deepEqual(
      events.map(({ type, data }) => [type, (data['result'] as ToolResult).status]),
      [['result', 'denied']],
    )
  })

  it('is taken up again from the event after the last one that was heard, also after the end', async (test) => {
    const site = await openSite(test)
    const events = await all(await start(site, 'count', { to: 5 }))
    const callId = String(events[0]?.data['callId'])
    for (const heard of [0, 1, 4, events.length - 1]) {
      const response = await site.send('GET', `/api/calls/${callId}/events`, {
        headers: { 'last-event-id': String(heard) },
      })
      assert.deepEqual(await all(response), events.slice(heard), `after ${heard}`)
    }
  })

  it('is followed by others while it runs, each event once', async (test) => {
    const site = await openSite(test)
    const response = await start(site, 'count', { to: 60 })
    const callId = response.headers.get('x-toolyard-call') ?? ''
    const joined = all(await site.send('GET', `/api/calls/${callId}/events`))
    assert.deepEqual(await joined, await all(response))
  })

  it('goes on without its reader where it was asked to, and ends with it otherwise', async (test) => {
    const site = await openSite(test)
    for (const [path, status] of [
      ['?detach=1', 'ok'],
      ['', 'cancelled'],
    ] as const) {
      const response = await start(site, `count${path}`, { to: 60 })
      const callId = response.headers.get('x-toolyard-call') ?? ''
      await response.body?.cancel()
      const events = await all(await site.send('GET', `/api/calls/${callId}/events`))
      assert.equal(endOf(events), status)
      const row = await until(() => site.yard.journal.find(callId), 'its row')
      assert.equal(row.status, status)
    }
  })

  it('is cancelled by its id, and then ends with its result', async (test) => {
    const site = await openSite(test)
    const response = await start(site, 'count', { to: 1_000_000 })
    const callId = response.headers.get('x-toolyard-call') ?? ''
    assert.deepEqual((await site.json('DELETE', `/api/calls/${callId}`)).body, { cancelled: true })
    assert.equal(endOf(await all(response)), 'cancelled')
  })

  it('is not found where nobody streamed such a call', async (test) => {
    const site = await openSite(test)
    const { status, body } = await site.json<Refusal>('GET', '/api/calls/none/events')
    assert.deepEqual([status, body.error.code], [404, 'not_found'])
    assert.match(body.error.hint ?? '', /GET \/api\/calls\/none/)
  })

  it('slows its tool down to the pace of its reader, and loses nothing', async (test) => {
    let made = 0
    const flood = defineTool({
      name: 'flood',
      description: 'Sends much.',
      permission: 'read',
      effects: 'none',
      async *execute() {
        for (; made < 12_000; made++) yield `${made} ${'x'.repeat(1000)}\n`
      },
    })
    const site = await openSite(test, { tools: [flood] })
    const socket = connect(site.server.port, '127.0.0.1').pause()
    test.after(() => socket.destroy())
    const body = '{}'
    socket.write(
      `POST /api/tools/flood/call HTTP/1.1\r\nHost: 127.0.0.1:${site.server.port}\r\nAuthorization: Bearer ${site.token('admin')}\r\nAccept: text/event-stream\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    let before = -1
    await until(() => {
      const isStill = made > 0 && made === before
      before = made
      return isStill || undefined
    }, 'the tool to wait')
    assert.ok(made < 12_000, `it made ${made} of 12000`)
    let chunks = 0
    let carry = ''
    socket.setEncoding('latin1').on('data', (text: string) => {
      carry += text
      chunks += carry.split('event: chunk').length - 1
      carry = carry.slice(-11)
      if (text.includes('event: result')) socket.destroy()
    })
    socket.resume()
    await new Promise((resolve) => {
      socket.once('close', resolve)
    })
    assert.equal(chunks, 12_000)
  })

  it('waits for nobody who joined and reads slowly, and says what such a reader has missed', async (test) => {
    const joined = Promise.withResolvers<void>()
    const flood = defineTool({
      name: 'flood',
      description: 'Sends much.',
      permission: 'read',
      effects: 'none',
      async *execute() {
        yield 'first\n'
        await joined.promise
        for (let step = 1; step < 12_000; step++) yield `${step} ${'x'.repeat(1000)}\n`
      },
    })
    const site = await openSite(test, { tools: [flood] })
    const response = await start(site, 'flood', {})
    const callId = response.headers.get('x-toolyard-call') ?? ''
    const socket = connect(site.server.port, '127.0.0.1').setEncoding('latin1')
    test.after(() => socket.destroy())
    socket.write(
      `GET /api/calls/${callId}/events HTTP/1.1\r\nHost: 127.0.0.1:${site.server.port}\r\nAuthorization: Bearer ${site.token('admin')}\r\n\r\n`,
    )
    const parts: string[] = []
    const over = new Promise<void>((resolve) => {
      socket.on('data', (part: string) => {
        if (`${parts.at(-1)?.slice(-20)}${part}`.includes('event: result')) resolve()
        parts.push(part)
      })
      socket.once('close', resolve)
    })
    await until(() => parts.join('').includes('first') || undefined, 'the first event')
    socket.pause()
    joined.resolve()
    const whole = await all(response)
    socket.resume()
    await over
    const text = parts.join('')
    const missed = [...text.matchAll(/^: (\d+) events are not kept any more/gm)]
    const count = missed.reduce((sum, [, lost]) => sum + Number(lost), 0)
    assert.equal(text.split('\nevent: ').length - 1 + count, whole.length)
    assert.match(text, /event: result/)
  })

  it('keeps the end of a long stream for those who come back, and says how much is gone', async (test) => {
    const flood = defineTool({
      name: 'flood',
      description: 'Sends much.',
      permission: 'read',
      effects: 'none',
      async *execute() {
        for (let step = 0; step < 3000; step++) yield `${step} ${'x'.repeat(1000)}\n`
      },
    })
    const site = await openSite(test, { tools: [flood] })
    const response = await start(site, 'flood', {})
    const callId = response.headers.get('x-toolyard-call') ?? ''
    const whole = await all(response)
    const again = await site.send('GET', `/api/calls/${callId}/events`)
    const text = await again.text()
    assert.ok(text.length < 1_200_000, `${text.length} characters`)
    const lost = Number(/^: (\d+) events are not kept any more/.exec(text)?.[1])
    assert.equal(text.split('\nevent: ').length - 1 + lost, whole.length)
    assert.match(text, /event: result/)
  })
})

describe('the number of event streams', () => {
  it('has a limit that answers 503, and the others keep working', async (test) => {
    const site = await openSite(test, { server: { mostStreams: 5 } })
    const gone = new AbortController()
    test.after(() => gone.abort())
    const open = (): Promise<Response> => site.send('GET', '/api/events', { signal: gone.signal })
    const streams = await Promise.all(Array.from({ length: 5 }, open))
    assert.deepEqual([...new Set(streams.map(({ status }) => status))], [200])
    for (const path of ['/api/events', '/api/events?topics=calls']) {
      const { status, body, headers } = await site.json<Refusal>('GET', path)
      assert.deepEqual([status, body.error.code, headers.get('retry-after')], [503, 'unavailable', '5'])
    }
    const call = await site.json<Refusal>('POST', '/api/tools/count/call', {
      body: { input: { to: 1 } },
      headers: asStream,
    })
    assert.equal(call.status, 503)
    assert.equal((await site.call('echo', { text: 'works' })).status, 'ok')
    const first = streams[0]
    assert.ok(first)
    const next = (async () => {
      for await (const event of eventsOf(first)) if (event.type === 'call') return event.data['tool']
      return undefined
    })()
    await site.call('fail', {})
    assert.equal(await next, 'echo')
    gone.abort()
    await until(
      async () =>
        (await site.send('GET', '/metrics')).text().then((text) => /event_streams 0/.test(text) || undefined),
      'room',
    )
  })

  it('is limited for each token, and some are kept for people who approve', async (test) => {
    const site = await openSite(test)
    const gone = new AbortController()
    test.after(() => gone.abort())
    const open = async (as: NonNullable<RequestOptions['as']>): Promise<number> =>
      (await site.send('GET', '/api/events', { as, signal: gone.signal })).status
    const openMany = async (as: NonNullable<RequestOptions['as']>, count: number): Promise<number> => {
      const answers = await Promise.all(Array.from({ length: count }, () => open(as)))
      return answers.filter((status) => status === 200).length
    }
    const viewer = async (name: string): Promise<{ token: string }> => ({
      token: (await site.tokens.create({ name, role: 'viewer' })).value,
    })
    const [third, fourth] = [await viewer('third'), await viewer('fourth')]
    assert.equal(await openMany('viewer', 70), 64)
    const refused = await site.json<Refusal>('GET', '/api/events', { as: 'viewer' })
    assert.equal(refused.status, 503)
    assert.match(refused.body.error.message, /^the token "the viewer" has 64 event streams open/)
    assert.equal(await openMany('operator', 64), 64)
    assert.equal(await openMany(third, 64), 64)
    assert.equal(await openMany(fourth, 64), 32)
    const reserved = await site.json<Refusal>('GET', '/api/events', { as: fourth })
    assert.match(reserved.body.error.message, /the other 32 are kept for people who approve calls/)
    assert.equal(await openMany('approver', 40), 32)
  })
})
