/**
 * The parts that `ToolService` is made of.
 *
 * @module
 */
import type { AgentDirectory, AgentRuns, DraftAgents } from '../../agents/index.ts'
import type { Core, Pipeline, ThreadContextManager } from '../../pipeline/index.ts'
import type { ToolRegistry, ToolSearch } from '../../registry/index.ts'
import type { Store } from '../../store/index.ts'
import type { CatalogueSync } from '../catalogue-sync.ts'
import type { Inbox, StoredRights } from '../../people/index.ts'
import type { Definitions } from '../../agents/tools/index.ts'
import type { JournalKeeper } from '../journal-keeper.ts'
import type { McpConnections } from '../mcp.ts'
import type { OfferedModels } from '../models.ts'
import type { Sources } from '../sources.ts'
import type { InstallationEngine } from '../engine.ts'
import type { BackgroundCalls, StartedParts } from '../../parts/index.ts'
import type { Triggers } from '../triggers/index.ts'

export interface ServiceParts {
  readonly core: Core
  readonly pipeline: Pipeline
  readonly registry: ToolRegistry
  readonly threads: ThreadContextManager
  readonly definitions: Definitions
  /** Where tools come from beside code. */
  readonly sources: Sources
  readonly mcp: McpConnections
  readonly store: Store
  /** Whether closing the service closes the store. */
  readonly ownsStore: boolean
  readonly rights: StoredRights
  readonly sync: CatalogueSync
  readonly keeper: JournalKeeper
  readonly agents: AgentDirectory
  readonly runs: AgentRuns
  readonly models: () => Promise<OfferedModels>
  readonly drafts: DraftAgents
  readonly inbox: Inbox
  readonly search: ToolSearch
  readonly triggers: Triggers
  readonly parts: StartedParts
  readonly background: BackgroundCalls
  readonly engine: InstallationEngine
  /** Whether jobs are done in this process. */
  readonly isWorking: boolean
}
