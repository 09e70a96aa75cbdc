/** Those who hold connections: heads that never end, answers that nobody reads, more connections than there is room for. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { connect, type Socket } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { allowedBacklog } from '../../src/serve/http/index.ts'
import { openSocket, requestText, sendRaw } from '../http/raw.ts'
import { openSite, type Refusal, type Site, until } from '../http/support.ts'

function hold(test: TestContext, socket: Socket): Socket {
  socket.on('error', () => {})
  test.after(() => socket.destroy())
  return socket
}

function callText(site: Site, tool: string, input: object): string {
  return requestText({
    method: 'POST',
    path: `/api/tools/${tool}/call`,
    headers: {
      host: `127.0.0.1:${site.server.port}`,
      authorization: `Bearer ${site.token('admin')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ input }),
  })
}

function healthText(site: Site): string {
  return requestText({ method: 'GET', path: '/healthz', headers: { host: `127.0.0.1:${site.server.port}` } })
}

async function figure(site: Site, name: string): Promise<number> {
  const text = await (await site.send('GET', '/metrics')).text()
  const line = text.split('\n').find((one) => one.startsWith(`${name} `))
  return Number(line?.slice(name.length + 1))
}

/** More than the buffers of a connection hold. */
const manyAnswers = 24
const longInput = { text: 'x'.repeat(900_000) }

describe('slow connections', () => {
  it('keep nobody out: 500 of them, whatever they have sent, make way for those who ask', async (test) => {
    const site = await openSite(test, { server: { connections: { most: 100 } } })
    const { port } = site.server
    const host = `Host: 127.0.0.1:${port}`
    const slowHead = `POST /mcp HTTP/1.1\r\n${host}\r\nX-Slow: `
    const [silent, slow]: [Socket[], Socket[]] = [[], []]
    for (let index = 0; index < 250; index++) {
      silent.push(hold(test, await openSocket(port)).resume())
      slow.push(hold(test, await openSocket(port, slowHead)).resume())
    }
    const drip = setInterval(() => slow.forEach((socket) => socket.writable && socket.write('x')), 100)
    test.after(() => clearInterval(drip))
    // The first of them have rested for a second by then; those beyond the limit were told to come again, or gave up.
    const served = await until(async () => {
      const { status } = await sendRaw(port, healthText(site))
      return status === 200 || undefined
    }, 'an answer')
    assert.ok(served)
    for (let count = 0; count < 20; count++) assert.equal((await sendRaw(port, healthText(site))).status, 200)
    assert.equal((await site.call('echo', {})).status, 'ok')
    assert.ok((await figure(site, 'toolyard_http_connections_dropped_total{reason="rested"}')) > 0)
  })

  it('beyond the limit are told to come again, while all others are at work', async (test) => {
    const site = await openSite(test, { server: { connections: { most: 5 } } })
    const { port } = site.server
    const listen = requestText({
      method: 'GET',
      path: '/api/events',
      headers: { host: `127.0.0.1:${port}`, authorization: `Bearer ${site.token('admin')}` },
    })
    const listeners: Socket[] = []
    for (let count = 0; count < 5; count++) listeners.push(hold(test, await openSocket(port, listen)))
    await Promise.all(listeners.map((socket) => new Promise((resolve) => void socket.once('data', resolve))))
    const { status, head, body } = await sendRaw(port, healthText(site))
    assert.equal(status, 503)
    assert.match(head, /^Retry-After: \d/im)
    assert.match(head, /^Connection: close/im)
    assert.equal((JSON.parse(body) as Refusal).error.code, 'unavailable')
    listeners[0]?.destroy()
    await until(async () => (await sendRaw(port, healthText(site))).status === 200 || undefined, 'room')
    await until(
      async () => (await figure(site, 'toolyard_http_turned_away_total')) >= 1 || undefined,
      'the figure',
    )
  })
})

describe('an answer that is not read', () => {
  it('is given up after a time without progress, also where the reader goes on sending', async (test) => {
    const site = await openSite(test, { server: { connections: { stallMs: 600 } } })
    const socket = hold(test, connect(site.server.port, '127.0.0.1'))
    socket.pause()
    let isClosed = false
    socket.on('close', () => (isClosed = true))
    for (let count = 0; count < manyAnswers; count++) socket.write(callText(site, 'echo', longInput))
    const drip = setInterval(() => socket.writable && socket.write('\r\n'), 50)
    test.after(() => clearInterval(drip))
    await until(
      async () =>
        (await figure(site, 'toolyard_http_connections_dropped_total{reason="stalled"}')) > 0 || undefined,
      'the end of the connection',
    )
    socket.resume()
    await until(() => isClosed || undefined, 'the connection closed')
    assert.equal((await site.call('echo', {})).status, 'ok')
  })

  it('is not given up while it is read, however slowly', async (test) => {
    const site = await openSite(test, { server: { connections: { stallMs: 5000 } } })
    const socket = hold(test, connect(site.server.port, '127.0.0.1'))
    let received = 0
    let text = ''
    socket.on('data', (chunk: Buffer) => {
      received += chunk.length
      text = (text + chunk.toString('latin1')).slice(-100)
      socket.pause()
    })
    for (let count = 0; count < manyAnswers; count++) socket.write(callText(site, 'echo', longInput))
    const startedAt = performance.now()
    while (performance.now() - startedAt < 7000) {
      await sleep(20)
      socket.resume()
    }
    assert.equal(socket.destroyed, false)
    socket.on('data', () => socket.resume())
    socket.resume()
    await until(() => received > manyAnswers * 900_000 || undefined, 'all of it')
    assert.equal(await figure(site, 'toolyard_http_connections_dropped_total{reason="stalled"}'), 0)
  })
})

describe('a server that is busy', () => {
  it('loses no connection meanwhile: the system keeps a thousand of them for it', async (test) => {
    const site = await openSite(test)
    const wanted = Math.min(1000, (await allowedBacklog()) ?? Infinity)
    const script = `
      const { connect } = require('node:net')
      let connected = 0
      const end = () => { process.stdout.write(String(connected)); process.exit() }
      for (let count = 0; count < 1000; count++)
        connect(${site.server.port}, '127.0.0.1', () => ++connected === ${wanted} && end()).on('error', () => {})
      setTimeout(end, 120_000)`
    // Nothing is taken while the event loop stands still, and it does until the client has ended.
    const { stdout } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' })
    assert.equal(Number(stdout), wanted)
    assert.equal((await site.call('echo', {})).status, 'ok')
  })
})
