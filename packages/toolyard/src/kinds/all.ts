// The executors, for those who build a runtime of their own: `toolyard/executors`. `toolyard` itself loads each with the first tool of its type.
export { ExternalToolExecutor } from './program/executor/index.ts'
export {
  createMcpServers,
  McpServers,
  type McpServersOptions,
  McpToolExecutor,
} from './mcp/executor/index.ts'
export { RestToolExecutor } from './rest/executor/index.ts'
export { StatefulToolExecutor } from './stateful/index.ts'
export { StatelessToolExecutor } from './function/index.ts'
