export { fromMcpServer, type FromMcpOptions } from '../../bridges/mcp/index.ts'
export { createMcpHandler, type McpHandler, type McpHandlerOptions } from './handler.ts'
export { serveStdio } from './on-demand.ts'
export type { StdioOptions } from './serve-stdio.ts'
