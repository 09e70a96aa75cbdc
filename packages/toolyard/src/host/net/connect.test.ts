import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { text } from 'node:stream/consumers'
import { createNet, type Net } from './index.ts'

describe('a bare connection', () => {
  const server = createServer((_request, response) => response.end('here'))
  let [net, port] = [] as unknown as [Net, number]
  let connections = 0

  before(async () => {
    server.on('connection', () => connections++).listen(0, '::')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
    const allow = [`127.0.0.1:${port}`, `[::1]:${port}`, `site.test:${port}`]
    net = createNet({ allow }, { resolve: async () => [{ address: '127.0.0.1', family: 4 }] })
  })
  after(async () => {
    await net.close()
    server.closeAllConnections()
    server.close()
  })

  for (const host of ['127.0.0.1', '[::1]', 'site.test'])
    it(`is made to ${host} where that is allowed, as a request is`, async () => {
      const url = `http://${host}:${port}`
      assert.equal(await (await net.request({ url })).text(), 'here')
      const socket = await net.connect(`https://${host}:${port}`)
      socket.write('GET / HTTP/1.0\r\n\r\n')
      assert.match(await text(socket), /here$/)
    })

  it('is made to no other, whatever its name leads to', async () => {
    const known = connections
    for (const host of ['127.0.0.2', 'localhost', '[::ffff:127.0.0.1]', 'other.test'])
      await assert.rejects(net.connect(`http://${host}:${port}`), { code: 'denied' }, host)
    await assert.rejects(net.connect('http://site.test:22'), { code: 'denied' })
    assert.equal(connections, known)
  })

  it('is not made after the network was closed', async () => {
    const other = createNet({ allow: [`127.0.0.1:${port}`] })
    await other.close()
    await assert.rejects(other.connect(`http://127.0.0.1:${port}`), { code: 'closed' })
  })
})
