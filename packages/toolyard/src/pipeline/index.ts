export { type Core, defaultSettings, type PipelineSettings } from './core.ts'
export type { Explanation } from './explain.ts'
export {
  confirmDangerous,
  type ConfirmDangerousOptions,
  type HookAction,
  type HookAnswer,
  type HookCommand,
  type HookContext,
  HookExecutor,
  type HookHandler,
  type HookSpec,
  type HookType,
  hookTypes,
  isThenable,
  logCalls,
} from './hooks/index.ts'
export type { CallOptions } from './invocation.ts'
export { Concurrency, KeyedLocks, LoopGuard } from './limits/index.ts'
export { type CallRequest, Pipeline } from './pipeline.ts'
export {
  createPolicy,
  type Decision,
  type Policy,
  policyModes,
  type PolicyMode,
  type PolicySpec,
  ruleIsFor,
  ruleMatches,
  type RuleSpec,
} from './policy/index.ts'
export type {
  ApprovalAnswer,
  ApprovalRequest,
  Approver,
  CallThread,
  CallThreads,
  Executor,
  Span,
  Tracer,
} from './ports.ts'
export { signatureOf } from './steps/problems.ts'
