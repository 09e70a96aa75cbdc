export { type AiTool, type AiToolOutput, toAiTools } from './to-ai-tools.ts'
export { fromAiTools, type FromAiOptions } from './from-ai-tools.ts'
export { type BridgeOptions, ToolCallError } from '../yard-tools.ts'
