/** Those who want to wear the server out: half-open connections, slow ones, ones without end. */
import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { describe, it } from 'node:test'
import { openSocket, requestText, sendRaw } from '../http/raw.ts'
import { openSite, until } from '../http/support.ts'

/** Less than a server usually has. */
const patience = { headMs: 1000, requestMs: 2000 }

describe('connections that never become a request', { concurrency: 2 }, () => {
  it('are closed by the time limit for heads, and the others are served meanwhile', async (test) => {
    const site = await openSite(test, { server: { patience } })
    const { port } = site.server
    const host = `Host: 127.0.0.1:${port}`
    const beginnings = [
      '',
      'G',
      `GET /healthz HTTP/1.1\r\n${host}`,
      `POST /mcp HTTP/1.1\r\n${host}\r\nX-Slow: `,
    ]
    const sockets: Socket[] = []
    for (let index = 0; index < 60; index++) {
      const socket = await openSocket(port, beginnings[index % beginnings.length])
      sockets.push(socket.resume())
    }
    test.after(() => sockets.forEach((socket) => socket.destroy()))
    const drip = setInterval(() => sockets.forEach((socket) => socket.writable && socket.write('x')), 300)
    test.after(() => clearInterval(drip))
    assert.equal((await site.call('echo', {})).status, 'ok')
    await until(() => sockets.every(({ destroyed }) => destroyed) || undefined, 'all of them closed')
    assert.equal((await site.call('echo', {})).status, 'ok')
  })

  it('are closed with 408 where the body does not come', async (test) => {
    const site = await openSite(test, { server: { patience } })
    const text = requestText({
      method: 'POST',
      path: '/api/tools/echo/call',
      headers: {
        host: `127.0.0.1:${site.server.port}`,
        authorization: `Bearer ${site.token('admin')}`,
        'content-type': 'application/json',
        'content-length': '100',
      },
      body: '{"input"',
    })
    const { status } = await sendRaw(site.server.port, text, 60_000)
    assert.equal(status, 408)
    assert.equal((await site.yard.calls()).length, 0)
  })

  it('cost nothing that is kept where they send nonsense', async (test) => {
    const site = await openSite(test)
    for (let index = 0; index < 200; index++) {
      const { status } = await sendRaw(site.server.port, `\x16\x03\x01${'\0'.repeat(index)}\r\n\r\n`)
      assert.equal(status, 400)
    }
    assert.match(await (await site.send('GET', '/metrics')).text(), /toolyard_event_streams 0/)
  })
})
