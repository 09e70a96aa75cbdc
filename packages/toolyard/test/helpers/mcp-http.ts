/** The MCP handler on a loopback port of its own, as an HTTP server mounts it. */
import { serve } from '@hono/node-server'
import type { ToolService } from 'toolyard'
import { createMcpHandler, type McpHandlerOptions } from 'toolyard/mcp'

export interface McpHttp extends AsyncDisposable {
  readonly url: URL
  /** The address for an agent. */
  agentUrl(agent: string): URL
}

/** Closing it leaves the yard open. */
export async function serveMcp(
  yard: ToolService,
  options: Partial<McpHandlerOptions> = {},
): Promise<McpHttp> {
  const handler = createMcpHandler(yard, {
    version: '1.0.0',
    hosts: ['127.0.0.1', 'localhost'],
    agent: (request) => /^\/mcp\/agents\/([^/]+)$/.exec(new URL(request.url).pathname)?.[1],
    ...options,
  })
  const listening = Promise.withResolvers<number>()
  const server = serve({ fetch: handler.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
    listening.resolve(port),
  )
  const base = `http://127.0.0.1:${await listening.promise}`
  return {
    url: new URL(`${base}/mcp`),
    agentUrl: (agent) => new URL(`${base}/mcp/agents/${agent}`),
    async [Symbol.asyncDispose]() {
      await handler.close()
      const closed = Promise.withResolvers<void>()
      server.close(() => closed.resolve())
      if ('closeAllConnections' in server) server.closeAllConnections()
      await closed.promise
    },
  }
}
