/**
 * `toolyard mcp`: one MCP client on standard input and output, until it hangs up.
 *
 * @module
 */
import { serveStdio as serve } from '@modelcontextprotocol/server/stdio'
import type { ToolService } from '../runtime/index.ts'
import { createMcpServer, type McpServerOptions } from './mcp-server.ts'

/** Resolves when the client has closed the connection or `signal` aborts. */
export function serveStdio(
  yard: ToolService,
  options: McpServerOptions & { readonly signal: AbortSignal },
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const handle = serve(() => createMcpServer(yard, options))
  const end = (): void => void handle.close().finally(resolve)
  process.stdin.once('end', end).once('close', end)
  options.signal.addEventListener('abort', end, { once: true })
  return promise
}
