/** The OpenAPI document says what the server really answers: every route is asked, and its answer held against its schema. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { compileSchema, type JsonSchema } from '../../src/kernel/index.ts'
import { routes } from '../../src/serve/http/routes/index.ts'
import { type Answer, fillIn, openSite, sampleTools, type Site, until } from './support.ts'
import { defineTool, type ToolResult } from 'toolyard'
import { secret, signed } from '../triggers/support.ts'

interface Operation {
  readonly parameters: { readonly name: string; readonly in: string }[]
  readonly requestBody?: { readonly content: Record<string, { readonly schema: JsonSchema }> }
  readonly responses: Record<string, { readonly content: Record<string, { readonly schema: JsonSchema }> }>
}
interface Document {
  readonly openapi: string
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: { readonly schemas: { readonly Error: JsonSchema } }
}

/** Asks, and holds the answer against the document. */
class Prober {
  readonly asked = new Set<string>()
  readonly #site: Site
  readonly #document: Document

  constructor(site: Site, document: Document) {
    this.#site = site
    this.#document = document
  }

  async ask(
    method: string,
    pattern: string,
    {
      path = pattern,
      body,
      headers = {},
    }: { path?: string; body?: unknown; headers?: Readonly<Record<string, string>> } = {},
  ) {
    const name = `${method} ${pattern}`
    this.asked.add(name)
    const operation = this.#document.paths[pattern.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    assert.ok(operation, name)
    const response = await this.#site.send(method, path, body === undefined ? {} : { body, headers })
    const [[status, { content }] = ['', { content: {} }]] = Object.entries(operation.responses)
    assert.equal(String(response.status), status, `${name}: ${await response.clone().text()}`)
    const [type = ''] = (response.headers.get('content-type') ?? '').split(';')
    const known = content[type]
    assert.ok(known, `${name} answered ${type}`)
    if (type !== 'application/json') return response.text()
    const answer: unknown = await response.json()
    assert.deepEqual(problems(known.schema, answer), [], `${name}: ${JSON.stringify(answer).slice(0, 500)}`)
    return answer
  }
}

function problems(schema: JsonSchema, value: unknown): unknown[] {
  const compiled = compileSchema(schema)
  return compiled.check(value) ? [] : [...compiled.issues(value)]
}

const long = defineTool({
  name: 'long',
  description: 'Answers much.',
  permission: 'read',
  effects: 'none',
  execute: () => 'x'.repeat(200_000),
})

describe('the OpenAPI document', () => {
  it('is the truth about every answer', async (test) => {
    const site = await openSite(test, {
      tools: [...sampleTools, long, fillIn],
      policy: { deny: [{ rule: 'fail', reason: 'it fails' }] },
      triggers: { hook: { tool: 'echo', secret: '${TRIGGER_SECRET}' } },
      environment: { TRIGGER_SECRET: secret },
    })
    const document = await site.get<Document>('/openapi.json', { as: 'nobody' })
    assert.equal(document.openapi, '3.1.0')
    const prober = new Prober(site, document)
    await askTools(prober)
    await askCalls(prober, site)
    await askPeople(prober, site)
    await askAgents(prober)
    await askRuns(prober, site)
    await askBoard(prober)
    await askTriggers(prober)
    await askServer(prober, site)
    const missing = routes
      .map(({ method, path }) => `${method} ${path}`)
      .filter((name) => !prober.asked.has(name))
    assert.deepEqual(missing, [])
  })

  it('names every parameter of a path, and gives every body a schema', async (test) => {
    const site = await openSite(test)
    const { paths } = await site.get<Document>('/openapi.json')
    for (const [path, operations] of Object.entries(paths))
      for (const [method, { parameters, requestBody }] of Object.entries(operations)) {
        const named = parameters.filter((one) => one.in === 'path').map(({ name }) => `{${name}}`)
        assert.deepEqual(named, path.match(/\{\w+\}/g) ?? [], `${method} ${path}`)
        if (requestBody) assert.ok(requestBody.content['application/json']?.schema, `${method} ${path}`)
      }
  })

  it('is the truth about refusals', async (test) => {
    const site = await openSite(test)
    const { components } = await site.get<Document>('/openapi.json')
    const refusals: Promise<Answer>[] = [
      site.json('GET', '/api/info', { as: 'nobody' }),
      site.json('GET', '/api/tools/none'),
      site.json('GET', '/api/tools?limit=-1'),
      site.json('PUT', '/api/tools'),
      site.json('POST', '/api/agents', { body: {} }),
    ]
    for (const { body } of await Promise.all(refusals))
      assert.deepEqual(problems(components.schemas.Error, body), [])
  })
})

