export { createEmbedder } from './create-embedder.ts'
export { createModels } from './create-models.ts'
export type {
  Model,
  ModelAnswer,
  ModelOptions,
  ModelPrice,
  ModelRequest,
  Models,
  ModelTool,
  ModelUsage,
  ReasoningEffort,
} from './model.ts'
export type { ModelSettings } from './settings.ts'
