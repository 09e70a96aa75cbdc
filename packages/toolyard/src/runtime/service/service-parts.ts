/**
 * The parts that `ToolService` is made of.
 *
 * @module
 */
import type { AgentDirectory, AgentRuns } from '../../agents/index.ts'
import type { Core, Pipeline, ThreadContextManager } from '../../pipeline/index.ts'
import type { ToolRegistry, ToolSearch } from '../../registry/index.ts'
import type { Bus } from '../../engine/index.ts'
import type { Store } from '../../store/index.ts'
import type { CatalogueSync } from '../catalogue-sync.ts'
import type { Inbox, StoredRights } from '../../people/index.ts'
import type { Definitions } from '../../agents/tools/index.ts'
import type { JournalKeeper } from '../journal-keeper.ts'
import type { McpConnections } from '../mcp.ts'
import type { Sources } from '../sources.ts'
import type { Triggers } from '../triggers/index.ts'

export interface ServiceParts {
  /** What happens, for those who follow it. */
  readonly bus: Bus
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
  readonly inbox: Inbox
  readonly search: ToolSearch
  readonly triggers: Triggers
}