async function askBoard(prober: Prober): Promise<void> {
  const body = { topic: 'releases', content: 'Out. @helper' }
  const { id } = (await prober.ask('POST', '/api/board/posts', { body })) as { id: string }
  await prober.ask('GET', '/api/board/topics')
  await prober.ask('GET', '/api/board/posts', { path: '/api/board/posts?topic=releases' })
  await prober.ask('GET', '/api/board/posts/:id', { path: `/api/board/posts/${id}` })
}

async function askTriggers(prober: Prober): Promise<void> {
  const body = { text: 'hi' }
  const headers = signed(JSON.stringify(body))
  // Once it starts something, once it is known.
  for (let count = 0; count < 2; count++)
    await prober.ask('POST', '/api/triggers/:name', { path: '/api/triggers/hook', body, headers })
  await prober.ask('GET', '/api/triggers')
}

async function askTools(prober: Prober): Promise<void> {
  await prober.ask('GET', '/api/info')
  await prober.ask('GET', '/api/tools')
  await prober.ask('GET', '/api/tools/:id', { path: '/api/tools/echo' })
  await prober.ask('GET', '/api/tools/:id/versions', { path: '/api/tools/echo/versions' })
  await prober.ask('GET', '/api/tools/:id/definitions/:dialect', {
    path: '/api/tools/echo/definitions/gemini',
  })
  await prober.ask('PATCH', '/api/tools/:id', { path: '/api/tools/echo', body: { enabled: true } })
  await prober.ask('POST', '/api/tools/sync', { body: {} })
  for (const word of ['accept', 'pin', 'unpin'])
    await prober.ask('POST', `/api/tools/:id/${word}`, {
      path: `/api/tools/echo/${word}`,
      body: { version: 1 },
    })
  await prober.ask('POST', '/api/tools/:id/rollback', {
    path: '/api/tools/echo/rollback',
    body: { version: 1 },
  })
  await prober.ask('POST', '/api/tools/:id/unpin', { path: '/api/tools/echo/unpin', body: {} })
}

async function askCalls(prober: Prober, site: Site): Promise<void> {
  const call = (tool: string, input: unknown) =>
    prober.ask('POST', '/api/tools/:name/call', {
      path: `/api/tools/${tool}/call`,
      body: { input, threadId: 't1' },
    })
  await call('echo', { text: 'hi' })
  await call('fail', {})
  await call('count', { to: 'many' })
  const { handle } = (await call('long', {})) as ToolResult
  await prober.ask('POST', '/api/tools/:name/execute', {
    path: '/api/tools/echo/execute',
    body: { args: {} },
  })
  await prober.ask('GET', '/api/results/:handle', { path: `/api/results/${handle}?offset=10&limit=20` })
  await prober.ask('GET', '/api/threads')
  await prober.ask('GET', '/api/threads/:id', { path: '/api/threads/t1' })
  await prober.ask('DELETE', '/api/threads/:id', { path: '/api/threads/t1' })
  await prober.ask('GET', '/api/calls')
  await prober.ask('GET', '/api/calls/stats')
  const streamed = await site.send('POST', '/api/tools/count/call', {
    body: { input: { to: 2 } },
    headers: { accept: 'text/event-stream' },
  })
  const id = streamed.headers.get('x-toolyard-call') ?? ''
  await streamed.text()
  await prober.ask('GET', '/api/calls/:id', { path: `/api/calls/${id}` })
  await prober.ask('GET', '/api/calls/:id/events', { path: `/api/calls/${id}/events` })
  await prober.ask('DELETE', '/api/calls/:id', { path: `/api/calls/${id}` })
}

