/**
 * The store over SQL: brings the tables up to date, and puts the ports together.
 *
 * @module
 */
import type { Store } from '../store.ts'
import { createTextWords } from '../text-words.ts'
import type { SqlDatabase } from './database.ts'
import { probe } from './probe.ts'
import { ProcessLease } from './process-lease.ts'
import { pruneJournal } from './prune-journal.ts'
import { migrate } from './migrations.ts'
import { readRevision } from './revision.ts'
import { createSqlAgents } from './sql-agents.ts'
import { createSqlCalendar } from './sql-calendar.ts'
import { SqlCalls } from './sql-calls.ts'
import { createSqlChanges } from './sql-changes.ts'
import { createSqlBoard } from './sql-board.ts'
import { createSqlCatalogue } from './sql-catalogue.ts'
import { createSqlGrants } from './sql-grants.ts'
import { createSqlInbox } from './sql-inbox.ts'
import { createSqlResults, type Retention } from './sql-results.ts'
import { createSqlTokens } from './sql-tokens.ts'
import { SqlRuns } from './sql-runs.ts'
import { createSqlTasks } from './sql-tasks.ts'
import { createSqlTexts } from './sql-texts.ts'
import { createSqlThreads } from './sql-threads.ts'
import { createSqlVectors } from './sql-vectors.ts'

export async function createSqlStore(
  database: SqlDatabase,
  options: { readonly results?: Partial<Retention> | undefined } = {},
): Promise<Store> {
  try {
    await migrate(database)
    const lease = new ProcessLease(database)
    const calls = new SqlCalls(database, lease)
    await calls.recover()
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
      runs,
      tasks: createSqlTasks(database, words),
      calendar: createSqlCalendar(database),
      vectors: createSqlVectors(database),
      board: createSqlBoard(database, words),
      texts: createSqlTexts(database, { words, flush: () => calls.flush() }),
      durable: true,
      location: database.location,
      revision: () => readRevision(database),
      probe: () => probe(database),
      async prune(prune) {
        await calls.flush()
        await calls.recover()
        return pruneJournal(database, prune)
      },
      async close() {
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
