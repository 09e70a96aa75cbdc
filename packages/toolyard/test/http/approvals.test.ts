/** Calls over HTTP that wait for people: the inbox answers them. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { ToolResult } from 'toolyard'
import { type Answer, folderFor, openSite, type Refusal, type Site, until } from './support.ts'

interface Item {
  readonly id: string
  readonly digest: string
  readonly status: string
  readonly tool: string
  readonly by?: string
  readonly offer?: string
  readonly choices?: string[]
  readonly rendered: { readonly text: string; readonly isWhole: boolean }
  readonly diff?: {
    readonly title: string
    readonly lines: { readonly mark: string; readonly text: string }[]
  }[]
}

function pending(site: Site, kind: 'approvals' | 'questions' = 'approvals'): Promise<Item> {
  return until(
    async () => (await site.get<{ items: Item[] }>(`/api/${kind}`)).items[0],
    `${kind} in the inbox`,
  )
}

describe('a call over HTTP that needs a person', () => {
  it('waits in the inbox, and runs when it is approved with the digest that was shown', async (test) => {
    const site = await openSite(test)
    const call = site.call<ToolResult>('note', { text: 'buy milk' })
    const item = await pending(site)
    assert.match(item.rendered.text, /buy milk/)
    assert.equal(item.rendered.isWhole, true)
    const answer = await site.json<{ item: Item }>('POST', `/api/approvals/${item.id}/approve`, {
      as: 'approver',
      body: { digest: item.digest },
    })
    assert.equal(answer.status, 200)
    assert.equal(answer.body.item.by, 'http:the approver')
    const result = await call
    assert.deepEqual([result.status, result.content], ['ok', [{ type: 'text', text: 'noted: buy milk' }]])
    const story = await site.get<{ call: { decision: string }; approvals: Item[] }>(
      `/api/calls/${result.callId}`,
    )
    assert.match(story.call.decision, /approved by http:the approver/)
    assert.deepEqual(
      story.approvals.map(({ id, status }) => [id, status]),
      [[item.id, 'used']],
    )
  })

  it('begins its stream while it waits, and ends with the result', async (test) => {
    const site = await openSite(test)
    const response = await site.send('POST', '/api/tools/note/call', {
      body: { input: { text: 'x' } },
      headers: { accept: 'text/event-stream' },
    })
    assert.equal(response.status, 200)
    assert.match(response.headers.get('x-toolyard-call') ?? '', /^call_/)
    const item = await pending(site)
    await site.json('POST', `/api/approvals/${item.id}/approve`, { body: { digest: item.digest } })
    assert.match(await response.text(), /event: started[\s\S]*event: result\ndata: .*"status":"ok"/)
  })

  it('is rejected with a reason that the caller is told', async (test) => {
    const site = await openSite(test)
    const call = site.call<ToolResult>('note', { text: 'x' })
    const item = await pending(site)
    await site.json('POST', `/api/approvals/${item.id}/reject`, { body: { reason: 'not today' } })
    const result = await call
    assert.deepEqual([result.status, result.error?.code], ['denied', 'rejected'])
    assert.match(result.error?.message ?? '', /not today/)
  })

  it('is not approved without a digest, nor with that of another call', async (test) => {
    const site = await openSite(test)
    const gone = new AbortController()
    const call = site.send('POST', '/api/tools/note/call', {
      body: { input: { text: 'x' } },
      signal: gone.signal,
    })
    const item = await pending(site)
    const approve = (body: object) =>
      site.json<Refusal>('POST', `/api/approvals/${item.id}/approve`, { body })
    const missing = await approve({})
    assert.deepEqual([missing.status, missing.body.error.code], [400, 'invalid_arguments'])
    for (const body of [{ digest: '0000' }, { argsHash: '0000' }, { digest: item.digest.toUpperCase() }]) {
      const wrong = await approve(body)
      assert.deepEqual([wrong.status, wrong.body.error.code], [409, 'conflict'], JSON.stringify(body))
    }
    assert.equal((await site.yard.inbox.find(item.id)).status, 'pending')
    gone.abort()
    await assert.rejects(call)
  })

  it('is answered once: later answers, and answers to what has expired, are told so', async (test) => {
    const site = await openSite(test, { limits: { approvalMs: 300 } })
    const result = await site.call<ToolResult>('note', { text: 'x' })
    assert.equal(result.error?.code, 'approval_expired')
    const { items } = await site.get<{ items: Item[] }>('/api/approvals?status=all')
    const [item] = items
    assert.ok(item)
    assert.equal(item.status, 'expired')
    for (const body of [{ digest: item.digest }, { args: {} }, {}]) {
      const late: Answer<Refusal> = await site.json('POST', `/api/approvals/${item.id}/approve`, { body })
      assert.deepEqual([late.status, late.body.error.code], [409, 'approval_expired'])
    }
    assert.equal((await site.json('POST', '/api/approvals/none/approve', { body: {} })).status, 404)
  })

  it('can be allowed for its thread, which is granted, shown and taken back', async (test) => {
    const workspace = await folderFor(test)
    const site = await openSite(test, { workspace, tools: [], builtins: ['files'] })
    const write = (text: string) =>
      site.call<ToolResult>('write_file', { path: 'a.txt', content: text }, { threadId: 't' })
    const first = write('one\n')
    const item = await pending(site)
    assert.equal(item.offer, 'write_file(a.txt)')
    await site.json('POST', `/api/approvals/${item.id}/approve`, {
      body: { digest: item.digest, scope: 'thread' },
    })
    assert.equal((await first).status, 'ok')
    await site.call('read_file', { path: 'a.txt' }, { threadId: 't' })
    assert.equal((await write('two\n')).status, 'ok')
    const { items } = await site.get<{ items: { id: string; rule: string; by: string }[] }>('/api/grants')
    assert.deepEqual(
      items.map(({ rule, by }) => [rule, by]),
      [['write_file(a.txt)', 'http:the admin']],
    )
    assert.deepEqual((await site.json('DELETE', `/api/grants/${items[0]?.id}`)).body, { revoked: true })
    assert.equal((await site.json('DELETE', `/api/grants/${items[0]?.id}`)).status, 404)
    const again = write('three\n')
    const asked = await pending(site)
    await site.json('POST', `/api/approvals/${asked.id}/reject`, { body: {} })
    assert.equal((await again).status, 'denied')
  })

  it('shows an edit as a diff, and nothing of a file that may hold secrets', async (test) => {
    const workspace = await folderFor(test)
    await writeFile(join(workspace, 'a.txt'), 'one\ntwo\u202e\nthree\n')
    await writeFile(join(workspace, '.env'), 'KEY=hidden\n')
    const site = await openSite(test, { workspace, tools: [], builtins: ['files'] })
    const gone = new AbortController()
    const ask = async (tool: string, input: object): Promise<Item> => {
      void site
        .send('POST', `/api/tools/${tool}/call`, { body: { input }, signal: gone.signal })
        .catch(() => undefined)
      const item = await until(
        async () =>
          (await site.get<{ items: Item[] }>('/api/approvals')).items.find((one) =>
            one.rendered.text.includes((input as { path: string }).path),
          ),
        'the request',
      )
      assert.equal(item.diff, undefined, 'lists compare nothing')
      return site.get<Item>(`/api/approvals/${item.id}`)
    }
    const whole = await ask('write_file', { path: 'a.txt', content: 'one\n2\nthree\n' })
    assert.deepEqual(
      whole.diff?.[0]?.lines.map(({ mark, text }) => mark + text),
      [' one', '-two⟨U+202E⟩', '+2', ' three'],
    )
    const secret = await ask('write_file', { path: '.env', content: 'KEY=mine\n' })
    assert.ok(!JSON.stringify(secret.diff).includes('KEY=hidden'))
    gone.abort()
    await until(async () => (await site.yard.inbox.list()).length === 0 || undefined, 'the calls to end')
  })
})

describe('a question of a tool over HTTP', () => {
  it('waits in the inbox, and takes one of its choices', async (test) => {
    const site = await openSite(test)
    const call = site.call<ToolResult>('choose', {})
    const item = await pending(site, 'questions')
    assert.deepEqual(item.choices, ['left', 'right'])
    const wrong = await site.json<Refusal>('POST', `/api/questions/${item.id}/answer`, {
      body: { answer: 'up' },
    })
    assert.deepEqual([wrong.status, wrong.body.error.code], [400, 'invalid_arguments'])
    const answer = await site.json<{ item: Item }>('POST', `/api/questions/${item.id}/answer`, {
      body: { answer: 'left' },
    })
    assert.equal(answer.body.item.status, 'answered')
    assert.deepEqual((await call).content, [{ type: 'text', text: 'chosen: left' }])
    const late = await site.json<Refusal>('POST', `/api/questions/${item.id}/answer`, {
      body: { answer: 'left' },
    })
    assert.equal(late.status, 409)
  })
})
