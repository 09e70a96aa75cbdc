export { type SdkTool, type SdkToolAnswer, getSdkToolsForAgent, toClaudeTools } from './to-claude-tools.ts'
export type { BridgeOptions } from '../yard-tools.ts'
