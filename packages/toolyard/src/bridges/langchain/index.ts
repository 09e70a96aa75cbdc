export { type LangChainTool, toLangChainTools } from './to-langchain-tools.ts'
export {
  type AnyLangChainTool,
  fromLangChainTools,
  type FromLangChainOptions,
} from './from-langchain-tools.ts'
export { type BridgeOptions, ToolCallError } from '../yard-tools.ts'
