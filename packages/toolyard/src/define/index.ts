export { type AiToolFacts, shownBy, isAiTool, specOfAiTool } from './ai-tool.ts'
export type { AgentAccess, SubRun, ToolFinder } from './agent-access.ts'
export type { BoardAccess, BoardFilter, BoardPost, BoardTopic } from './board-access.ts'
export type { CalendarAccess, CalendarChange, CalendarEvent, SeenEvent } from './calendar-access.ts'
export type {
  ChannelAccess,
  ChannelPlace,
  ChannelSpec,
  Delivery,
  MessageButton,
  MessageFile,
  OutgoingMessage,
  Platform,
} from './channel-access.ts'
export {
  type FindAccess,
  type Finding,
  type FindPlace,
  findingNames,
  findPlaces,
  type KeptPlace,
  rankFindings,
} from './find-access.ts'
export type {
  RemoteAccess,
  RemoteAnswer,
  RemoteSpec,
  TriggerSignature,
  TriggerSpec,
} from './remote-access.ts'
export type { Services } from './services.ts'
export type { BrowserSettings, SearchProviderName, WebSearchSettings, WebSettings } from './web-settings.ts'
export type {
  Ask,
  Caller,
  CallRequestFacts,
  FormQuestion,
  Question,
  SampleModel,
  ThreadState,
  ToolContext,
} from './context.ts'
export type { ExternalFacts } from './external-facts.ts'
export {
  choicesOf,
  type FormChoice,
  type FormField,
  fieldOf,
  type FormSchema,
  type FormValue,
  type FormValues,
  type ReadForm,
  readForm,
} from './form.ts'
export { checkForm, formText, type FormProblem, tellProblem, valueText } from './form-check.ts'
export {
  type HookAction,
  type HookAnswer,
  type HookCommand,
  type HookConfig,
  type HookConfigContext,
  type HookContext,
  type HookHandler,
  type HookPhase,
  type HookSpec,
  type HookType,
  type HookTerms,
  hookTypes,
} from './hook.ts'
export {
  type RunHookAnswer,
  type RunHookContext,
  type RunHookSpec,
  type RunHookType,
  runHookTypes,
} from './run-hook.ts'
export type { InferGiven, InferInput, InferLoosely, SchemaLike, StandardSchema } from './infer.ts'
export type { DataOf } from './infer-output.ts'
export {
  type Effects,
  type Permission,
  type TaskSupport,
  type ByLanguage,
  type ToolExample,
  type ToolManifest,
  type ToolSource,
  type ToolType,
} from './manifest.ts'
export type {
  McpAccess,
  McpFacts,
  McpOfferMethod,
  McpPrompt,
  McpResource,
  McpServerState,
} from './mcp-facts.ts'
export type {
  HttpMethod,
  RestAuth,
  RestFacts,
  RestPagination,
  RestParameter,
  RestRetry,
} from './rest-facts.ts'
export {
  type ContentBlock,
  isFailure,
  mediaBlock,
  outputOf,
  type ProgressUpdate,
  type ResultReader,
  type StoredResult,
  textOf,
  type ToolEvent,
  type ToolFault,
  type ArgumentProblem,
  type ToolResult,
  type ToolStatus,
  toolStatuses,
} from './result.ts'
export type { Refuse } from './check-spec.ts'
export { isQueueName, queueHint } from './queue-name.ts'
export { buildRemoteTool, buildTool, defineTool, withFacts } from './define-tool.ts'
export {
  type AnySpec,
  type ConfirmContext,
  isTool,
  type MadeFrom,
  type StatefulInstance,
  type StatefulToolSpec,
  type Tool,
  type TouchContext,
  type ToolSpec,
} from './tool.ts'
export { firstLine, isToolClass, readToolClass, toolFromClass } from './tool-class.ts'
export { type AnyTool, type ManifestLike, toTool, type ToolLike } from './to-tool.ts'
export type { ToolResource } from './tool-resource.ts'
export { maySayTruncated, truncateData } from './truncate-data.ts'
export { SchemaError } from './schema-error.ts'
export { type Checked, type ToolSchema, toToolSchema } from './tool-schema.ts'
export { createSharedSchemas, type SharedSchemas } from './shared-schemas.ts'
export type {
  DiscoveredTool,
  Discovery,
  DiscoveryChange,
  DiscoverOptions,
  DiscoverProblem,
  SourceTools,
} from './discovery.ts'
export type { Executor } from './executor.ts'
export type { NotifySettings } from './notify.ts'
