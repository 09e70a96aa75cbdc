export {
  defineConfig,
  earlierNamesIn,
  findConfig,
  loadConfig,
  type LoadedConfig,
  type ToolyardConfig,
} from './config.ts'
export { engineOf, type InstallationEngine } from './engine.ts'
export { createToolyard, openToolyard } from './create-toolyard.ts'
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
} from './legacy/index.ts'
export type { Inbox, InboxAnswer, InboxPage } from '../people/index.ts'
export type {
  AgentSettings,
  EngineSettings,
  CallSettings,
  DatabaseSettings,
  FileSettings,
  McpSettings,
  NetworkSettings,
  OptionGroups,
  PolicySettings,
  SecretSettings,
  ServerSettings,
  ShellSettings,
  ToolSettings,
} from './option-groups.ts'
export type { ToolyardOptions } from './options.ts'
export type { Settings } from './settings.ts'
export { definePlugin, type PluginDefinition } from './define-plugin.ts'
export type { CallLog } from './service/call-log.ts'
export type { DialectForms } from './service/dialect-forms.ts'
export type { ConnectedServers } from './service/connected-servers.ts'
export type { ToolCatalogue } from './service/tool-catalogue.ts'
export type { FollowedCall, Installation } from './service/installation.ts'
export { type DefinitionOptions, ToolService } from './service/tool-service.ts'
export {
  configGraph,
  filesBeside,
  hasNewFiles,
  knownFiles,
  lostConfigs,
  openTrustedPlace,
  settlePlace,
  wasTrustedByPath,
  wholeGraph,
} from './trust.ts'
export { hasGuidance } from './trusted-guidance.ts'
export { checkOptions } from './check-options.ts'
