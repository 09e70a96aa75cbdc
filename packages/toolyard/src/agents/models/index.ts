export { createEmbedder } from './create-embedder.ts'
export { createModels } from './create-models.ts'
export { observedModels } from './observed-models.ts'
export { findProvider } from './find-provider.ts'
export { listModels } from './model-list.ts'
export type {
  Model,
  ModelAnswer,
  ModelOptions,
  ModelPrice,
  ModelRequest,
  Models,
  ModelTool,
  ModelToolChoice,
  ModelUsage,
} from './model.ts'
export type { ModelSettings } from './settings.ts'
