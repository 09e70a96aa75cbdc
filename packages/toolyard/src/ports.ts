// `toolyard/ports`: for those who write a store or a runner of their own, and for what they keep and tell.
export type {
  Agent,
  BoundTool,
  RunAgent,
  RunCall,
  RunEnd,
  RunLimits,
  RunRequest,
  RunSettings,
  RunTools,
  RunUsage,
  StartedRun,
} from './agents/index.ts'
export type { McpServerState, PlanTask, SubRun } from './define/index.ts'
export type { Plugin } from './discover/plugins/index.ts'
export type {
  ManifestChange,
  RegisterOptions,
  ScopeOptions,
  SearchHit,
  SyncReport,
  ToolChange,
  VersionComparison,
  VersionEntry,
} from './registry/index.ts'
export type { InboxAnswer } from './runtime/index.ts'
export type {
  AgentStore,
  CallFilter,
  CallJournal,
  CallStep,
  Catalogue,
  CatalogueTool,
  Grant,
  GrantStore,
  InboxFilter,
  InboxItem,
  JournalCheck,
  MessagePart,
  ResultStore,
  RunRecord,
  RunStatus,
  RunStore,
  StoreOptions,
  TaskRecord,
  TaskStore,
  ThreadMessage,
  ThreadStore,
  ThreadSummary,
  ToolState,
  ToolVersion,
} from './store/index.ts'
