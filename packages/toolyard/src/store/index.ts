export type { AgentBinding, AgentRecord, AgentStore, AgentVersion, NewAgentVersion } from './agents.ts'
export { attachedLine } from './attached-line.ts'
export type { Attachment, AttachmentStore } from './attachments.ts'
export type { BoardStore } from './board.ts'
export type { CalendarStore } from './calendar.ts'
export {
  type CallFilter,
  type CallJournal,
  type CallRecord,
  type CallStep,
  type JournalCheck,
  withoutStack,
} from './calls.ts'
export type { CallFigures, CallNames, CallStats, CallStatsQuery } from './call-stats.ts'
export type {
  Catalogue,
  CatalogueChange,
  CatalogueEntry,
  CatalogueOverview,
  CatalogueTool,
  ToolState,
  ToolVersion,
} from './catalogue.ts'
export type { Grant, GrantStore } from './grants.ts'
export type { InboxEntry, InboxFilter, InboxItem, InboxMove, InboxRoom, InboxSelection } from './inbox.ts'
export { createMemoryCalls } from './memory/memory-calls.ts'
export { createMemoryResults } from './memory/memory-results.ts'
export { createMemoryStore } from './memory/memory-store.ts'
export { openStore, type StoreOptions } from './open-store.ts'
export {
  type KeptRecord,
  type RecordChange,
  type RecordFacts,
  type RecordKey,
  type RecordStore,
  sessionRecords,
} from './records.ts'
export type { RequestedCall, RequestState, RequestStore } from './requests.ts'
export type { ResultStore } from './results.ts'
export type { Awaitable } from './awaitable.ts'
export type { Pruned, PruneOptions, Store } from './store.ts'
export type { AccessToken, TokenRole, TokenStore } from './tokens.ts'
export type { RunStep, RunStepCall, RunStepEnd } from './run-steps.ts'
export {
  isOpenRun,
  openRunStatuses,
  type RunFilter,
  type RunPlan,
  type RunRecord,
  type RunStatus,
  type RunStore,
  type WrittenPath,
} from './runs.ts'
export {
  type Misfire,
  openStates,
  type Overlap,
  type ScheduledWork,
  type ScheduleOwner,
  type ScheduleRecord,
  type ScheduleSlot,
  type ScheduleStore,
  type SlotState,
} from './schedules.ts'
export { type TextHit, textPlaces, type TextReader } from './text-index.ts'
export type {
  AttachedPart,
  MessagePart,
  TextCut,
  ThreadFilter,
  ThreadMessage,
  ThreadStore,
  ThreadSummary,
  ThreadView,
} from './threads.ts'
export type { VectorStore } from './vectors.ts'
