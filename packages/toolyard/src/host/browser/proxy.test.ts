import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { buffer } from 'node:stream/consumers'
import { createNet } from '../net/index.ts'
import { BrowserProxy } from './proxy.ts'

const greeting = Buffer.of(5, 1, 0)

/** What a browser says first to a site of this name. */
function wanting(host: string, port: number, command = 1): Buffer {
  const name = Buffer.from(host)
  return Buffer.concat([
    greeting,
    Buffer.of(5, command, 0, 3, name.length),
    name,
    Buffer.of(port >> 8, port & 255),
  ])
}

describe('the proxy of a browser', () => {
  /** Answers what it hears, twice. */
  const site = createServer({ allowHalfOpen: true }, async (socket) => {
    connections++
    const heard = await buffer(socket)
    socket.end(Buffer.concat([heard, heard]))
  })
  let connections = 0
  let [folder, socket, port] = [] as unknown as [string, string, number]
  let asked: string[] = []
  let proxy: BrowserProxy
  const net = (): ReturnType<typeof createNet> => createNet({ allow: [`127.0.0.1:${port}`, `[::1]:${port}`] })

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolyard-proxy-'))
    site.listen(0, '::')
    await once(site, 'listening')
    port = (site.address() as AddressInfo).port
    socket = join(folder, 'proxy')
    proxy = new BrowserProxy({
      net: net(),
      allowed: async (origin) => void asked.push(origin),
      limits: { bytes: 200_000 },
    })
    await proxy.listen(socket)
  })
  after(async () => {
    await proxy.close()
    site.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** Speaks these parts one after the other, and answers all that comes back. */
  const speak = async (parts: readonly Uint8Array[], path = socket): Promise<Buffer> => {
    const client = connect({ path, allowHalfOpen: true })
    client.on('error', () => {})
    await once(client, 'connect')
    const answer = buffer(client).catch(() => Buffer.alloc(0))
    for (const part of parts) {
      client.write(part)
      await new Promise((resolve) => setImmediate(resolve))
    }
    client.end()
    return answer
  }

  it('passes bytes on in both directions, also where they come one by one', async () => {
    const all = Buffer.concat([wanting('127.0.0.1', port), Buffer.from('hello')])
    for (const parts of [[all], [...all].map((byte) => Buffer.of(byte))])
      assert.match((await speak(parts)).toString('latin1'), /hellohello$/)
    assert.equal(asked.at(-1), `http://127.0.0.1:${port}`)
  })

  it('asks about https where the first word is that of TLS, and knows addresses of both kinds', async () => {
    await speak([wanting('127.0.0.1', port), Buffer.of(0x16, 3, 1)])
    assert.equal(asked.at(-1), `https://127.0.0.1:${port}`)
    const [high, low] = [port >> 8, port & 255]
    await speak([greeting, Buffer.of(5, 1, 0, 1, 127, 0, 0, 1, high, low), Buffer.from('x')])
    assert.equal(asked.at(-1), `http://127.0.0.1:${port}`)
    await speak([greeting, Buffer.of(5, 1, 0, 4, ...Buffer.alloc(15), 1, high, low), Buffer.from('x')])
    assert.equal(asked.at(-1), `http://[::1]:${port}`)
  })

  it('connects to nobody before the first word, and never for what is no connection', async () => {
    const known = connections
    asked = []
    for (const parts of [
      [wanting('127.0.0.1', port)],
      [wanting('127.0.0.1', port, 2), Buffer.from('x')],
      [wanting('127.0.0.1', port, 3), Buffer.from('x')],
      [wanting('user@127.0.0.1', port), Buffer.from('x')],
      [wanting('127.0.0.1/', port), Buffer.from('x')],
      [wanting('a b', port), Buffer.from('x')],
      [wanting('', port), Buffer.from('x')],
      [Buffer.from('GET http://127.0.0.1/ HTTP/1.1\r\n\r\n')],
      [Buffer.from(`CONNECT 127.0.0.1:${port} HTTP/1.1\r\n\r\n`)],
      [greeting, Buffer.of(5, 1, 0, 9, 1, 1, 1, 1, 1, 1), Buffer.from('x')],
    ])
      await speak(parts)
    assert.deepEqual(asked, [])
    assert.equal(connections, known)
  })

  it('ends everything but the life of the browser beyond its limit of bytes, and says why', async () => {
    const life: Socket = connect(socket)
    life.write(Buffer.of(0))
    await once(life, 'connect')
    await speak([wanting('127.0.0.1', port), Buffer.alloc(300_000, 'x')])
    const known = connections
    const answer = await speak([wanting('127.0.0.1', port), Buffer.from('more')])
    assert.doesNotMatch(answer.toString('latin1'), /more/)
    assert.equal(connections, known)
    assert.match(proxy.failures.at(-1)?.why ?? '', /more than 200000 bytes/)
    assert.equal(life.destroyed, false)
    const ended = once(life, 'close')
    life.resume()
    await proxy.close()
    await ended
  })

  it('takes no more connections at once than there may be', async () => {
    const small = new BrowserProxy({ net: net(), allowed: async () => undefined, limits: { connections: 2 } })
    const path = join(folder, 'small')
    await small.listen(path)
    const held = [connect(path), connect(path)]
    await Promise.all(held.map((one) => once(one, 'connect')))
    assert.equal((await speak([wanting('127.0.0.1', port), Buffer.from('x')], path)).length, 0)
    for (const one of held) one.destroy()
    await small.close()
  })
})
