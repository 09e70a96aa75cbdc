/**
 * A server with one tool on the bare SDK, on standard input and output, or over HTTP: then it prints its address.
 *
 * @module
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'

function echo(): McpServer {
  const server = new McpServer({ name: 'echo', version: '1' })
  server.registerTool(
    'echo',
    { description: 'Says it again.', inputSchema: z.object({ text: z.string() }) },
    ({ text }) => ({ content: [{ type: 'text', text: `echo ${text}` }] }),
  )
  return server
}

if (process.argv[2] === 'http') {
  const handler = createMcpHandler(echo)
  const server = createServer((request, response) => {
    void (async () => {
      const body = request.method === 'POST' ? { body: Readable.toWeb(request) as never, duplex: 'half' } : {}
      const answer = await handler.fetch(
        new Request(`http://${request.headers.host}${request.url}`, {
          method: request.method ?? 'GET',
          headers: request.headers as Record<string, string>,
          ...body,
        } as RequestInit),
      )
      response.writeHead(answer.status, Object.fromEntries(answer.headers))
      if (answer.body) Readable.fromWeb(answer.body as never).pipe(response)
      else response.end()
    })()
  })
  server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
  process.stdin.once('close', () => process.exit(0)).resume()
} else serveStdio(echo)
