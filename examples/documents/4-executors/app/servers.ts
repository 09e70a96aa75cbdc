/** The two servers that the document's examples talk to: a weather API, and an MCP server. */
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { createToolyard, defineTool } from 'toolyard'
import { createMcpHandler } from 'toolyard/mcp'

export interface Server extends AsyncDisposable {
  /** As `network.allow` names it. */
  readonly target: string
}

export function startWeather(): Promise<Server> {
  return listen((request, response) => {
    const city = new URL(request.url ?? '', 'http://localhost').searchParams.get('city')
    const answer = { city, celsius: 21, key: request.headers.authorization }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
  })
}

export async function startDatabaseServer(): Promise<Server> {
  const database = defineTool({
    name: 'database',
    description: '数据库操作',
    inputSchema: { sql: String },
    permission: 'read',
    effects: 'none',
    execute: ({ sql }) => `postgres-server: ${sql}`,
  })
  const yard = await createToolyard({ tools: [database] })
  const handler = createMcpHandler(yard, { version: '1.0.0', hosts: ['127.0.0.1'] })
  return await listen((request, response) => {
    void (async () => {
      const answer = await handler.fetch(requestOf(request))
      response.writeHead(answer.status, Object.fromEntries(answer.headers))
      if (answer.body) Readable.fromWeb(answer.body as never).pipe(response)
      else response.end()
    })()
  })
}

function requestOf(request: IncomingMessage): Request {
  return new Request(`http://${request.headers.host}${request.url}`, {
    method: request.method ?? 'GET',
    headers: request.headers as Record<string, string>,
    ...(request.method === 'POST' && { body: Readable.toWeb(request) as never, duplex: 'half' }),
  })
}

async function listen(listener: RequestListener): Promise<Server> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    target: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}
