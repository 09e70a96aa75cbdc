// What `toolyard` promises. Named exports only: adding a line here is a promise.
export type {
  AgentDirectory,
  AgentRuns,
  AgentSpec,
  ModelSettings,
  RunEvent,
  Runner,
  StartRun,
} from './agents/index.ts'
export type { PlanAccess } from './parts/index.ts'
export {
  type AgentAccess,
  type AnyTool,
  type Ask,
  type ContentBlock,
  defineTool,
  type Effects,
  type Executor,
  type FormField,
  type FormQuestion,
  type FormSchema,
  type FormValues,
  type HookAnswer,
  type HookCommand,
  type HookConfig,
  type HookContext,
  type HookSpec,
  type InferInput,
  type McpAccess,
  type Permission,
  type ProgressUpdate,
  type Question,
  type SchemaLike,
  type StandardSchema,
  type StatefulInstance,
  type StatefulToolSpec,
  textOf,
  type Tool,
  type ToolContext,
  type ToolEvent,
  type ToolExample,
  type ToolFault,
  type ToolFinder,
  toolFromClass,
  type ToolManifest,
  type ToolResource,
  type ToolResult,
  type ToolSource,
  type ToolSpec,
  type ToolStatus,
} from './define/index.ts'
export {
  type DialectName,
  dialectNames,
  type DialectReport,
  type ProviderAnswer,
  type ProviderDefinition,
  type ProviderToolCall,
  renderResult,
} from './dialects/index.ts'
export type { OpenApiSpec } from './discover/openapi/index.ts'
export type { PluginEntry, PluginSpec } from './discover/plugins/index.ts'
export { type ErrorCode, ToolyardError } from './kernel/index.ts'
export type { McpServerSpec, McpToolDefinition } from './kinds/mcp/definition/index.ts'
export type { RestToolSpec } from './kinds/rest/definition/index.ts'
export {
  type ApprovalAnswer,
  type ApprovalRequest,
  type Approver,
  type CallOptions,
  type CallRequest,
  confirmDangerous,
  type Explanation,
  logCalls,
  type OpenQuestion,
  type PolicyMode,
  type PolicySpec,
  type QuestionAnswer,
  type RuleSpec,
} from './pipeline/index.ts'
export { ToolRegistry } from './registry/index.ts'
export {
  type CallLog,
  createToolyard,
  defineConfig,
  definePlugin,
  type DefinitionOptions,
  type Inbox,
  type PluginDefinition,
  type ToolCatalogue,
  ToolService,
  type ToolyardConfig,
  type ToolyardOptions,
} from './runtime/index.ts'
export { type CallRecord, openStore, type Store } from './store/index.ts'

// Names that stood here before they had entries of their own; they leave with version 0.3.
export * from './legacy.ts'
export * from './ports.ts'
