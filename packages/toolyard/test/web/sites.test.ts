/** Sites of the web and the policy: one question a site, rules by address, and where a server may send a call on to. */
import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { type ApprovalRequest, createToolyard, type ToolService, type ToolyardOptions } from 'toolyard'

/** Two sites on this machine; `/to?URL` redirects. */
async function site(): Promise<{
  readonly server: Server
  readonly origin: string
  readonly asked: string[]
}> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    const [, to] = /^\/to\?(.*)$/.exec(path) ?? []
    if (to === undefined) response.end(`<p>The page ${path}</p>`)
    else response.writeHead(302, { location: to }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, asked, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

describe('sites of the web', () => {
  let some: Awaited<ReturnType<typeof site>>
  let other: Awaited<ReturnType<typeof site>>
  const yards: ToolService[] = []
  before(async () => {
    ;[some, other] = [await site(), await site()]
  })
  after(async () => {
    for (const yard of yards) await yard.close()
    for (const { server } of [some, other]) {
      server.closeAllConnections()
      server.close()
    }
  })

  async function open(options: ToolyardOptions = {}) {
    const requests: ApprovalRequest[] = []
    const yard = await createToolyard({
      builtins: ['web'],
      approvals: 'wait',
      network: { allow: [some.origin, other.origin].map((origin) => origin.slice('http://'.length)) },
      approver: {
        async ask(request) {
          requests.push(request)
          return { decision: 'approve', by: 'ann', scope: 'thread' }
        },
      },
      ...options,
    })
    yards.push(yard)
    const read = (url: string) => yard.call('web_fetch', { url }, { threadId: 'talk' })
    const send = (input: object) => yard.call('http_request', input, { threadId: 'talk' })
    return { read, send, requests }
  }

  it('are asked about once each', async () => {
    const { read, requests } = await open()
    for (const path of ['/', '/a', '/b?c=d', '/to?/e'])
      assert.deepEqual((await read(some.origin + path)).error, undefined, path)
    assert.equal((await read(other.origin)).status, 'ok')
    assert.deepEqual(
      requests.map(({ offer }) => offer),
      [some, other].map(({ origin }) => `web_fetch(${origin}/**)`),
    )
  })

  it('do not send a call on to another site that nobody was asked about', async () => {
    const { read, requests } = await open()
    const result = await read(`${some.origin}/to?${other.origin}/secret`)
    assert.equal(result.error?.code, 'denied')
    assert.match(
      result.error?.message ?? '',
      new RegExp(`redirects to ${other.origin}/secret: that is another site`),
    )
    assert.match(result.error?.hint ?? '', /ask for its own address/)
    assert.ok(!other.asked.includes('/secret'))
    assert.equal((await read(`${other.origin}/x`)).status, 'ok')
    assert.equal(
      (await read(`${some.origin}/to?${other.origin}/secret`)).status,
      'ok',
      'it was granted meanwhile',
    )
    assert.equal(requests.length, 2)
  })

  it('are followed where a rule or the mode allows them', async () => {
    const allow = [`web_fetch(${some.origin}/**)`, `web_fetch(${other.origin}/open/**)`]
    const { read, requests } = await open({ policy: { allow } })
    assert.equal((await read(`${some.origin}/to?${other.origin}/open/x`)).status, 'ok')
    assert.equal((await read(`${some.origin}/to?${other.origin}/else`)).error?.code, 'denied')
    assert.equal(requests.length, 0)
    const { read: anything } = await open({ policy: { mode: 'bypass' } })
    assert.equal((await anything(`${some.origin}/to?${other.origin}/else`)).status, 'ok')
  })

  it('stay closed by a rule, also behind a redirect and in every mode', async () => {
    const { read } = await open({ policy: { mode: 'bypass', deny: [`web_fetch(${other.origin}/closed)`] } })
    const known = other.asked.length
    for (const url of [
      `${other.origin}/closed`,
      `${other.origin}/closed/below?x`,
      `${other.origin}/%63losed`,
      `${some.origin}/to?${other.origin}/closed`,
      `${some.origin}/to?${some.origin}/to?${other.origin}/closed`,
    ]) {
      const result = await read(url)
      assert.equal(result.error?.code, 'denied', url)
    }
    assert.equal(other.asked.length, known)
    assert.equal((await read(`${other.origin}/open`)).status, 'ok')
  })

  it('that may be read are asked about again before something is sent to them', async () => {
    const { send, requests } = await open()
    const { origin } = some
    for (const input of [
      { url: `${origin}/a` },
      { url: `${origin}/b` },
      { url: `${origin}/b`, method: 'HEAD' },
      { url: `${origin}/b`, json: {} },
      { url: `${origin}/b`, form: { a: 1 } },
      { url: `${origin}/b`, method: 'DELETE' },
      { url: `${origin}/b`, headers: { 'X-HTTP-Method-Override': 'DELETE' } },
      { url: `${origin}/b`, headers: { 'X-HTTP-Method-Override': 'PUT' } },
    ]) {
      const result = await send(input)
      assert.ok(
        result.status === 'ok' || /approved once/.test(result.error?.message ?? ''),
        result.error?.message,
      )
    }
    assert.deepEqual(
      requests.map(({ offer }) => offer),
      [
        `http_request(GET ${origin}/**)`,
        `http_request(POST ${origin}/b)`,
        `http_request(DELETE ${origin}/b)`,
        undefined,
        undefined,
      ],
    )
  })

  it('may be closed to a method, also behind a redirect that changes it', async () => {
    const deny = [`http_request(GET ${other.origin}/**)`, `http_request(delete ${some.origin})`]
    const { send } = await open({ policy: { mode: 'bypass', deny } })
    const isDenied = async (input: object): Promise<boolean> => (await send(input)).error?.code === 'denied'
    assert.ok(await isDenied({ url: other.origin }))
    assert.ok(await isDenied({ url: other.origin, method: 'HEAD' }))
    assert.ok(await isDenied({ url: `${some.origin}/to?${other.origin}/x`, method: 'POST' }))
    assert.ok(await isDenied({ url: `${some.origin}/x`, method: 'DELETE' }))
    assert.ok(await isDenied({ url: `${some.origin}/x`, json: {}, headers: { 'x-http-method': 'DELETE' } }))
    assert.ok(!(await isDenied({ url: other.origin, method: 'POST' })))
    assert.ok(!(await isDenied({ url: `${some.origin}/x` })))
  })
})
