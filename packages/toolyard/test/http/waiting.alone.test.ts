/** Many requests that wait for people at once: lists stay small, nobody fills them, answers are heard. */
import assert from 'node:assert/strict'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ToolResult } from 'toolyard'
import { createMemoryStore } from '../../src/store/index.ts'
import { openSite, type Site, until } from './support.ts'

interface Item {
  readonly id: string
  readonly digest: string
  readonly tool: string
  readonly rendered: {
    readonly text: string
    readonly characters: number
    readonly from: number
    readonly next: number | null
  }
  readonly diff?: readonly { readonly lines: readonly unknown[]; readonly tooLarge: boolean }[]
}

interface Page {
  readonly items: Item[]
  readonly next: string | null
  readonly total: number
}

/** Calls that end with the test. */
function ask(
  site: Site,
  { tool = 'note', inputs }: { readonly tool?: string; readonly inputs: readonly object[] },
  signal: AbortSignal,
): Promise<unknown>[] {
  return inputs.map((input) =>
    site
      .send('POST', `/api/tools/${tool}/call`, { body: { input }, signal })
      .then(async (response) => (await response.json()) as ToolResult)
      .catch(() => undefined),
  )
}

const pending = (site: Site, count: number): Promise<Page> =>
  until(async () => {
    const page = await site.get<Page>('/api/approvals')
    return page.total === count ? page : undefined
  }, `${count} requests`)

