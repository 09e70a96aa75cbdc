/** MCP over HTTP: who may speak to it at all, what it takes, and that nobody gets at what is another's. */
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { createToolyard, defineTool, type ToolService } from 'toolyard'
import { type McpHttp, serveMcp } from '../helpers/mcp-http.ts'
import { initialize, listIn, modern, openSession, ping, send } from '../mcp-server/raw.ts'

const runs: number[] = []
const pay = defineTool({
  name: 'pay',
  description: 'Pays money.',
  permission: 'external',
  effects: 'network',
  confirm: true,
  inputSchema: { amount: Number },
  execute({ amount }) {
    runs.push(amount)
    return `PAID ${amount}`
  },
})
const long = defineTool({
  name: 'long',
  description: 'Answers more than is shown.',
  permission: 'read',
  effects: 'none',
  inputSchema: {},
  execute: () => 'private line\n'.repeat(9000),
})

let yard: ToolService
let served: McpHttp
before(async () => {
  yard = await createToolyard({ tools: [pay, long] })
  await yard.agents.create({ name: 'helper', toolIds: ['long'] })
  served = await serveMcp(yard)
})
after(async () => {
  await served[Symbol.asyncDispose]()
  await yard.close()
})

/** `fetch` does not let a page choose these headers; other programs may. Several parts go without a length. */
function sendWith(
  headers: Readonly<Record<string, string>>,
  parts: readonly string[] = [JSON.stringify(initialize)],
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const kinds = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const sent = request(
    served.url,
    { method: 'POST', agent: false, headers: { ...kinds, ...headers } },
    (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    },
  )
  sent.on('error', reject)
  for (const part of parts.slice(0, -1)) sent.write(part)
  sent.end(parts.at(-1))
  return promise
}

describe('a request over HTTP', () => {
  for (const host of [
    'evil.example.com',
    '127.0.0.1.evil.com',
    'localhost.evil.com:80',
    'localhost@evil.com',
    '[::1',
  ])
    it(`is refused for another host: ${host}`, async () => {
      assert.ok([400, 403].includes(await sendWith({ host })))
    })

  for (const origin of [
    'http://evil.example.com',
    'https://127.0.0.1.evil.com',
    'null',
    'file://',
    'http://localhost@evil.com',
    'javascript:alert(1)',
  ])
    it(`is refused from another page: ${origin}`, async () => {
      assert.equal(await sendWith({ origin }), 403)
    })

  it('is taken for our hosts, from our pages and from no page', async () => {
    assert.equal(await sendWith({ host: 'localhost:4000' }), 200)
    assert.equal(await sendWith({ origin: served.url.origin }), 200)
    assert.equal(await sendWith({ origin: 'http://localhost:3000' }), 200)
    assert.equal(await sendWith({}), 200)
  })

  it('is held to the port of a host that is named with one', async () => {
    await using strict = await serveMcp(yard, { hosts: ['localhost:9'] })
    assert.equal((await send(strict.url, { body: initialize })).status, 403)
  })

  it('is refused in the era without sessions just so', async () => {
    const body = [JSON.stringify({ ...initialize, method: 'server/discover' })]
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'server/discover' }
    assert.equal(await sendWith({ ...headers, host: 'evil.com' }, body), 403)
    assert.equal(await sendWith({ ...headers, origin: 'http://evil.com' }, body), 403)
  })

  it('is JSON or nothing', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', ''])
      assert.equal(
        (await send(served.url, { headers: { 'content-type': type }, body: initialize })).status,
        415,
        type,
      )
    const { status, body } = await send(served.url, { body: '{"jsonrpc":' })
    assert.deepEqual([status, body.error?.code], [400, -32_700])
  })

  it('has a body of a megabyte at the most, whatever it says of its length', async () => {
    const large = JSON.stringify({ ...ping, params: { text: 'x'.repeat(1_000_001) } })
    assert.equal(await sendWith({}, [large]), 413)
    const parts = Array.from({ length: 20 }, () => ' '.repeat(100_000))
    assert.equal(await sendWith({}, parts), 413)
  })

  it('is not nested deeper than 64 levels, and has no key that reaches a prototype', async () => {
    const deep = `{"jsonrpc":"2.0","id":1,"method":"ping","params":${'{"a":'.repeat(64)}1${'}'.repeat(64)}}`
    const answer = await send(served.url, { body: deep })
    assert.equal(answer.status, 400)
    assert.match(answer.body.error?.message ?? '', /nested deeper than 64/)
    const bottomless = '['.repeat(900_000)
    assert.equal((await send(served.url, { body: bottomless })).status, 400)
    const polluting = '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"__proto__":{"a":1}}}'
    assert.equal((await send(served.url, { body: polluting })).status, 400)
  })

  it('is GET, POST or DELETE', async () => {
    for (const method of ['PUT', 'PATCH', 'OPTIONS'])
      assert.equal((await send(served.url, { method })).status, 405)
    assert.equal((await send(served.url, { method: 'DELETE' })).status, 405)
  })
})

