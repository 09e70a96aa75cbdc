/**
 * `toolyard mcp`: one MCP client on standard input and output, until it hangs up.
 *
 * @module
 */
import type { Writable } from 'node:stream'
import { serveStdio as serve, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import type { ToolService } from '../runtime/index.ts'
import { createMcpServer, type McpServerOptions } from './mcp-server.ts'

export interface StdioOptions extends McpServerOptions {
  readonly signal: AbortSignal
  /** Where answers go. */
  readonly output: Writable
}

/** Resolves when the client has closed the connection or `signal` aborts. */
export function serveStdio(yard: ToolService, { signal, output, ...options }: StdioOptions): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const handle = serve(() => createMcpServer(yard, options), {
    transport: new StdioServerTransport(process.stdin, output),
  })
  const end = (): void => void handle.close().finally(resolve)
  process.stdin.once('end', end).once('close', end)
  signal.addEventListener('abort', end, { once: true })
  if (signal.aborted) end()
  return promise
}
