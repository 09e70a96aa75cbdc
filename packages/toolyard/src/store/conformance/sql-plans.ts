/** How every SQL store must look things up in a long journal: by its indexes, and never for long at once. */
import assert from 'node:assert/strict'
import type { Suite, SuiteTest } from '../../kernel/conformance/index.ts'
import { selectCalls, selectEnds, selectSince } from '../sql/call-queries.ts'
import type { Query, SqlDatabase } from '../sql/database.ts'
import type { Store } from '../store.ts'
import { callColumns } from '../sql/call-row.ts'
import { idsOf } from './samples.ts'
import { type MakesDatabase, storeOn } from './sql-database.ts'

const rows = 60_000

/** A journal with a call a second, a hundredth of them of a rare tool; every row is of its place's length. */
async function longJournal(test: SuiteTest, connect: () => SqlDatabase): Promise<[Store, SqlDatabase]> {
  const store = await storeOn(test, connect)
  const database = connect()
  test.after(() => database.close())
  const isSqlite = database.kind === 'sqlite'
  const numbers = isSqlite
    ? `(with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < ${rows}) select i from numbers)`
    : `(select i from generate_series(1, ${rows}) as i)`
  const known: Readonly<Record<string, string>> = {
    id: isSqlite ? `printf('c%07d', i)` : `'c' || lpad(i::text, 7, '0')`,
    tool: `case when i % 100 = 0 then 'rare' else 'often' end`,
    permission: `'read'`,
    input: `'{}'`,
    ran: '1',
    status: `'ok'`,
    started_at: 'i * 1000',
    duration_ms: 'i % 50',
  }
  const absent = new Set(
    'explanation thread_id agent parent_id decision request_digest result steps waited_ms active_ms'.split(
      ' ',
    ),
  )
  const values = callColumns.map((column) => known[column] ?? (absent.has(column) ? 'null' : `'x'`))
  await database.write([
    {
      sql: `insert into calls (${callColumns.join(', ')}) select ${values.join(', ')} from ${numbers} as numbers`,
      parameters: [],
    },
    { sql: 'analyze calls', parameters: [] },
  ])
  return [store, database]
}

async function planOf(database: SqlDatabase, { sql, parameters }: Query): Promise<string> {
  const explain = database.kind === 'sqlite' ? 'explain query plan' : 'explain'
  const plan = await database.read({ sql: `${explain} ${sql}`, parameters })
  return plan.map((row) => String(row['detail'] ?? row['QUERY PLAN'])).join('\n')
}

export function describePlans(adapter: string, make: MakesDatabase, suite: Suite): void {
  suite.describe(`a long journal on ${adapter}`, () => {
    suite.it(
      'is looked through from a time on by an index, and by its order inside a window',
      async (test) => {
        const [, database] = await longJournal(test, await make(test))
        const since = (rows - 50) * 1000
        const byTime =
          /USING COVERING INDEX calls_by_started_at|Index (?:Only )?Scan.* using calls_by_started_at/
        for (const query of [selectSince(database, since)]) {
          const plan = await planOf(database, query)
          assert.match(plan, byTime)
          assert.doesNotMatch(plan, /SCAN calls\b|Seq Scan|TEMP B-TREE|Sort/)
        }
        const window = { since, after: rows - 1000, before: rows, limit: 100 }
        for (const filter of [window, { ...window, tool: 'rare' }]) {
          const plan = await planOf(database, selectCalls(database, filter))
          assert.match(
            plan,
            /SEARCH calls USING (?:INTEGER PRIMARY KEY|INDEX calls_by_tool)|Index Scan|Bitmap Index Scan/,
          )
          assert.doesNotMatch(plan, /SCAN calls\b|Seq Scan on calls|TEMP B-TREE/)
        }
        assert.doesNotMatch(await planOf(database, selectEnds(database)), /Seq Scan/)
      },
    )

    suite.it(
      'finds the same calls in windows as at once: many, few, rare, none, page by page',
      async (test) => {
        const [{ calls }] = await longJournal(test, await make(test))
        const id = (number: number): string => `c${String(number).padStart(7, '0')}`
        assert.deepEqual(await idsOf(calls.list({ since: 0, limit: 2 })), [id(rows), id(rows - 1)])
        assert.deepEqual(await idsOf(calls.list({ since: (rows - 1) * 1000 })), [id(rows), id(rows - 1)])
        assert.deepEqual(await calls.list({ since: rows * 1000 + 1 }), [])
        assert.deepEqual(await calls.list({ since: 0, tool: 'never' }), [])
        const rare = await idsOf(calls.list({ since: 0, tool: 'rare', limit: 1000 }))
        assert.deepEqual([rare.length, rare[0], rare.at(-1)], [rows / 100, id(rows), id(100)])
        const [position] = await calls.list({ since: 0, limit: 1, before: 101 })
        assert.equal(position?.id, id(100))
      },
    )
  })
}
