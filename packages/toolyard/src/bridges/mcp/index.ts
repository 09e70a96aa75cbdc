export { fromMcpServer, type FromMcpOptions } from './from-mcp-server.ts'
