export { createMcpHandler, serveStdio } from './mcp/index.ts'
