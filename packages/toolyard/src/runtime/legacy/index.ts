// Names that older code calls, over `ToolService`, `ToolRegistry` and `HookExecutor`. `docs/names.md` maps every one; new code needs none.
export { type HookResult, HookRunner } from './hook-names.ts'
export { registerTool } from './register-tool.ts'
export { type StreamEvent, StreamingToolExecutor } from './streaming-tool-executor.ts'
export type {
  McpToolConfig,
  RestToolConfig,
  RestToolDefinition,
  StatefulToolDefinition,
  StatelessToolDefinition,
  ToolParameters,
} from './tool-definitions.ts'
export { createToolFactory, type RunResult, ToolFactory, type ToolInfo } from './tool-factory.ts'
export { HookAction, HookPhase, HookType, PermissionClass, SideEffectScope, ToolType } from './words.ts'
