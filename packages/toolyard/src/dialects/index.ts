export { copyDefinition } from './copy-definition.ts'
export {
  type CompiledDefinition,
  type DialectName,
  dialectNames,
  type DialectOptions,
  type DialectReport,
  promisesOutput,
} from './dialect.ts'
export { providerName } from './names.ts'
export type { ProviderAnswer, ProviderDefinition, ProviderToolCall } from './provider-types.ts'
export { compileDefinition, renderResult } from './on-demand.ts'
export { type ProviderCall, readProviderCall } from './provider-call.ts'
