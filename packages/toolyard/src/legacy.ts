// `toolyard/legacy`: the names that older documents and tool systems use. `docs/names.md` says what each is called here.
export { getSdkToolsForAgent, type SdkTool } from './bridges/claude/index.ts'
export type { HookConfigContext, ManifestLike, ToolLike } from './define/index.ts'
export { StatefulToolExecutor, StatelessToolExecutor } from './kinds/index.ts'
export {
  fromHookConfig,
  HookExecutor,
  type StatefulToolFactory,
  ThreadContext,
  ThreadContextManager,
} from './pipeline/index.ts'
export { RegisteredTool, RegistryScope, Snapshot, type ToolHistory } from './registry/index.ts'
export {
  createToolFactory,
  HookAction,
  HookPhase,
  type HookResult,
  HookRunner,
  HookType,
  type McpToolConfig,
  PermissionClass,
  registerTool,
  type RestToolConfig,
  type RestToolDefinition,
  type RunResult,
  SideEffectScope,
  type StatefulToolDefinition,
  type StatelessToolDefinition,
  type StreamEvent,
  StreamingToolExecutor,
  ToolFactory,
  type ToolInfo,
  type ToolParameters,
  ToolType,
} from './runtime/index.ts'
