export type { Sampling } from './answers.ts'
export { createMcpServers, McpServers, type McpServersOptions, type SettleOptions } from './mcp-servers.ts'
export { McpToolExecutor } from './mcp-tool-executor.ts'
export type { AuthoriseOptions } from './oauth/authorise.ts'
