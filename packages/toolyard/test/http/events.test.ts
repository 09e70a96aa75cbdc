/** What happens, as one stream: calls, approvals, questions, changes; resumed after a break. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import type { ToolResult } from 'toolyard'
import { eventsOf, openSite, type Refusal, type SentEvent, type Site, until } from './support.ts'

class Listener {
  readonly events: SentEvent[] = []
  readonly #gone = new AbortController()
  readonly ended: Promise<void>

  private constructor(response: Response, gone: AbortController) {
    this.#gone = gone
    this.ended = this.#listen(response)
  }

  static async open(
    test: TestContext,
    site: Site,
    { query = '', last }: { query?: string; last?: string } = {},
  ) {
    const gone = new AbortController()
    test.after(() => gone.abort())
    const response = await site.send('GET', `/api/events${query}`, {
      signal: gone.signal,
      ...(last !== undefined && { headers: { 'last-event-id': last } }),
    })
    assert.equal(response.status, 200)
    return new Listener(response, gone)
  }

  hears(type: string, isIt: (data: Record<string, unknown>) => boolean = () => true): Promise<SentEvent> {
    return until(
      () => this.events.find((event) => event.type === type && isIt(event.data)),
      `an event ${type}`,
    )
  }

  close(): void {
    this.#gone.abort()
  }

  async #listen(response: Response): Promise<void> {
    try {
      for await (const event of eventsOf(response)) this.events.push(event)
    } catch {
      // It was closed.
    }
  }
}

describe('the stream of events', () => {
  it('tells of calls, of what people are asked and answer, and of changes', async (test) => {
    const site = await openSite(test)
    const listener = await Listener.open(test, site)
    const call = site.call<ToolResult>('note', { text: 'x' })
    const asked = await listener.hears('approval', ({ status }) => status === 'pending')
    assert.equal(asked.data['bytes'], undefined)
    await site.json('POST', `/api/approvals/${String(asked.data['id'])}/approve`, {
      body: { digest: asked.data['digest'] },
    })
    const { callId } = await call
    await listener.hears('approval', ({ status }) => status === 'approved' || status === 'used')
    await listener.hears('call', ({ id, status }) => id === callId && status === 'ok')
    const choosing = site.call('choose', {})
    const question = await listener.hears('question', ({ status }) => status === 'pending')
    await site.json('POST', `/api/questions/${String(question.data['id'])}/answer`, {
      body: { answer: 'left' },
    })
    await choosing
    await listener.hears('question', ({ status }) => status === 'answered')
    await site.json('POST', '/api/agents', { body: { name: 'helper' } })
    await listener.hears('agents')
    await site.json('PATCH', '/api/tools/echo', { body: { enabled: false } })
    await listener.hears('tools')
  })

  it('tells only of the topics that were asked for, and refuses others', async (test) => {
    const site = await openSite(test)
    const listener = await Listener.open(test, site, { query: '?topics=agents' })
    await site.call('echo', {})
    await site.json('POST', '/api/agents', { body: { name: 'helper' } })
    await listener.hears('agents')
    assert.deepEqual([...new Set(listener.events.map(({ type }) => type))], ['agents'])
    const { status, body } = await site.json<Refusal>('GET', '/api/events?topics=calls,weather')
    assert.equal(status, 400)
    assert.match(body.error.message, /calls, approvals/)
  })

  it('is resumed after a break, with every event once', async (test) => {
    const site = await openSite(test)
    const first = await Listener.open(test, site)
    await site.call('echo', { text: '1' })
    const heard = await first.hears('call')
    first.close()
    await site.call('echo', { text: '2' })
    await site.call('echo', { text: '3' })
    const again = await Listener.open(test, site, { last: heard.id })
    await site.call('echo', { text: '4' })
    await until(() => again.events.length >= 3 || undefined, 'the events')
    assert.deepEqual(
      again.events.map(({ data }) => (data['input'] as { text: string }).text),
      ['2', '3', '4'],
    )
  })

  it('says where it can’t be resumed', async (test) => {
    const site = await openSite(test)
    for (const last of ['0123-7', 'nonsense', '-1'])
      await (await Listener.open(test, site, { last })).hears('reset')
  })

  it('drops a reader that does not read, and loses nothing for the others', async (test) => {
    const site = await openSite(test)
    const socket = connect(site.server.port, '127.0.0.1')
    test.after(() => socket.destroy())
    socket.write(
      `GET /api/events?topics=calls HTTP/1.1\r\nHost: 127.0.0.1:${site.server.port}\r\nAuthorization: Bearer ${site.token('viewer')}\r\n\r\n`,
    )
    await new Promise((resolve) => {
      socket.once('data', resolve)
    })
    socket.pause()
    const listener = await Listener.open(test, site, { query: '?topics=calls' })
    const text = 'x'.repeat(1900)
    let calls = 0
    const isOpen = async (): Promise<boolean> =>
      /event_streams 2/.test(await (await site.send('GET', '/metrics')).text())
    while (calls < 6000 && (await isOpen())) {
      for (let index = 0; index < 100; index++) await site.yard.call('echo', { text: `${calls++} ${text}` })
      await until(() => listener.events.length === calls || undefined, `${calls} events`)
    }
    assert.ok(calls < 6000, 'it was not dropped')
    assert.equal(new Set(listener.events.map(({ data }) => data['id'])).size, calls)
  })
})
