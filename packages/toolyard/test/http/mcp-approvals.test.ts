/** Who may approve through an MCP client: those whose token may approve elsewhere too. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { openSite, type Site } from './support.ts'

/** A client that accepts every form it is shown. */
async function accepting(
  test: TestContext,
  site: Site,
  token: string,
): Promise<{ readonly client: Client; readonly shown: string[] }> {
  const client = new Client({ name: 'eager', version: '1' }, { capabilities: { elicitation: { form: {} } } })
  const shown: string[] = []
  client.setRequestHandler('elicitation/create', ({ params }) => {
    shown.push(params.message)
    return { action: 'accept', content: {} }
  })
  const transport = new StreamableHTTPClientTransport(new URL(`${site.server.url}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  })
  await client.connect(transport)
  test.after(() => client.close())
  return { client, shown }
}

describe('an approval over MCP', () => {
  const open = (test: TestContext): Promise<Site> => openSite(test, { policy: { ask: ['echo'] } })

  it('is given at a client whose token may approve', async (test) => {
    const site = await open(test)
    const { client, shown } = await accepting(test, site, site.token('approver'))
    const result = await client.callTool({ name: 'echo', arguments: { text: 'hi' } })
    assert.notEqual(result.isError, true)
    assert.equal(shown.length, 1)
  })

  it('is not given at a client whose token may only call: the inbox is asked', async (test) => {
    const site = await open(test)
    const { client, shown } = await accepting(test, site, site.token('operator'))
    const call = client.callTool({ name: 'echo', arguments: { text: 'hi' } })
    let [item] = await site.yard.inbox.list()
    while (!item) {
      await new Promise((resolve) => setTimeout(resolve, 10))
      ;[item] = await site.yard.inbox.list()
    }
    assert.deepEqual(shown, [])
    await site.yard.inbox.reject(item.id, { by: 'ann' })
    assert.equal((await call).isError, true)
  })

  it('is not given in a session of somebody who may approve by somebody who may not', async (test) => {
    const site = await open(test)
    const post = (token: string, body: object, session?: string): Promise<Response> =>
      fetch(`${site.server.url}/mcp`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...(session !== undefined && { 'mcp-session-id': session }),
        },
        body: JSON.stringify({ jsonrpc: '2.0', ...body }),
      })
    const params = {
      protocolVersion: '2025-06-18',
      capabilities: { elicitation: {} },
      clientInfo: { name: 'one', version: '1' },
    }
    const begun = await post(site.token('approver'), { id: 1, method: 'initialize', params })
    assert.equal(begun.status, 200)
    const session = begun.headers.get('mcp-session-id') ?? ''
    await begun.text()
    const list = { id: 2, method: 'tools/list', params: {} }
    for (const [role, status] of [
      ['operator', 404],
      ['approver', 200],
      // A session belongs to the token that began it.
      ['admin', 404],
    ] as const) {
      const answer = await post(site.token(role), list, session)
      await answer.text()
      assert.equal(answer.status, status, role)
    }
  })
})
