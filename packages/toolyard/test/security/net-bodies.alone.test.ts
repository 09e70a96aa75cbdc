/** Bodies that would fill the memory: packed ones that unpack to more than fits, and endless ones. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib'
import { createNet, type Net } from '../../src/host/net/index.ts'

/** A network that reaches a server which does this with every request. */
async function withServer(
  serve: (response: ServerResponse) => void,
  work: (net: Net, url: string) => Promise<void>,
): Promise<void> {
  const server = createServer((_, response) => serve(response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const net = createNet({ allow: [host] })
  try {
    await work(net, `http://${host}/`)
  } finally {
    await net.close()
    server.closeAllConnections()
    server.close()
  }
}

const zeros = Buffer.alloc(200_000_000)
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }

describe('a packed body that unpacks to 200 megabytes', () => {
  for (const [encoding, bomb] of [
    ['gzip', gzipSync(zeros)],
    ['br', brotliCompressSync(zeros, quick)],
    ['zstd', zstdCompressSync(zeros)],
    ['gzip, gzip', gzipSync(gzipSync(zeros))],
  ] as const)
    it(`is stopped at the limit, without the memory for it (${encoding}, ${bomb.length} bytes)`, async () => {
      const serve = (response: ServerResponse): void => {
        response.setHeader('content-encoding', encoding)
        response.end(bomb)
      }
      await withServer(serve, async (net, url) => {
        const before = process.memoryUsage().rss
        const answer = await net.request({ url })
        await assert.rejects(answer.bytes(), /larger than 5,000,000 bytes/)
        assert.ok(process.memoryUsage().rss - before < 80_000_000)
      })
    })
})

describe('an endless body', () => {
  it('waits in the connection while nobody reads it', async () => {
    let sent = 0
    const serve = (response: ServerResponse): void => {
      const more = (): void => {
        while (!response.destroyed && sent < 200_000_000 && response.write('x'.repeat(65_536))) sent += 65_536
      }
      response.on('drain', more)
      more()
    }
    await withServer(serve, async (net, url) => {
      await net.request({ url, maxBytes: 1_000_000_000 })
      await new Promise((resolve) => setTimeout(resolve, 200))
      assert.ok(sent < 30_000_000, `${sent} bytes were sent to nobody`)
    })
  })

  it('of an answer that is a redirect is not read', async () => {
    const closed = Promise.withResolvers<void>()
    const serve = (response: ServerResponse): void => {
      if (response.req.url !== '/') return void response.end('there')
      response.writeHead(302, { location: '/y' })
      response.on('close', () => closed.resolve())
      response.write('x')
    }
    await withServer(serve, async (net, url) => {
      const answer = await net.request({ url })
      assert.equal(await answer.text(), 'there')
      await closed.promise
    })
  })
})
