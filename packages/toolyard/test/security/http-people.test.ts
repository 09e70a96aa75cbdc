/** What people who share a server may do with each other's conversations. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Refusal, until } from '../http/support.ts'
import { call, type Caller, setUp } from './owners-ground.ts'

describe('tokens of people', () => {
  it('see each other’s conversations, and go on with their own alone', async (test) => {
    const { site } = await setUp(test)
    const ann = { token: (await site.tokens.create({ name: 'ann', role: 'operator' })).value }
    const bob = { token: (await site.tokens.create({ name: 'bob', role: 'approver' })).value }
    const admin = { token: site.token('admin') }
    const run = (as: Caller, threadId?: string) =>
      site.json<{ runId: string; threadId: string } & Refusal>('POST', '/api/agents/helper/runs', {
        as,
        body: { prompt: 'Hello', threadId },
      })
    const ended = (runId: string) =>
      until(async () => {
        const { status } = await site.get<{ status: string }>(`/api/runs/${runId}`, { as: ann })
        return status === 'running' ? undefined : status
      }, 'the end of the run')
    const { runId, threadId } = (await run(ann)).body
    await ended(runId)
    assert.equal((await site.json('GET', `/api/threads/${threadId}/messages`, { as: bob })).status, 200)
    const refused = await run(bob, threadId)
    assert.equal(refused.status, 403)
    assert.match(refused.body.error.message, /belongs to http:ann/)
    const again = await run(ann, threadId)
    assert.equal(again.status, 202)
    await ended(again.body.runId)
    const asAdmin = await run(admin, threadId)
    assert.equal(asAdmin.status, 202)
    await ended(asAdmin.body.runId)
    assert.equal((await run(ann, threadId)).status, 202, 'still hers')
  })

  it('do not reach what tools keep in a conversation of another', async (test) => {
    const { site } = await setUp(test)
    const ann = { token: (await site.tokens.create({ name: 'ann', role: 'operator' })).value }
    const bob = { token: (await site.tokens.create({ name: 'bob', role: 'operator' })).value }
    assert.equal((await call(site, ann, { tool: 'tally', threadId: 'office' })).data, 1)
    const other = await call(site, bob, { tool: 'tally', threadId: 'office' })
    assert.match(other.error?.message ?? '', /belongs to http:ann/)
    assert.equal((await call(site, bob, { tool: 'tally', threadId: 'mine' })).data, 1)
    assert.equal((await call(site, ann, { tool: 'tally', threadId: 'office' })).data, 2)
    assert.equal(
      (await call(site, { token: site.token('admin') }, { tool: 'tally', threadId: 'office' })).data,
      3,
    )
  })
})
