/**
 * Serves a page of the size that its address asks for, `/marked/1000000` or `/plain/1000000`, prints its port, ends with its input.
 *
 * @module
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pageOf } from '../web/page.ts'

const pages = new Map<string, string>()
const server = createServer((request, response) => {
  const [, kind = '', bytes = ''] = (request.url ?? '').split('?', 1)[0]?.split('/') ?? []
  const key = `${kind} ${bytes}`
  const page = pages.get(key) ?? pageOf(kind, Number(bytes))
  pages.set(key, page)
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
})
// Whoever works for long between two requests finds the connection open.
server.keepAliveTimeout = 600_000
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
process.stdin.on('end', () => process.exit())
process.stdin.resume()
