export { type MastraTool, type MastraToolOutput, toMastraTools } from './to-mastra-tools.ts'
export { type AnyMastraTool, fromMastraTools, type FromMastraOptions } from './from-mastra-tools.ts'
export { type BridgeOptions, ToolCallError } from '../yard-tools.ts'
