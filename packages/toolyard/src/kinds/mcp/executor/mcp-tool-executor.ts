/**
 * Runs tools of MCP servers.
 *
 * @module
 */
import type { Executor, Tool, ToolContext } from '../../../define/index.ts'
import type { McpServers } from './mcp-servers.ts'

export class McpToolExecutor implements Executor {
  readonly #servers: McpServers

  constructor(servers: McpServers) {
    this.#servers = servers
  }

  execute(tool: Tool, input: unknown, context: ToolContext): unknown {
    return this.#servers.call(tool, input, context)
  }
}
