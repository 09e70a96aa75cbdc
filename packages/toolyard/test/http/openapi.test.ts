/** The OpenAPI document says what the server really answers: every route is asked, and its answer held against its schema. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { memory } from '../../src/parts/index.ts'
import { routes } from '../../src/serve/http/routes/index.ts'
import { type Answer, fillIn, openSite, sampleTools, type Site, until } from './support.ts'
import { askFiles } from './ask-files.ts'
import { askMessages } from './ask-messages.ts'
import { askTests, withDouble } from './ask-tests.ts'
import { defineTool, type ToolResult } from 'toolyard'
import { raw } from '../mcp-client/support.ts'
import { type Document, problems, Prober } from './prober.ts'
import { secret, signed } from '../triggers/support.ts'

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
      ...(await withDouble(test)),
      tools: [...sampleTools, long, fillIn],
      builtins: ['files'],
      policy: { deny: [{ rule: 'fail', reason: 'it fails' }], allow: ['write_file'] },
      triggers: { hook: { tool: 'echo', secret: '${TRIGGER_SECRET}' } },
      environment: { ...process.env, TRIGGER_SECRET: secret },
      mcpServers: { docs: raw() },
    })
    const document = await site.get<Document>('/openapi.json', { as: 'nobody' })
    assert.equal(document.openapi, '3.1.0')
    const prober = new Prober(site, document)
    await askTools(prober)
    await askTests(prober)
    await askCalls(prober, site)
    await askPeople(prober, site)
    await askAgents(prober)
    await askRuns(prober, site)
    await askFiles(prober, site)
    await askBoard(prober)
    await askSchedules(prober)
    await askMemory(prober, site)
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

async function askDrafts(prober: Prober, site: Site): Promise<void> {
  await writeFile(join(site.yard.installation.workspace, 'try.json'), JSON.stringify([{ text: 'Hello.' }]))
  const body = { agent: { model: 'scripted/try.json', toolIds: [] }, prompt: 'Hi' }
  const { draft } = (await prober.ask('POST', '/api/drafts/runs', { body })) as { draft: string }
  await prober.ask('DELETE', '/api/drafts/:id', { path: `/api/drafts/${draft}` })
}

async function askBoard(prober: Prober): Promise<void> {
  const body = { topic: 'releases', content: 'Out. @helper' }
  const { id } = (await prober.ask('POST', '/api/board/posts', { body })) as { id: string }
  await prober.ask('GET', '/api/board/topics')
  await prober.ask('GET', '/api/board/posts', { path: '/api/board/posts?topic=releases' })
  await prober.ask('GET', '/api/board/posts/:id', { path: `/api/board/posts/${id}` })
}

async function askSchedules(prober: Prober): Promise<void> {
  const body = { name: 'often', schedule: 'every 2m', tool: 'echo', args: { text: 'hi' } }
  const { id } = (await prober.ask('POST', '/api/schedules', { body })) as { id: string }
  await prober.ask('GET', '/api/schedules')
  for (const change of ['pause', 'resume', 'run'])
    await prober.ask('POST', `/api/schedules/:id/${change}`, {
      path: `/api/schedules/${id}/${change}`,
      body: {},
    })
  await prober.ask('GET', '/api/schedules/:id/history', { path: `/api/schedules/${id}/history` })
  await askJobs(prober)
  await prober.ask('DELETE', '/api/schedules/:id', { path: `/api/schedules/${id}` })
}

async function askMemory(prober: Prober, site: Site): Promise<void> {
  const notes = site.yard.installation.part(memory)
  const origin = { by: 'clerk', runId: 'run_1', threadId: 't', isFromOutside: true }
  const person = 'http:the admin'
  const { id, version } = await notes.add(person, { ...origin, text: 'Likes tea.', agent: 'clerk' })
  await prober.ask('GET', '/api/memory', { path: '/api/memory?agent=clerk&q=tea' })
  const body = { text: 'Likes coffee.', agent: null, version }
  await prober.ask('PUT', '/api/memory/:id', { path: `/api/memory/${id}`, body })
  await prober.ask('DELETE', '/api/memory/:id', { path: `/api/memory/${id}` })
}

/** The next slot of the schedule is a job that waits for its time. */
async function askJobs(prober: Prober): Promise<void> {
  await prober.ask('GET', '/api/jobs/counts')
  const path = '/api/jobs?state=delayed,waiting&queue=schedules'
  const { items } = (await prober.ask('GET', '/api/jobs', { path })) as { items: { id: string }[] }
  const id = items[0]?.id ?? ''
  await prober.ask('DELETE', '/api/jobs/:id', { path: `/api/jobs/${id}?reason=a%20mistake` })
  await prober.ask('POST', '/api/jobs/:id/retry', { path: `/api/jobs/${id}/retry`, body: {} })
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
  await prober.ask('GET', '/api/journal/stats', { path: '/api/journal/stats?by=tool' })
  await prober.ask('GET', '/api/journal/names')
  await prober.ask('GET', '/api/journal/now')
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
  await prober.ask('POST', '/api/policy/replay', { body: { effect: 'deny', rule: 'note' } })
}

