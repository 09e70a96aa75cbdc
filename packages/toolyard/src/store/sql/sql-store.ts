/**
 * The store over SQL: brings the tables up to date, and puts the ports together.
 *
 * @module
 */
import type { Store } from '../store.ts'
import { createTextWords } from '../text-words.ts'
import { Written } from '../written.ts'
import { type SqlDatabase, whenKnown } from './database.ts'
import { probe } from './probe.ts'
import { ProcessLease } from './process-lease.ts'
import { pruneJournal } from './prune-journal.ts'
import { migrate } from './migrations.ts'
import { readRevision } from './revision.ts'
import { createSqlAgents } from './sql-agents.ts'
import { createSqlAttachments } from './sql-attachments.ts'
import { createSqlCalendar } from './sql-calendar.ts'
import { SqlCalls } from './sql-calls.ts'
import { createSqlChanges } from './sql-changes.ts'
import { createSqlBoard } from './sql-board.ts'
import { createSqlCatalogue } from './sql-catalogue.ts'
import { createSqlGrants } from './sql-grants.ts'
import { createSqlInbox } from './sql-inbox.ts'
import { createSqlRecords } from './sql-records.ts'
import { createSqlResults, type Retention } from './sql-results.ts'
import { createSqlTokens } from './sql-tokens.ts'
import { createSqlRequests } from './sql-requests.ts'
import { SqlRuns } from './sql-runs.ts'
import { createSqlSchedules } from './sql-schedules.ts'
import { createSqlTexts } from './sql-texts.ts'
import { createSqlThreads } from './sql-threads.ts'
import { createSqlVectors } from './sql-vectors.ts'

const countAfterMs = 5000
const packEveryMs = 600_000

export async function createSqlStore(
  bare: SqlDatabase,
  options: { readonly results?: Partial<Retention> | undefined } = {},
): Promise<Store> {
  const written = new Written()
  const database = tellingDatabase(bare, written)
  try {
    await migrate(database)
    // A sign of life is no news.
    const lease = new ProcessLease(bare)
    const calls = new SqlCalls(database, lease)
    await calls.recover()
    const counting = countSoon(calls)
    const words = createTextWords()
    const runs = new SqlRuns(database, lease, words)
    return {
      catalogue: createSqlCatalogue(database),
      agents: createSqlAgents(database),
      calls,
      inbox: createSqlInbox(database),
      grants: createSqlGrants(database),
      results: createSqlResults(database, options.results),
      tokens: createSqlTokens(database),
      changes: createSqlChanges(database),
      threads: createSqlThreads(database, words),
      attachments: createSqlAttachments(database),
      runs,
      records: createSqlRecords(database, words),
      calendar: createSqlCalendar(database),
      schedules: createSqlSchedules(database),
      requests: createSqlRequests(database),
      vectors: createSqlVectors(database),
      board: createSqlBoard(database, words),
      texts: createSqlTexts(database, { words, flush: () => calls.flush() }),
      durable: true,
      location: database.location,
      file: database.kind === 'sqlite' && database.location !== ':memory:' ? database.location : undefined,
      address: database.address,
      revision: () => readRevision(database),
      onWritten: (listener) => written.add(listener),
      probe: () => probe(bare),
      async prune(prune) {
        await calls.flush()
        await calls.recover()
        return pruneJournal(database, prune)
      },
      async close() {
        await counting.stop()
        await calls.close()
        lease.close()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Counts calls of earlier versions and packs hours that are over, beside everything else, in a process that stays. */
function countSoon(calls: SqlCalls): { stop(): Promise<void> } {
  const over = new AbortController()
  const { signal } = over
  let counting: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout
  const count = async (): Promise<void> => {
    await calls.countEarlier({ mostMs: Infinity, signal })
    await calls.pack({ mostMs: Infinity, signal })
  }
  const plan = (ms: number): void => {
    timer = setTimeout(() => {
      // What could not be done now is done when figures are asked for, or the next time.
      counting = count().catch(() => {})
      plan(packEveryMs)
    }, ms).unref()
  }
  plan(countAfterMs)
  return {
    async stop() {
      clearTimeout(timer)
      over.abort()
      await counting
    },
  }
}

/** Tells after what was written counts, if it changed anything. */
function tellingDatabase(database: SqlDatabase, written: Written): SqlDatabase {
  const { kind, location, address, build, apart } = database
  return {
    kind,
    location,
    ...(address && { address }),
    build,
    apart,
    read: (query) => database.read(query),
    write: (changes, options) =>
      whenKnown(database.write(changes, options), (counts) => {
        if (counts?.some((count) => count > 0)) written.tell?.()
        return counts
      }),
    close: () => database.close(),
  }
}
