export { type Core, defaultSettings, type PipelineSettings } from './core.ts'
export type { Explanation } from './explain.ts'
export {
  confirmDangerous,
  type HookAnswer,
  type HookCommand,
  type HookContext,
  HookExecutor,
  type HookSpec,
  type HookType,
  logCalls,
} from './hooks/index.ts'
export type { CallOptions } from './invocation.ts'
export { Concurrency, KeyedLocks, LoopGuard } from './limits/index.ts'
export { type CallRequest, Pipeline } from './pipeline.ts'
export {
  createPolicy,
  type Policy,
  policyModes,
  type PolicyMode,
  type PolicySpec,
  type RuleSpec,
} from './policy/index.ts'
export type {
  ApprovalAnswer,
  ApprovalRequest,
  Approver,
  CallThread,
  CallThreads,
  Executor,
  Tracer,
} from './ports.ts'