async function askAgents(prober: Prober): Promise<void> {
  await prober.ask('POST', '/api/agents', { body: { name: 'helper', toolIds: ['echo'], pinned: true } })
  await prober.ask('GET', '/api/agents')
  await prober.ask('GET', '/api/agents/:id', { path: '/api/agents/helper' })
  await prober.ask('PATCH', '/api/agents/:id', { path: '/api/agents/helper', body: { prompt: 'Help.' } })
  await prober.ask('PUT', '/api/agents/:id', { path: '/api/agents/helper', body: { toolIds: [] } })
  await prober.ask('GET', '/api/agents/:id/versions', { path: '/api/agents/helper/versions' })
  await prober.ask('POST', '/api/agents/:id/versions/:version/restore', {
    path: '/api/agents/helper/versions/1/restore',
  })
  await prober.ask('GET', '/api/models')
  await prober.ask('GET', '/api/agents/:id/definitions/:dialect', {
    path: '/api/agents/helper/definitions/mcp',
  })
  await prober.ask('DELETE', '/api/agents/:id', { path: '/api/agents/helper' })
}

async function askRuns(prober: Prober, site: Site): Promise<void> {
  await askDrafts(prober, site)
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
  await prober.ask('GET', '/api/runs/:id/spans', { path: `/api/runs/${runId}/spans` })
  await prober.ask('GET', '/api/runs/:id/summary', { path: `/api/runs/${runId}/summary` })
  await prober.ask('GET', '/api/runs/:id/compare/:other', { path: `/api/runs/${runId}/compare/${runId}` })
  await prober.ask('GET', '/api/threads/:id/messages', { path: `/api/threads/${threadId}/messages` })
  await prober.ask('GET', '/api/conversations')
  await askMessages(prober, site)
  await prober.ask('DELETE', '/api/runs/:id', { path: `/api/runs/${runId}` })
  const path = `/api/conversations/${threadId}`
  await prober.ask('GET', '/api/conversations/:id', { path })
  await prober.ask('PATCH', '/api/conversations/:id', { path, body: { title: 'Another' } })
  await prober.ask('GET', '/api/conversations/:id/waiting', { path: `${path}/waiting` })
  await prober.ask('DELETE', '/api/conversations/:id', { path })
}

async function askServer(prober: Prober, site: Site): Promise<void> {
  await prober.ask('POST', '/api/session', { body: { token: site.token('admin') } })
  await prober.ask('GET', '/api/session')
  await prober.ask('DELETE', '/api/session')
  await prober.ask('GET', '/api/mcp/servers')
  await prober.ask('POST', '/api/mcp/servers/:id/restart', { path: '/api/mcp/servers/docs/restart' })
  await prober.ask('GET', '/api/mcp/servers/:id/log', { path: '/api/mcp/servers/docs/log' })
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
