// The whole public surface of `toolyard`. Named exports only: adding a line here is a promise.
export { defineTool, textOf, toolFromClass } from './define/index.ts'
export type {
  ContentBlock,
  Effects,
  InferInput,
  Permission,
  ProgressUpdate,
  SchemaLike,
  StandardSchema,
  StatefulInstance,
  StatefulToolSpec,
  Tool,
  ToolContext,
  ToolEvent,
  ToolExample,
  ToolFault,
  ToolLike,
  ToolManifest,
  ToolResource,
  ToolResult,
  ToolSource,
  ToolSpec,
  ToolStatus,
  ToolType,
} from './define/index.ts'
export { type DialectName, dialectNames, type DialectReport, renderResult } from './dialects/index.ts'
export {
  StatefulToolExecutor,
  type StatefulToolFactory,
  StatelessToolExecutor,
  ThreadContext,
  ThreadContextManager,
} from './executors/index.ts'
export { type ErrorCode, ToolyardError } from './kernel/index.ts'
export {
  type ApprovalAnswer,
  type ApprovalRequest,
  type Approver,
  type CallOptions,
  type CallRequest,
  confirmDangerous,
  type Executor,
  type Explanation,
  type HookAnswer,
  type HookCommand,
  type HookContext,
  HookExecutor,
  type HookSpec,
  type HookType,
  logCalls,
  type PolicyMode,
  type PolicySpec,
  type RuleSpec,
} from './pipeline/index.ts'
export {
  RegisteredTool,
  type RegisterOptions,
  RegistryScope,
  type ScopeOptions,
  type SearchHit,
  Snapshot,
  ToolRegistry,
} from './registry/index.ts'
export { createToolyard, defineConfig, type DefinitionOptions, ToolService, type ToolyardConfig, type ToolyardOptions } from './runtime/index.ts'
export type { CallFilter, CallJournal, CallRecord, ResultStore } from './store/index.ts'
