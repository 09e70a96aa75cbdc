/** A server's form over HTTP: what is asked, what is wrong with an answer field by field, what reached the server. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type ToolResult, textOf } from 'toolyard'
import { acceptAll, published } from '../mcp-client/support.ts'
import { openSite, type Refusal, until } from './support.ts'

interface Item {
  readonly id: string
  readonly status: string
  readonly form?: {
    readonly properties: Readonly<Record<string, object>>
    readonly required: readonly string[]
  }
  readonly values?: unknown
}

describe('a form of a server over HTTP', () => {
  it('is one question with thirteen typed fields; wrong values are told by field and keep it open', async (test) => {
    const everything = published('@modelcontextprotocol/server-everything/dist/index.js', 'stdio')
    const site = await openSite(test, { mcpServers: { everything }, policy: { mode: 'bypass' } })
    await site.yard.settled()
    await acceptAll(site.yard)
    const call = site.call<ToolResult>('everything__trigger-elicitation-request', {})
    const item = await until(async () => {
      const { body } = await site.json<{ items: Item[] }>('GET', '/api/questions')
      return body.items[0]
    }, 'the question')
    assert.equal(Object.keys(item.form?.properties ?? {}).length, 13)
    assert.deepEqual(item.form?.required, ['name'])
    assert.deepEqual(item.form.properties['email'], {
      title: 'String with email format',
      description: 'Your email address (will be verified, and never shared with anyone else)',
      type: 'string',
      format: 'email',
    })
    const path = `/api/questions/${item.id}/answer`
    const wrong = await site.json<Refusal>('POST', path, { body: { values: { email: 'a', integer: 101 } } })
    assert.equal(wrong.status, 400)
    assert.deepEqual(wrong.body.error.details, [
      { field: 'name', rule: 'required', message: 'must be filled in' },
      { field: 'email', rule: 'format', limit: 'email', message: 'must be an e-mail address' },
      { field: 'integer', rule: 'maximum', limit: 100, message: 'must be at most 100' },
    ])
    for (const body of [{}, { answer: 'x', values: {} }, { values: [] }, { answer: 'Ada' }])
      assert.equal((await site.json('POST', path, { body })).status, 400, JSON.stringify(body))
    const values = { name: 'Ada', integer: 7, titledMultipleSelectEnum: ['fish-2', 'fish-3'], check: true }
    const { status, body } = await site.json<{ item: Item }>('POST', path, { body: { values } })
    assert.equal(status, 200)
    assert.equal(body.item.status, 'answered')
    assert.match(JSON.stringify(body.item.values), /"integer":7.*"fish-2","fish-3"/)
    const text = textOf(await call)
    assert.match(text, /Name: Ada\n- Agreed to terms: true[^]*Favorite Integer: 7/)
    assert.match(text, /"legacyTitledEnum": "pet-1"/)
    assert.equal((await site.json('POST', path, { body: { values } })).status, 409)
  })

  it('is declined by a person, and only by those who may answer', async (test) => {
    const site = await openSite(test)
    const call = site.call<ToolResult>('choose', {})
    const item = await until(async () => (await site.yard.inbox.list())[0], 'the question')
    const path = `/api/questions/${item.id}/decline`
    assert.equal((await site.json('POST', path, { as: 'viewer', body: {} })).status, 403)
    const { body } = await site.json<{ item: Item }>('POST', path, { body: { reason: 'no' } })
    assert.equal(body.item.status, 'rejected')
    assert.equal((await call).error?.code, 'rejected')
  })
})
