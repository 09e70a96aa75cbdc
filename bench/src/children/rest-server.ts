/**
 * A small HTTP server in a process of its own, so that what it costs is nobody's: prints its port, ends with its input.
 *
 * @module
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    const text = JSON.stringify({
      path: request.url,
      items: Array.from({ length: 10 }, (_, id) => ({ id, name: `item ${id}`, price: id * 1.5 })),
    })
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length })
    response.end(text)
  })
})
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
process.stdin.on('end', () => process.exit())
process.stdin.resume()
