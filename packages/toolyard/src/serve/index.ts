export { createMcpServer, type McpServerOptions } from './mcp-server.ts'
export { serveStdio } from './serve-stdio.ts'