describe('requests that wait over HTTP', () => {
  it('are listed without diffs and without long texts, whatever they hold', async (test) => {
    const site = await openSite(test, { tools: [], builtins: ['files'] })
    const gone = new AbortController()
    const inputs = Array.from({ length: 8 }, (_, index) => ({
      path: `f${index}.txt`,
      content: '\n'.repeat(480_000),
    }))
    const calls = ask(site, { tool: 'write_file', inputs }, gone.signal)
    await pending(site, 8)
    const late = monitorEventLoopDelay({ resolution: 5 })
    late.enable()
    const response = await site.send('GET', '/api/approvals')
    const body = await response.text()
    late.disable()
    assert.ok(body.length < 60_000, `${body.length} characters`)
    assert.ok(late.max / 1e6 < 500, `${late.max / 1e6} ms`)
    const { items } = JSON.parse(body) as Page
    const [item] = items
    assert.ok(item)
    assert.deepEqual([item.diff, item.rendered.text.length, item.rendered.next], [undefined, 2000, 2000])
    assert.ok(item.rendered.characters > 960_000)
    const one = await site.get<Item>(`/api/approvals/${item.id}`)
    assert.equal(one.rendered.text.length, 20_000)
    assert.deepEqual(
      one.diff?.map(({ tooLarge, lines }) => [tooLarge, lines.length]),
      [[true, 0]],
    )
    gone.abort()
    await Promise.all(calls)
    await pending(site, 0)
  })

  it('show all of a long text, part by part or at once', async (test) => {
    const site = await openSite(test)
    const gone = new AbortController()
    const text = Array.from({ length: 9000 }, (_, index) => `line ${index} 😀`).join('\n')
    const calls = ask(site, { inputs: [{ text }] }, gone.signal)
    const { items } = await pending(site, 1)
    const path = `/api/approvals/${items[0]?.id}`
    let seen = ''
    for (let from: number | null = 0; from !== null;) {
      const { rendered }: Item = await site.get<Item>(`${path}?from=${from}&characters=30001`)
      assert.equal(rendered.from, from)
      seen += rendered.text
      from = rendered.next
    }
    const whole = await site.get<Item & { bytes: string }>(`${path}?whole=true`)
    assert.equal(whole.rendered.text, seen)
    assert.equal(whole.rendered.characters, seen.length)
    assert.deepEqual(JSON.parse(seen.slice('note '.length)), { text })
    assert.ok(whole.bytes.includes('line 8999'))
    gone.abort()
    await Promise.all(calls)
  })

  it('are listed page by page, oldest or newest first, with how many there are in all', async (test) => {
    const site = await openSite(test, { limits: { waiting: { perCaller: 500 } } })
    const gone = new AbortController()
    const calls: Promise<unknown>[] = []
    for (let index = 0; index < 230; index++)
      calls.push(...ask(site, { inputs: [{ text: `n${index}.` }] }, gone.signal))
    await pending(site, 230)
    for (const order of ['newest', 'oldest']) {
      const seen: string[] = []
      for (let after = ''; ;) {
        const page = await site.get<Page>(`/api/approvals?order=${order}&limit=100${after}`)
        assert.equal(page.total, 230)
        seen.push(...page.items.map(({ id }) => id))
        if (page.next === null) break
        after = `&after=${page.next}`
      }
      assert.deepEqual([seen.length, new Set(seen).size], [230, 230])
    }
    assert.equal((await site.get<Page>('/api/approvals?tool=echo')).total, 0)
    assert.equal((await site.get<Page>('/api/approvals?tool=note&status=all&limit=1')).total, 230)
    assert.equal((await site.get<Page>('/api/approvals?agent=nobody')).total, 0)
    const info = await site.get<{ counts: { pending: number } }>('/api/info')
    assert.equal(info.counts.pending, 230)
    gone.abort()
    await Promise.all(calls)
  })

  it('are bounded for each caller and in all: one more is told that too many wait', async (test) => {
    const site = await openSite(test, { limits: { waiting: { total: 70 } } })
    const gone = new AbortController()
    const inputs = Array.from({ length: 80 }, (_, index) => ({ text: `${index}` }))
    const calls = ask(site, { inputs }, gone.signal)
    await pending(site, 64)
    const { status, body: refused } = await site.json<ToolResult>('POST', '/api/tools/note/call', {
      body: { input: { text: 'one more' } },
    })
    assert.equal(status, 429)
    assert.deepEqual([refused.status, refused.error?.code, refused.error?.retryable], ['error', 'busy', true])
    const other = await site.tokens.create({ name: 'other', role: 'operator' })
    const codes: (string | undefined)[] = []
    const others = Array.from({ length: 10 }, async () => {
      const body = { input: { text: 'x' } }
      const options = { as: { token: other.value }, body, signal: gone.signal }
      const answer = await site.json<ToolResult>('POST', '/api/tools/note/call', options)
      codes.push(answer.body.error?.code)
    })
    await until(() => (codes.length === 4 ? true : undefined), 'those who are told')
    await pending(site, 70)
    assert.deepEqual(codes, ['busy', 'busy', 'busy', 'busy'])
    gone.abort()
    await Promise.all(calls)
    await Promise.allSettled(others)
  })

  it('are looked after together: while nothing is written, none of them asks the database, and no look for all does', async (test) => {
    const memory = createMemoryStore()
    const counts = { find: 0, moves: 0, pending: 0 }
    const { inbox } = memory
    const store = {
      ...memory,
      inbox: {
        ...inbox,
        find: (id: string) => (counts.find++, inbox.find(id)),
        moves: () => (counts.moves++, inbox.moves()),
        pending: () => (counts.pending++, inbox.pending()),
      },
    }
    const site = await openSite(test, {
      database: store,
      limits: { waiting: { perCaller: 1000, total: 1000 } },
    })
    const gone = new AbortController()
    const calls = Array.from({ length: 300 }, (_, index) =>
      site.yard.call('note', { text: `${index}` }, { signal: gone.signal }),
    )
    await until(() => (inbox.count({ status: 'pending' }) === 300 ? true : undefined), 'all of them')
    // The signs of these writes have been followed.
    let before = { ...counts }
    await until(async () => {
      const seen = { ...counts }
      await sleep(1000)
      before = { ...counts }
      return seen.moves === before.moves ? true : undefined
    }, 'silence')
    await sleep(1500)
    assert.deepEqual(counts, before)
    // As another process answers: nobody here is told.
    const [first] = await inbox.list({ order: 'oldest', limit: 1 })
    const began = performance.now()
    await inbox.settle(first?.id ?? '', { from: 'pending', to: 'approved', by: 'ann', at: 1 })
    assert.equal((await Promise.race(calls)).status, 'ok')
    assert.ok(performance.now() - began < 5000)
    assert.ok(counts.find - before.find < 10)
    gone.abort()
    await Promise.all(calls)
  })
})
