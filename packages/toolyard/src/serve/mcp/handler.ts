/**
 * MCP for an HTTP server to mount. What it stands on is loaded with the first request.
 *
 * @module
 */
import type { ToolService } from '../../runtime/index.ts'
import type { McpHandler, McpHandlerOptions } from './handler-options.ts'

/** Checks Host, Origin, kind, size and depth of every request itself; who may call at all is for the server that mounts it. */
export function createMcpHandler(yard: ToolService, options: McpHandlerOptions): McpHandler {
  let door: Promise<McpHandler> | undefined
  let isClosed = false
  const open = async (): Promise<McpHandler> => new (await import('./http-door.ts')).HttpDoor(yard, options)
  return {
    async fetch(request) {
      if (isClosed)
        return Response.json(
          { jsonrpc: '2.0', error: { code: -32_000, message: 'closed' }, id: null },
          { status: 503 },
        )
      return (await (door ??= open())).fetch(request)
    },
    async close() {
      isClosed = true
      await (await door)?.close()
    },
  }
}
