export type { ModelSettings } from './models/settings.ts'
export type { BriefedRun, Briefing, BriefingNews } from './run/briefing.ts'
export {
  attachmentLimits,
  fileBytes,
  mediaOf,
  openWorkspaceFile,
  type Prompt,
  type PromptPart,
} from './run/attachments/index.ts'
export { AgentRuns, type AgentRunsParts } from './run/agent-runs.ts'
export type {
  Answered,
  AnswerWatch,
  AskedModel,
  ObservedRun,
  RunObserver,
  RunWatch,
} from './run/run-observer.ts'
export { RunObservers } from './run/run-observers.ts'
export { DraftAgents } from './run/draft-agents.ts'
export { runOfJob } from './run/run-keeper.ts'
export type { MessageToRun } from './run/run-mail.ts'
export { checkRunSettings, instructionsOf, type RunSettings, usualToolTokens } from './run/run-settings.ts'
export type { StartedRun, StartRun } from './run/start-run.ts'
export { SubAgents } from './run/sub-agents.ts'
export { AgentDirectory, type AgentDirectoryParts } from './agent-directory.ts'
export type { AgentSpec } from './agent-spec.ts'
export type { Agent, BoundTool } from './bound-tools.ts'
export type { ModelList } from './models/model-list.ts'
export type { LastRunEvent, RunEnd, RunFile, RunEvent, RunUsage } from './run/run-event.ts'
export type { RunAgent, RunCall, Runner, RunLimits, RunRequest, RunTools } from './run/runner.ts'
