export { readMcpFile } from './read-mcp-file.ts'
