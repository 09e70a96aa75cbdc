export { toOpenAIAgentsTools } from './to-openai-agents-tools.ts'
export { fromOpenAIAgentsTools, type FromOpenAIAgentsOptions } from './from-openai-agents-tools.ts'
export { type BridgeOptions, ToolCallError } from '../yard-tools.ts'
