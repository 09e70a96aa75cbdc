export type { AgentBinding, AgentRecord, AgentStore } from './agents.ts'
export type { BoardStore } from './board.ts'
export type { CalendarStore } from './calendar.ts'
export type { CallFilter, CallJournal, CallRecord, CallStep, CallTiming, JournalCheck } from './calls.ts'
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
export type { ResultStore } from './results.ts'
export type { Awaitable } from './awaitable.ts'
export type { Pruned, PruneOptions, Store } from './store.ts'
export type { AccessToken, TokenRole, TokenStore } from './tokens.ts'
export type { RunRecord, RunStatus, RunStore } from './runs.ts'
export type { TaskRecord, TaskStore } from './tasks.ts'
export { type TextHit, textPlaces, type TextReader } from './text-index.ts'
export type { MessagePart, ThreadMessage, ThreadStore, ThreadSummary } from './threads.ts'
export type { VectorStore } from './vectors.ts'