async function askPeople(prober: Prober, site: Site): Promise<void> {
  const first = site.call('note', { text: 'one' })
  const item = await until(async () => (await site.yard.inbox.list())[0], 'the request')
  await prober.ask('GET', '/api/approvals')
  await prober.ask('GET', '/api/approvals/:id', { path: `/api/approvals/${item.id}` })
  await prober.ask('POST', '/api/approvals/:id/approve', {
    path: `/api/approvals/${item.id}/approve`,
    body: { digest: item.digest },
  })
  await first
  const second = site.call('note', { text: 'two' })
  const other = await until(async () => (await site.yard.inbox.list())[0], 'the request')
  await prober.ask('POST', '/api/approvals/:id/reject', {
    path: `/api/approvals/${other.id}/reject`,
    body: {},
  })
  await second
  const third = site.call('choose', {})
  const question = await until(async () => (await site.yard.inbox.list())[0], 'the question')
  await prober.ask('GET', '/api/questions')
  await prober.ask('POST', '/api/questions/:id/answer', {
    path: `/api/questions/${question.id}/answer`,
    body: { answer: 'left' },
  })
  await third
  const fourth = site.call('choose', {})
  const declined = await until(async () => (await site.yard.inbox.list())[0], 'the question')
  await prober.ask('POST', '/api/questions/:id/decline', {
    path: `/api/questions/${declined.id}/decline`,
    body: {},
  })
  await fourth
  const fifth = site.call('fill_in', {})
  const form = await until(async () => (await site.yard.inbox.list())[0], 'the form')
  await prober.ask('GET', '/api/questions')
  await prober.ask('POST', '/api/questions/:id/answer', {
    path: `/api/questions/${form.id}/answer`,
    body: { values: { name: 'Ada' } },
  })
  await fifth
  await site.yard.store.grants.add({
    id: 'g1',
    rule: 'note',
    tool: 'note',
    fingerprint: 'f',
    by: 'me',
    createdAt: 1,
  })
  await prober.ask('GET', '/api/grants')
  await prober.ask('DELETE', '/api/grants/:id', { path: '/api/grants/g1' })
  await prober.ask('GET', '/api/policy')
  await prober.ask('POST', '/api/policy/explain', { body: { tool: 'note', input: { text: 'x' } } })
  await prober.ask('POST', '/api/policy/explain', { body: { tool: 'note', input: {} } })
}

async function askAgents(prober: Prober): Promise<void> {
  await prober.ask('POST', '/api/agents', { body: { name: 'helper', toolIds: ['echo'], pinned: true } })
  await prober.ask('GET', '/api/agents')
  await prober.ask('GET', '/api/agents/:id', { path: '/api/agents/helper' })
  await prober.ask('PATCH', '/api/agents/:id', { path: '/api/agents/helper', body: { prompt: 'Help.' } })
  await prober.ask('PUT', '/api/agents/:id', { path: '/api/agents/helper', body: { toolIds: [] } })
  await prober.ask('GET', '/api/agents/:id/definitions/:dialect', {
    path: '/api/agents/helper/definitions/mcp',
  })
  await prober.ask('DELETE', '/api/agents/:id', { path: '/api/agents/helper' })
}

async function askRuns(prober: Prober, site: Site): Promise<void> {
  const script = [{ reasoning: 'Hm.', calls: [{ tool: 'echo', input: { text: 'hi' } }] }, { text: 'Done.' }]
  await writeFile(join(site.yard.workspace, 'script.json'), JSON.stringify(script))
  const model = 'scripted/script.json'
  await site.json('POST', '/api/agents', { body: { name: 'runner', toolIds: ['echo'], model } })
  const { runId, threadId } = (await prober.ask('POST', '/api/agents/:id/runs', {
    path: '/api/agents/runner/runs',
    body: { prompt: 'Go' },
  })) as { runId: string; threadId: string }
  await prober.ask('GET', '/api/runs/:id/events', { path: `/api/runs/${runId}/events` })
  await prober.ask('GET', '/api/runs/:id', { path: `/api/runs/${runId}` })
  await prober.ask('GET', '/api/runs')
  await prober.ask('GET', '/api/threads/:id/messages', { path: `/api/threads/${threadId}/messages` })
  await prober.ask('GET', '/api/conversations')
  await prober.ask('DELETE', '/api/runs/:id', { path: `/api/runs/${runId}` })
}

async function askServer(prober: Prober, site: Site): Promise<void> {
  await prober.ask('POST', '/api/session', { body: { token: site.token('admin') } })
  await prober.ask('GET', '/api/session')
  await prober.ask('DELETE', '/api/session')
  await prober.ask('GET', '/api/mcp/servers')
  await prober.ask('GET', '/api/tokens')
  const { id } = (await prober.ask('POST', '/api/tokens', { body: { name: 'x', role: 'viewer' } })) as {
    id: string
  }
  await prober.ask('DELETE', '/api/tokens/:id', { path: `/api/tokens/${id}` })
  await prober.ask('GET', '/healthz')
  await prober.ask('GET', '/readyz')
  await prober.ask('GET', '/metrics')
  await prober.ask('GET', '/openapi.json')
  setTimeout(() => void site.server.close(0), 300)
  await prober.ask('GET', '/api/events')
}
