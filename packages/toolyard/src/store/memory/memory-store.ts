/** The store in memory: for the library's default and for tests. Gone with the process. */
import { createMemoryChanges } from '../../host/index.ts'
import type { Store } from '../store.ts'
import { createMemoryAgents } from './memory-agents.ts'
import { createMemoryBoard } from './memory-board.ts'
import { createMemoryCalendar } from './memory-calendar.ts'
import { createMemoryCalls } from './memory-calls.ts'
import { createMemoryCatalogue } from './memory-catalogue.ts'
import { createMemoryGrants } from './memory-grants.ts'
import { createMemoryInbox } from './memory-inbox.ts'
import { createMemoryResults } from './memory-results.ts'
import { createMemoryTokens } from './memory-tokens.ts'
import { createMemoryRuns } from './memory-runs.ts'
import { createMemoryTasks } from './memory-tasks.ts'
import { createMemoryTexts } from './memory-texts.ts'
import { createMemoryThreads } from './memory-threads.ts'
import { createMemoryVectors } from './memory-vectors.ts'
import type { Revision } from './revision.ts'

export function createMemoryStore(): Store {
  const revision: Revision = { now: 1 }
  const stores = {
    calls: createMemoryCalls(),
    threads: createMemoryThreads(),
    runs: createMemoryRuns(),
    tasks: createMemoryTasks(),
    board: createMemoryBoard(),
  }
  return {
    ...stores,
    texts: createMemoryTexts(stores),
    catalogue: createMemoryCatalogue(revision),
    agents: createMemoryAgents(revision),
    inbox: createMemoryInbox(),
    grants: createMemoryGrants(revision),
    results: createMemoryResults(),
    tokens: createMemoryTokens(),
    changes: createMemoryChanges(),
    calendar: createMemoryCalendar(),
    vectors: createMemoryVectors(),
    durable: false,
    location: 'memory',
    revision: () => revision.now,
    probe: async () => {},
    // Calls and requests are bounded by their number.
    prune: async () => ({ calls: 0, requests: 0 }),
    close: async () => {},
  }
}
