// The executors, for those who build a runtime of their own: `toolyard/executors`. `toolyard` itself loads each with the first tool of its type.
export { ExternalToolExecutor } from './external/index.ts'
export { createMcpServers, McpServers, type McpServersOptions, McpToolExecutor } from './mcp/index.ts'
export { RestToolExecutor } from './rest/index.ts'
export { StatefulToolExecutor } from './stateful/index.ts'
export { StatelessToolExecutor } from './stateless/index.ts'
