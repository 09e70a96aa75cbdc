/** Bodies of senders who are not known yet: they fill no memory, and keep small requests of others not out. */
import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { describe, it } from 'node:test'
import { until } from '../http/support.ts'
import { openTriggers, trigger } from '../triggers/support.ts'

describe('bodies of unknown senders', () => {
  it('are kept only as far as there is room; small signed requests go through', async (test) => {
    const { site } = await openTriggers(test, { perMinute: 10_000 })
    const { hostname, port } = new URL(site.url)
    const part = Buffer.alloc(990_000, ' ')
    const head = `POST /api/triggers/hook HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncontent-type: application/json\r\ncontent-length: 995000\r\n\r\n`
    const begin = (): Socket => {
      const socket = connect(Number(port), hostname)
      socket.on('error', () => {})
      // One that was refused holds no room: another one takes its place.
      socket.once('data', () => socket.destroy())
      socket.write(head)
      socket.write(part)
      return socket
    }
    const sockets: Socket[] = []
    test.after(() => sockets.forEach((socket) => socket.destroy()))
    const large = { text: 'x'.repeat(900_000) }
    await until(async () => {
      // On a busy machine the server may have given up some of them already.
      const open = sockets.filter(({ closed }) => !closed).length
      sockets.push(...Array.from({ length: 90 - open }, begin))
      const { status, headers } = await trigger(site, large)
      return status === 429 && headers.has('retry-after') ? true : undefined
    }, 'the refusal of a large body')
    assert.equal((await trigger(site, { text: 'small' })).status, 202)
    for (const socket of sockets) socket.destroy()
    await until(async () => ((await trigger(site, large)).status === 202 ? true : undefined), 'room again')
  })

  it('are short where somebody signs in', async (test) => {
    const { site } = await openTriggers(test)
    const response = await fetch(`${site.url}/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: 'x'.repeat(20_000) }),
    })
    assert.equal(response.status, 413)
  })
})
