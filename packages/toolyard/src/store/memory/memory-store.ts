/** The store in memory: for the library's default and for tests. Gone with the process. */
import { createMemoryChanges } from '../../host/index.ts'
import type { BoardStore } from '../board.ts'
import type { CallJournal } from '../calls.ts'
import type { Inbox } from '../inbox.ts'
import { type RecordStore, sessionRecords } from '../records.ts'
import type { RunStore } from '../runs.ts'
import type { Store } from '../store.ts'
import type { ThreadStore } from '../threads.ts'
import { createMemoryAgents } from './memory-agents.ts'
import { createMemoryAttachments } from './memory-attachments.ts'
import { createMemoryBoard } from './memory-board.ts'
import { createMemoryCalendar } from './memory-calendar.ts'
import { createMemoryCalls } from './memory-calls.ts'
import { createMemoryCatalogue } from './memory-catalogue.ts'
import { createMemoryGrants } from './memory-grants.ts'
import { createMemoryInbox } from './memory-inbox.ts'
import { createMemoryRecords } from './memory-records.ts'
import { createMemoryRequests } from './memory-requests.ts'
import { createMemoryResults, type MemoryRetention } from './memory-results.ts'
import { createMemoryTokens } from './memory-tokens.ts'
import { createMemoryRuns } from './memory-runs.ts'
import { createMemorySchedules } from './memory-schedules.ts'
import { createMemoryTexts } from './memory-texts.ts'
import { createMemoryThreads } from './memory-threads.ts'
import { createMemoryVectors } from './memory-vectors.ts'
import { Written } from '../written.ts'
import type { Revision } from './revision.ts'

export function createMemoryStore({
  results,
}: { readonly results?: MemoryRetention | undefined } = {}): Store {
  const written = new Written()
  const revision = tellingRevision(written)
  const records = createMemoryRecords()
  const attachments = createMemoryAttachments()
  const threads = withSessions(
    createMemoryThreads((threadId) => attachments.removeThread(threadId)),
    records,
  )
  const stores = {
    calls: tellingCalls(createMemoryCalls(), written),
    threads,
    attachments,
    runs: tellingRuns(createMemoryRuns(threads), written),
    records,
    board: tellingBoard(createMemoryBoard(), written),
  }
  return {
    ...stores,
    texts: createMemoryTexts(stores),
    catalogue: createMemoryCatalogue(revision),
    agents: createMemoryAgents(revision),
    inbox: tellingInbox(createMemoryInbox(), written),
    grants: createMemoryGrants(revision),
    results: createMemoryResults(results),
    tokens: createMemoryTokens(),
    changes: createMemoryChanges(),
    calendar: createMemoryCalendar(),
    schedules: createMemorySchedules(),
    requests: createMemoryRequests(),
    vectors: createMemoryVectors(),
    durable: false,
    location: 'memory',
    revision: () => revision.now,
    onWritten: (listener) => written.add(listener),
    probe: async () => {},
    // Calls and requests are bounded by their number.
    prune: async () => ({ calls: 0, requests: 0 }),
    close: async () => {},
  }
}

/** What a runner keeps for a thread is gone with it. */
function withSessions(threads: ThreadStore, records: RecordStore): ThreadStore {
  return {
    ...threads,
    async remove(threadId) {
      const kept = await records.list(sessionRecords, threadId)
      await records.remove(
        sessionRecords,
        threadId,
        kept.map(({ id }) => id),
      )
      return threads.remove(threadId)
    },
  }
}

function tellingRevision(written: Written): Revision {
  let now = 1
  return {
    get now() {
      return now
    },
    set now(next) {
      now = next
      written.tell?.()
    },
  }
}

function tellingCalls(calls: CallJournal, written: Written): CallJournal {
  return {
    ...calls,
    begin(record, options) {
      const hasBegun = calls.begin(record, options)
      written.tell?.()
      return hasBegun
    },
    finish(record) {
      void calls.finish(record)
      written.tell?.()
    },
  }
}

function tellingRuns(runs: RunStore, written: Written): RunStore {
  const told = <T>(answer: T): T => {
    written.tell?.()
    return answer
  }
  return {
    ...runs,
    begin: (run, said) => told(runs.begin(run, said)),
    step: (run, messages, options) => told(runs.step(run, messages, options)),
    take: (run, job) => told(runs.take(run, job)),
    save: (run) => told(runs.save(run)),
  }
}

function tellingBoard(board: BoardStore, written: Written): BoardStore {
  return {
    ...board,
    add(post) {
      const added = board.add(post)
      written.tell?.()
      return added
    },
  }
}

function tellingInbox(inbox: Inbox, written: Written): Inbox {
  return {
    ...inbox,
    put(item, room) {
      const isPut = inbox.put(item, room)
      written.tell?.()
      return isPut
    },
    expire(at) {
      const before = inbox.moves()
      void inbox.expire(at)
      if (inbox.moves() !== before) written.tell?.()
    },
    settle(id, move) {
      const isSettled = inbox.settle(id, move)
      if (isSettled === true) written.tell?.()
      return isSettled
    },
  }
}