describe('a session over HTTP', () => {
  it('is needed by what does not begin one', async () => {
    assert.equal((await send(served.url, { body: ping })).status, 400)
  })

  it('is found only under its own id, and only at the address where it was opened', async () => {
    const id = await openSession(served.agentUrl('helper'))
    assert.match(id, /^[0-9a-f-]{36}$/)
    const headers = { 'mcp-session-id': id, 'mcp-protocol-version': '2025-11-25' }
    assert.equal((await send(served.agentUrl('helper'), { headers, body: ping })).status, 200)
    assert.equal((await send(served.url, { headers, body: ping })).status, 404)
    assert.equal((await send(served.url, { method: 'DELETE', headers })).status, 404)
    assert.equal((await send(served.agentUrl('helper'), { headers, body: ping })).status, 200)
    const guessed = { ...headers, 'mcp-session-id': 'shared_0000' }
    assert.equal((await send(served.url, { headers: guessed, body: ping })).status, 404)
  })

  it('of an agent that is not there lists no tools', async () => {
    const { body } = await modern(served.agentUrl('nobody'), 'tools/list', {})
    assert.match(body.error?.message ?? '', /no agent named "nobody"/)
  })
})

describe('a call that waits for its client', () => {
  const call = { name: 'pay', arguments: { amount: 5 } }

  async function asked(): Promise<{ key: string; requestState: string }> {
    const { body } = await modern(served.url, 'tools/call', call)
    assert.equal(body.result?.['resultType'], 'input_required')
    const [key = ''] = Object.keys(body.result['inputRequests'] as object)
    return { key, requestState: String(body.result['requestState']) }
  }
  const yes = { action: 'accept', content: {} }

  it('runs once, for the client and the arguments that it was made with', async () => {
    runs.length = 0
    const { key, requestState } = await asked()
    const inputResponses = { [key]: yes }
    const others = [
      modern(served.url, 'tools/call', {
        ...call,
        arguments: { amount: 5000 },
        inputResponses,
        requestState,
      }),
      modern(served.url, 'tools/call', { ...call, inputResponses, requestState: `${requestState}x` }),
      modern({ url: served.url, name: 'other' }, 'tools/call', { ...call, inputResponses, requestState }),
      modern(served.agentUrl('helper'), 'tools/call', { ...call, inputResponses, requestState }),
    ]
    for (const { body } of await Promise.all(others)) assert.equal(body.error?.code, -32_602)
    assert.deepEqual(runs, [])
    const right = await modern(served.url, 'tools/call', { ...call, inputResponses, requestState })
    assert.match(JSON.stringify(right.body.result), /PAID 5/)
    const again = await modern(served.url, 'tools/call', { ...call, inputResponses, requestState })
    assert.equal(again.body.error?.code, -32_602)
    assert.deepEqual(runs, [5])
  })

  it('is not approved by an answer that came before the question', async () => {
    runs.length = 0
    const { key } = await asked()
    const early = await modern(served.url, 'tools/call', {
      ...call,
      inputResponses: { [key]: yes, apr: yes },
    })
    assert.equal(early.body.result?.['resultType'], 'input_required')
    assert.deepEqual(runs, [])
  })

  it('is asked about again where the answer is missing or no answer', async () => {
    runs.length = 0
    let { requestState } = await asked()
    for (const inputResponses of [{}, { other: yes }, { wrong: 'accept' }, undefined]) {
      const { body } = await modern(served.url, 'tools/call', { ...call, inputResponses, requestState })
      assert.equal(body.result?.['resultType'], 'input_required')
      requestState = String(body.result['requestState'])
    }
    assert.deepEqual(runs, [])
  })
})

describe('a long answer', () => {
  it('is read by the client that was given it, and by nobody else', async () => {
    const content = listIn(await modern(served.url, 'tools/call', { name: 'long', arguments: {} }), 'content')
    const { uri = '' } = content.find(({ type }) => type === 'resource_link') ?? {}
    const own = await modern(served.url, 'resources/read', { uri })
    assert.match(JSON.stringify(own.body.result), /private line/)
    const others = [
      modern({ url: served.url, name: 'other' }, 'resources/read', { uri }),
      modern(served.agentUrl('helper'), 'resources/read', { uri }),
    ]
    for (const answer of await Promise.all(others)) {
      assert.equal(answer.body.error?.code, -32_602)
      assert.doesNotMatch(JSON.stringify(answer.body), /private line/)
    }
  })

  for (const uri of [
    'toolyard://results/',
    'toolyard://results/../x',
    'file:///etc/passwd',
    'toolyard://results/res_1',
  ])
    it(`is not found under ${uri}`, async () => {
      const { body } = await modern(served.url, 'resources/read', { uri })
      assert.equal(body.error?.code, -32_602)
    })
})
