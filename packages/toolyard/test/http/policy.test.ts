/** What the policy says of tools over HTTP, and what calls would get under a rule that somebody types. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { watchLoop } from '../helpers/loop-turns.ts'
import { openSite, type Refusal, type Site } from './support.ts'

interface Group {
  readonly isOwn: boolean
  readonly reaches: string
  readonly effect: string
  readonly by?: string
  readonly tools: string[]
}

interface Replay {
  readonly calls: number
  readonly skipped: number
  readonly isCut: boolean
  readonly changes: {
    readonly tool: string
    readonly from: string
    readonly to: string
    readonly count: number
    readonly calls: string[]
  }[]
}

async function replay(site: Site, body: object): Promise<Replay> {
  const answer = await site.json<Replay>('POST', '/api/policy/replay', { as: 'operator', body })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}

describe('the policy over HTTP', () => {
  it('says what is true of each group of tools, as the same code decides about a call', async (test) => {
    const site = await openSite(test, {
      builtins: ['files'],
      policy: { ask: ['edit_file'], deny: ['read_file(docs/**)'] },
    })
    const { groups } = await site.get<{ groups: Group[] }>('/api/policy')
    const of = (tool: string): Group | undefined => groups.find(({ tools }) => tools.includes(tool))
    assert.deepEqual(
      [of('write_file')?.effect, of('write_file')?.by, of('write_file')?.isOwn],
      ['ask', 'mode', false],
    )
    assert.deepEqual([of('edit_file')?.effect, of('edit_file')?.by], ['ask', 'rule'])
    assert.equal(of('read_file')?.effect, 'varies')
    assert.deepEqual([of('echo')?.effect, of('echo')?.isOwn], ['allow', true])
    assert.deepEqual([of('note')?.effect, of('note')?.by], ['ask', 'tool'])
    const inputs: Readonly<Record<string, object>> = {
      write_file: { path: 'a.txt', content: 'x' },
      note: { text: 'x' },
      echo: { text: 'x' },
      glob: { pattern: '*' },
    }
    for (const [tool, input] of Object.entries(inputs)) {
      const { body } = await site.json<{ decision: { effect: string } }>('POST', '/api/policy/explain', {
        body: { tool, input },
      })
      assert.equal(body.decision.effect, of(tool)?.effect, tool)
    }
  })

  it('shows what calls of the journal would get under one more rule, and saves nothing', async (test) => {
    const site = await openSite(test)
    for (const text of ['one', 'two', 'secret three']) await site.call('echo', { text })
    await site.call('count', { to: 2 })
    const before = await site.get<object>('/api/policy')
    const denied = await replay(site, { effect: 'deny', rule: 'echo(text=secret*)' })
    assert.deepEqual([denied.calls, denied.skipped, denied.isCut], [4, 0, false])
    assert.deepEqual(
      denied.changes.map(({ tool, from, to, count }) => [tool, from, to, count]),
      [['echo', 'allow', 'deny', 1]],
    )
    const asked = await replay(site, { effect: 'ask', rule: '*' })
    assert.deepEqual(
      asked.changes.map(({ tool, from, to, count }) => [tool, from, to, count]),
      [
        ['echo', 'allow', 'ask', 3],
        ['count', 'allow', 'ask', 1],
      ],
    )
    assert.deepEqual((await replay(site, { effect: 'allow', rule: 'echo' })).changes, [])
    assert.deepEqual(await site.get<object>('/api/policy'), before)
    assert.equal((await site.call('echo', { text: 'secret' })).status, 'ok')
    assert.deepEqual(
      site.yard.threads.ids.filter((id) => id !== 'default'),
      [],
      'no conversation is opened for it',
    )
  })

  it('refuses a rule that can not be read, and leaves out calls of which nothing can be said', async (test) => {
    const site = await openSite(test)
    await site.call('echo', { text: 'x' })
    await site.json('POST', '/api/tools/gone/call', { body: { input: {} } })
    const wrong = await site.json<Refusal>('POST', '/api/policy/replay', {
      body: { effect: 'deny', rule: 'echo(text' },
    })
    assert.deepEqual([wrong.status, wrong.body.error.code], [400, 'invalid_config'])
    const { calls, skipped } = await replay(site, { effect: 'deny', rule: 'echo' })
    assert.equal(calls - skipped, 1)
  })

  it('looks at the newest thousand calls, and lets other work go on meanwhile', async (test) => {
    const site = await openSite(test, { builtins: ['files'] })
    await site.yard.callMany(
      Array.from({ length: 1100 }, (_, index) => ({ tool: 'echo', input: { text: `text ${index}` } })),
    )
    using turns = watchLoop()
    const { calls, changes } = await replay(site, { effect: 'deny', rule: 'echo(text=text 5*)' })
    assert.equal(calls, 1000)
    assert.equal(changes[0]?.count, 100)
    assert.ok(turns.longestMs < 250, `one turn took ${turns.longestMs} ms`)
  })
})
