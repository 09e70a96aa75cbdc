/** What every store over SQL must do beside what every store must: it is shared, and outlives its processes. */
import { suiteOn } from '../../kernel/conformance/index.ts'
import { createSqlBoard } from '../sql/sql-board.ts'
import { createTextWords } from '../text-words.ts'
import { describeFullBoard } from './board-store.ts'
import { describeAudit } from './sql-audit.ts'
import { describeCallHours } from './sql-call-hours.ts'
import type { MakesDatabase } from './sql-database.ts'
import { describeMigrations } from './sql-migrations.ts'
import { describeOwners } from './sql-owners.ts'
import { describeRunLists } from './sql-run-lists.ts'
import { describePlans } from './sql-plans.ts'
import { describeRefusals } from './sql-refusals.ts'
import { describeReopening } from './sql-reopening.ts'
import { describePruning } from './sql-prune.ts'
import { describeAge } from './sql-retention.ts'
import { describeSqlTexts } from './sql-texts.ts'
import { storeOn } from './sql-database.ts'
import { describeStore } from './store.ts'

export function describeSqlStore(adapter: string, make: MakesDatabase): void {
  const suite = suiteOn()
  describeStore(adapter, async (test, { results } = {}) =>
    storeOn(
      test,
      await make(test),
      results === undefined ? undefined : { maxAgeMs: 3_600_000, maxSize: results },
    ),
  )
  describeReopening(adapter, make, suite)
  describeMigrations(adapter, make, suite)
  describeOwners(adapter, make, suite)
  describeAudit(adapter, make, suite)
  describeCallHours(adapter, make, suite)
  describeAge(adapter, make, suite)
  describePruning(adapter, make, suite)
  describeRefusals(adapter, make, suite)
  describePlans(adapter, make, suite)
  describeRunLists(adapter, make, suite)
  describeSqlTexts(adapter, make, suite)
  describeFullBoard(adapter, async (test) => {
    const connect = await make(test)
    await storeOn(test, connect)
    const database = connect()
    test.after(() => database.close())
    return createSqlBoard(database, createTextWords(), 5)
  })
}
