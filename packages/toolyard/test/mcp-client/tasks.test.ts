/** Servers that answer calls with tasks: they are followed, asked for, answered and cancelled as the call is. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { serve } from '@hono/node-server'
import { createMcpHandler, Server } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { type Approver, createToolyard, textOf, type ToolEvent } from '../../src/index.ts'
import { serveMcp } from '../helpers/mcp-http.ts'
import { taskTools } from './fixtures/task-yard.ts'
import { open, type OpenYard, until } from './support.ts'

const person: Approver = {
  ask: () => Promise.resolve({ decision: 'approve', by: 'tester' }),
  question: () => Promise.resolve({ text: '', values: { name: 'Ada' }, by: 'tester' }),
}
const asking = { approver: person, approvals: 'wait' } as const

/** A yard in front of a yard whose tools are tasks. */
interface Pair extends AsyncDisposable {
  readonly place: OpenYard
  /** Whether the endless tool has begun, and ended; true if that can't be seen from here. */
  readonly seen: { readonly started: boolean; readonly stopped: boolean }
}

async function overHttp(): Promise<Pair> {
  const seen = { started: false, stopped: false }
  const behind = await createToolyard({ tools: taskTools(seen) })
  const served = await serveMcp(behind)
  const { href: url, host } = served.url
  const place = await open({ far: { url } }, { network: { allow: [host] }, ...asking })
  return {
    place,
    seen,
    async [Symbol.asyncDispose]() {
      await place[Symbol.asyncDispose]()
      await served[Symbol.asyncDispose]()
      await behind.close()
    },
  }
}

async function overStdio(): Promise<Pair> {
  const program = join(import.meta.dirname, 'fixtures/task-yard.ts')
  const command = { command: process.execPath, args: ['--conditions=@toolyard/source', program] }
  const place = await open({ far: command }, asking)
  return {
    place,
    seen: { started: true, stopped: true },
    [Symbol.asyncDispose]: () => place[Symbol.asyncDispose](),
  }
}

for (const [name, connect] of [
  ['over HTTP', overHttp],
  ['over stdio', overStdio],
] as const)
  describe(`a call that a server ${name} answers with a task`, () => {
    it('is followed to its result', async () => {
      await using pair = await connect()
      const { yard } = pair.place
      assert.equal(yard.mcp?.servers()[0]?.protocolVersion, '2026-07-28')
      const sums = await Promise.all(
        [1, 2, 3].map((other) => yard.call('far__sum', { one: 40, other }).then(textOf)),
      )
      assert.deepEqual(sums, ['41', '42', '43'])
      const { status, error } = await yard.call('far__broken', {})
      assert.equal(status, 'error')
      assert.match(error?.message ?? '', /it is broken/)
    })

    it('asks the people here what the task asks', async () => {
      await using pair = await connect()
      assert.equal(textOf(await pair.place.yard.call('far__greet', {})), 'Hello, Ada!')
    })

    it('cancels the task when it is cancelled', async () => {
      await using pair = await connect()
      const stop = new AbortController()
      const call = pair.place.yard.call('far__endless', {}, { signal: stop.signal })
      await until(() => pair.seen.started)
      stop.abort()
      assert.equal((await call).status, 'cancelled')
      await until(() => pair.seen.stopped)
    })
  })

