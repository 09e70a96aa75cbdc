export { type Agent, AgentDirectory, type AgentSpec, type BoundTool } from './agent-directory.ts'
