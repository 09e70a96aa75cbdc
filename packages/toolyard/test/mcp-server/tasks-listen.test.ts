/** Clients that listen for what becomes of their tasks, over HTTP and over a line. */
import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { createInterface } from 'node:readline'
import { describe, it } from 'node:test'
import { createToolyard, defineTool, type ToolService } from 'toolyard'
import { serveStdio } from 'toolyard/mcp'
import { serveMcp } from '../helpers/mcp-http.ts'
import { metaOf, TaskClient, type ToldTask } from './task-client.ts'

const knowing = { elicitation: {}, extensions: { 'io.modelcontextprotocol/tasks': {} } }
const subscription = 'io.modelcontextprotocol/subscriptionId'

interface Message {
  readonly id?: unknown
  readonly method?: string
  readonly params?: ToldTask & { readonly notifications?: object; readonly _meta?: Record<string, unknown> }
  readonly result?: object
  readonly error?: { readonly code: number }
}

function gated() {
  const gate = Promise.withResolvers<void>()
  const work = defineTool({
    name: 'work',
    description: 'Works until it is let go.',
    permission: 'read',
    effects: 'none',
    taskSupport: 'optional',
    inputSchema: {},
    async execute() {
      await gate.promise
      return 'worked'
    },
  })
  return { gate, work }
}

function listen(notifications: object, capabilities: object = knowing) {
  const params = { notifications, _meta: metaOf({ ...capabilities }) }
  return { jsonrpc: '2.0', id: 'sub', method: 'subscriptions/listen', params }
}

async function* overHttp(url: URL, body: object): AsyncGenerator<Message> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'subscriptions/listen',
      'x-user': 'ann',
    },
    body: JSON.stringify(body),
  })
  let text = ''
  for await (const chunk of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    text += chunk
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) continue
    const frames = text.split('\n\n')
    text = frames.pop() ?? ''
    for (const frame of frames)
      if (frame.includes('data: ')) yield JSON.parse(frame.slice(frame.indexOf('data: ') + 6)) as Message
  }
  if (text !== '') yield JSON.parse(text) as Message
}

const serve = (yard: ToolService) =>
  serveMcp(yard, { principal: (request) => request.headers.get('x-user') ?? undefined })

describe('a client that listens for tasks over HTTP', () => {
  it('hears of its own alone, how they stand and how they end; then the stream ends', async () => {
    const { gate, work } = gated()
    await using yard = await createToolyard({ tools: [work] })
    await using served = await serve(yard)
    const { taskId } = await new TaskClient(served.url, { user: 'ann' }).start('work')
    const foreign = await new TaskClient(served.url, { user: 'bob' }).start('work')
    const heard: Message[] = []
    const taskIds = [taskId, foreign.taskId, 'call_never']
    for await (const message of overHttp(served.url, listen({ taskIds }))) {
      heard.push(message)
      if (message.params?.status === 'working') gate.resolve()
    }
    const [acknowledged, ...others] = heard
    assert.deepEqual(acknowledged?.params?.notifications, { taskIds: [taskId] })
    assert.equal(acknowledged?.params?.['_meta']?.[subscription], 'sub')
    const told = others.filter(({ method }) => method === 'notifications/tasks')
    assert.deepEqual(
      told.map(({ params }) => [params?.taskId, params?.status, params?.['_meta']?.[subscription]]),
      [
        [taskId, 'working', 'sub'],
        [taskId, 'completed', 'sub'],
      ],
    )
    assert.equal(told.at(-1)?.params?.result?.content[0]?.text, 'worked')
    assert.equal(others.at(-1)?.id, 'sub', 'the stream ends with the result of its request')
  })

  it('hears of other changes on the same stream', async () => {
    const { gate, work } = gated()
    await using yard = await createToolyard({ tools: [work] })
    await using served = await serve(yard)
    const { taskId } = await new TaskClient(served.url, { user: 'ann' }).start('work')
    const heard = new Set<string>()
    for await (const { method = '', params } of overHttp(
      served.url,
      listen({ taskIds: [taskId], toolsListChanged: true }),
    )) {
      heard.add(params?.status ?? method)
      if (params?.status === 'working') yard.registry.unregister('work')
      if (method === 'notifications/tools/list_changed') gate.resolve()
      if (params?.status === 'completed') break
    }
    assert.deepEqual([...heard].toSorted(), [
      'completed',
      'notifications/subscriptions/acknowledged',
      'notifications/tools/list_changed',
      'working',
    ])
  })

  it('must say that it knows tasks', async () => {
    await using yard = await createToolyard({ tools: [] })
    await using served = await serve(yard)
    const heard: Message[] = []
    for await (const message of overHttp(served.url, listen({ taskIds: ['call_x'] }, {}))) heard.push(message)
    assert.deepEqual(
      heard.map(({ error }) => error?.code),
      [-32_021],
    )
  })
})

describe('a client that listens for tasks over a line', () => {
  it('hears of its own, and must say that it knows them', async () => {
    const { gate, work } = gated()
    await using yard = await createToolyard({ tools: [work] })
    const [input, output] = [new PassThrough(), new PassThrough()]
    const serving = serveStdio(yard, { version: '1', signal: new AbortController().signal, input, output })
    const send = (message: object): unknown => input.write(`${JSON.stringify(message)}\n`)
    const call = { name: 'work', arguments: {}, _meta: metaOf(knowing) }
    send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call })
    const heard: unknown[] = []
    for await (const line of createInterface({ input: output })) {
      const { id, result, method, params, error } = JSON.parse(line) as Message
      if (id === 1) send(listen({ taskIds: [(result as ToldTask).taskId, 'call_never'] }))
      if (method !== undefined) heard.push(params?.status ?? method)
      if (params?.status === 'working') gate.resolve()
      if (params?.status === 'completed') send(listen({ taskIds: ['call_x'] }, {}))
      if (error === undefined) continue
      heard.push(error.code)
      break
    }
    input.end()
    await serving
    const acknowledged = 'notifications/subscriptions/acknowledged'
    assert.deepEqual(heard, [acknowledged, 'working', 'completed', -32_021])
  })
})