/** A server that answers every call with this task, and every question about it with one of these. */
async function hostile(created: object, told: readonly object[]) {
  const heard: string[] = []
  const handler = createMcpHandler(() => {
    const server = new Server({ name: 'hostile', version: '1' }, { capabilities: { tools: {} } })
    server.setRequestHandler('tools/list', () => ({
      tools: [{ name: 'trick', description: 'Tricks.', inputSchema: { type: 'object' } }],
    }))
    server.fallbackRequestHandler = ({ method }) => {
      heard.push(method)
      if (method === 'tools/call') return Promise.resolve({ resultType: 'task', ...created } as never)
      return Promise.resolve({})
    }
    const get = () => {
      heard.push('tasks/get')
      const asked = heard.filter((method) => method === 'tasks/get').length
      return { ...told[Math.min(asked, told.length) - 1] }
    }
    server.setRequestHandler('tasks/get', { params: z.looseObject({}) }, get)
    server.setRequestHandler('tasks/cancel', { params: z.looseObject({}) }, () => {
      heard.push('tasks/cancel')
      return {}
    })
    return server
  })
  const listening = Promise.withResolvers<number>()
  const web = serve(
    { fetch: (request) => handler.fetch(request), port: 0, hostname: '127.0.0.1' },
    ({ port }) => listening.resolve(port),
  )
  const host = `127.0.0.1:${await listening.promise}`
  const place = await open({ bad: { url: `http://${host}/mcp` } }, { network: { allow: [host] }, ...asking })
  return {
    yard: place.yard,
    heard,
    async [Symbol.asyncDispose]() {
      await place[Symbol.asyncDispose]()
      await handler.close()
      if ('closeAllConnections' in web) web.closeAllConnections()
      await new Promise((closed) => web.close(closed))
    },
  }
}

const task = { taskId: 't1', status: 'working', createdAt: '', lastUpdatedAt: '', ttlMs: null }

describe('a server whose tasks are not what they should be', () => {
  it('is refused a task without an id, and one that can not be read', async () => {
    for (const [created, told] of [
      [{ ...task, taskId: 7 }, task],
      [{ ...task, taskId: 'x'.repeat(5000) }, task],
      [task, { ...task, status: 'dreaming' }],
      [task, { ...task, status: 'completed', result: 'words' }],
      [task, { ...task, status: 'completed', result: { content: 'words' } }],
      [task, { ...task, status: 'input_required', inputRequests: { one: 'what?' } }],
    ] as const) {
      await using server = await hostile(created, [told])
      const { status, error } = await server.yard.call('bad__trick', {})
      assert.deepEqual([status, error?.code], ['error', 'tool_failed'], JSON.stringify([created, told]))
    }
  })

  it('can keep a call no longer than its time, and hears that it is over', async () => {
    await using server = await hostile(task, [{ ...task, pollIntervalMs: -1 }])
    const { status } = await server.yard.call('bad__trick', {}, { timeoutMs: 1500 })
    assert.equal(status, 'timeout')
    await until(() => server.heard.includes('tasks/cancel'))
    const polls = server.heard.filter((method) => method === 'tasks/get').length
    assert.ok(polls < 10, `asked ${polls} times, whatever the server says of how often`)
  })

  it('can ask the same thing again and again, and is answered once', async () => {
    const form = { type: 'object', properties: { name: { type: 'string' } } }
    const params = { mode: 'form', message: 'Name?', requestedSchema: form }
    const asks = { ...task, status: 'input_required', pollIntervalMs: 100 }
    const asked = { ...asks, inputRequests: { one: { method: 'elicitation/create', params } } }
    const done = { ...task, status: 'completed', result: { content: [{ type: 'text', text: 'done' }] } }
    await using server = await hostile(task, [asked, asked, asked, done])
    assert.equal(textOf(await server.yard.call('bad__trick', {})), 'done')
    assert.equal(server.heard.filter((method) => method === 'tasks/update').length, 1)
  })

  it('tells what its task does as progress', async () => {
    const told = ['peeling', 'slicing'].map((statusMessage) => ({
      ...task,
      statusMessage,
      pollIntervalMs: 100,
    }))
    const done = { ...task, status: 'completed', result: { content: [{ type: 'text', text: 'soup' }] } }
    await using server = await hostile(task, [...told, done])
    const events: ToolEvent[] = []
    for await (const event of server.yard.stream('bad__trick', {})) events.push(event)
    assert.deepEqual(
      events.flatMap((event) => (event.type === 'progress' ? [event.message] : [])),
      ['peeling', 'slicing'],
    )
  })

  it('whose task fails is told with its words', async () => {
    const error = { code: -32_603, message: 'the oven is cold' }
    await using server = await hostile(task, [{ ...task, status: 'failed', error }])
    const result = await server.yard.call('bad__trick', {})
    assert.equal(result.status, 'error')
    assert.match(result.error?.message ?? '', /the oven is cold/)
  })
})
