/** The collected cases of requests to a local server, as bytes on a socket. What is denied never reaches its tool. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it, type TestContext } from 'node:test'
import { defineTool } from 'toolyard'
import { requestText, sendRaw } from '../http/raw.ts'
import { note, openSite, type Site, until } from '../http/support.ts'

interface Case {
  readonly id: string
  readonly expect: 'allow' | 'deny'
  readonly reason: string
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  readonly status?: readonly number[]
}

const corpus = new URL('../corpora/http.json', import.meta.url)
const { entries } = JSON.parse(readFileSync(corpus, 'utf8')) as { entries: readonly Case[] }

let runs = 0
const echo = defineTool({
  name: 'echo',
  description: 'Counts its calls.',
  permission: 'read',
  effects: 'none',
  execute: () => ++runs,
})

/** What the cases leave open. */
let filled: Readonly<Record<string, string>>
let site: Site
const ended: (() => unknown)[] = []

/** A request that nobody answered in time, in the same inbox. */
async function oldApproval(test: TestContext): Promise<string> {
  const hasty = await openSite(test, {
    tools: [note],
    limits: { approvalMs: 300 },
    database: site.yard.store,
  })
  await hasty.call('note', { text: 'old' })
  const [item] = await site.yard.inbox.list({})
  assert.equal(item?.status, 'expired')
  return item.id
}

const fill = (text: string): string => text.replaceAll(/\{(\w+)\}/g, (_, name: string) => filled[name] ?? '')

function bodyOf({ body }: Case): string | null {
  const depth = /^gen:depth:(\d+)$/.exec(body ?? '')?.[1]
  if (depth === undefined) return body
  return `{"args":${'['.repeat(Number(depth))}${']'.repeat(Number(depth))}}`
}

function textOf(one: Case): string {
  const { raw, ...given } = one.headers
  const named = Object.entries({ host: '127.0.0.1:{PORT}', ...given }).map(([name, value]) => [
    name,
    fill(value),
  ])
  return requestText({
    method: one.method,
    path: fill(one.path),
    headers: Object.fromEntries(named) as Record<string, string>,
    body: bodyOf(one),
    ...(raw !== undefined && { raw }),
  })
}

describe('the collected requests', () => {
  before(async () => {
    const test = { after: (end: () => unknown) => void ended.push(end) } as unknown as TestContext
    site = await openSite(test, { tools: [echo, note] })
    const old = await oldApproval(test)
    const gone = new AbortController()
    ended.unshift(() => gone.abort())
    void site
      .send('POST', '/api/tools/note/call', { body: { input: { text: 'x' } }, signal: gone.signal })
      .catch(() => {})
    const { id } = await until(async () => (await site.yard.inbox.list())[0], 'the request')
    filled = {
      TOKEN: site.token('admin'),
      PORT: String(site.server.port),
      APPROVAL: id,
      OLD_APPROVAL: old,
      OTHER_TENANT_AGENT: '7b2f6f0e-0000-4000-8000-000000000000',
    }
  })
  after(async () => {
    for (const end of ended) await end()
  })

  for (const one of entries.filter(({ method }) => method !== 'LOAD')) {
    it(`${one.id}: ${one.expect}, ${one.reason}`, async () => {
      const already = runs
      const answer = await sendRaw(site.server.port, textOf(one))
      if (one.expect === 'allow') {
        assert.equal(answer.status, 200, answer.body)
        assert.equal(runs - already, one.method === 'POST' ? 1 : 0)
        return
      }
      assert.equal(runs, already, 'the tool ran')
      assert.ok(answer.status >= 400, `it answered ${answer.status}`)
      if (one.status)
        assert.ok(one.status.includes(answer.status), `it answered ${answer.status}: ${answer.body}`)
      assert.doesNotMatch(answer.head, /^location:/im)
      assert.ok(!(answer.head + answer.body).includes(site.token('admin')), 'it shows the token')
    })
  }

  it('leave what waits for a person as it was', async () => {
    assert.equal((await site.yard.inbox.find(filled['APPROVAL'] ?? '')).status, 'pending')
  })
})
