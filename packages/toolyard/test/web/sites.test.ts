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

describe('sites of the web', { timeout: 60_000 }, () => {
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
    return { read, requests }
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
})
