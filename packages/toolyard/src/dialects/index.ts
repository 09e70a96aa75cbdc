export { compileDefinition } from './compile-definition.ts'
export {
  type CompiledDefinition,
  type DialectName,
  dialectNames,
  type DialectOptions,
  type DialectReport,
  type Fidelity,
} from './dialect.ts'
export { providerName } from './names.ts'
export { renderResult } from './render-result.ts'
