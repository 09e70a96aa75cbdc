import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { type ErrorCode, ToolyardError } from '../../kernel/index.ts'
import { createNet } from './create-net.ts'
import { neverSent } from './net-error.ts'

describe('a plain connection', () => {
  let met = 0
  const server = createServer((socket) => {
    met++
    socket.end('220 here\r\n')
  })
  let port = 0

  before(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    ;({ port } = server.address() as AddressInfo)
  })
  after(() => server.close())

  const at = (address: string) => async () => [{ address, family: 4 }]

  async function fault(work: Promise<unknown>): Promise<ToolyardError> {
    const error: unknown = await work.then(
      () => assert.fail('it was opened'),
      (thrown: unknown) => thrown,
    )
    assert.ok(ToolyardError.isInstance(error), String(error))
    return error
  }

  it('is opened to a host that is allowed, by its address or its name', async () => {
    const net = createNet({ allow: [`127.0.0.1:${port}`, `mail.test:${port}`] }, { resolve: at('127.0.0.1') })
    for (const host of ['127.0.0.1', 'mail.test']) {
      const socket = await net.open({ host, port })
      const [greeting] = (await once(socket, 'data')) as [Buffer]
      assert.equal(String(greeting), '220 here\r\n')
      socket.destroy()
    }
    await net.close()
  })

  it('is opened to no private address, however it is written or looked up', async () => {
    const earlier = met
    const rebound = createNet({}, { resolve: at('127.0.0.1') })
    const mixed = createNet(
      {},
      { resolve: async () => [...(await at('93.184.216.34')()), ...(await at('10.0.0.1')())] },
    )
    const system = createNet()
    const hosts = [
      '127.0.0.1',
      '[::1]',
      '::1',
      '[::ffff:127.0.0.1]',
      '169.254.169.254',
      '0.0.0.0',
      '0x7f.1',
      '2130706433',
      'localhost',
      'mail.test',
    ]
    for (const host of hosts) assert.equal((await fault(rebound.open({ host, port }))).code, 'denied', host)
    for (const host of ['localhost', '0x7f.1'])
      assert.equal((await fault(system.open({ host, port }))).code, 'denied', host)
    assert.equal((await fault(mixed.open({ host: 'mail.test', port }))).code, 'denied')
    assert.equal(met, earlier)
  })

  it('is not waited for longer than the caller wants', async () => {
    const stuck = createNet({}, { resolve: () => new Promise(() => undefined) })
    const stop = new AbortController()
    const opening = fault(stuck.open({ host: 'mail.test', port, signal: stop.signal }))
    stop.abort()
    assert.equal((await opening).code, 'cancelled' satisfies ErrorCode)
  })

  it('that nobody takes was certainly not used', async () => {
    const closed = createServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const { port: free } = closed.address() as AddressInfo
    closed.close()
    await once(closed, 'close')
    const net = createNet({ allow: [`127.0.0.1:${free}`] })
    const error = await fault(net.open({ host: '127.0.0.1', port: free }))
    assert.equal(error.code, 'unavailable')
    assert.ok(neverSent(error))
  })
})
