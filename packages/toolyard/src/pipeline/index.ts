export { boundTools, companionTools } from './bound-tools.ts'
export {
  type CallElsewhere,
  type CallServices,
  type Core,
  defaultSettings,
  type PipelineSettings,
} from './core.ts'
export type { Explanation } from './explain.ts'
export { confirmDangerous, fromHookConfig, HookExecutor, logCalls, type RunHooks } from './hooks/index.ts'
export type { Agreement, CallOptions, CallTerms, EventSink } from './ticket.ts'
export { errorOf, refuse, type Refused } from './outcome.ts'
export { mayUseOneOf } from './steps/resolve.ts'
export { shownWords } from './steps/shown-text.ts'
export { argumentProblems } from './steps/validate.ts'
export { LoopGuard, withoutRepeatNote } from './limits/index.ts'
export { type CallRequest, type EndListener, Pipeline, type RunningCall } from './pipeline.ts'
export {
  createPolicy,
  isHidden,
  matchesResource,
  parseRule,
  rowOf,
  type Policy,
  type PolicyGroup,
  policyGroups,
  type PolicyMode,
  type PolicySpec,
  type Rule,
  type RuleSpec,
  speaksOf,
  speaksOfResources,
} from './policy/index.ts'
export type {
  ApprovalAnswer,
  ApprovalRequest,
  AgentTools,
  Approver,
  CallRights,
  CompanyCaller,
  GrantedRule,
  HeardAnswer,
  OpenQuestion,
  PutQuestion,
  People,
  QuestionAnswer,
  Questioner,
  ToolSource,
  ToolBug,
  TracedCall,
  Tracer,
} from './ports.ts'
export { type StatefulToolFactory, ThreadContext, ThreadContextManager } from './threads/index.ts'
/** @public What a worker takes a call up by. */
export type { CallCompanion, CallTicket } from './ticket.ts'
