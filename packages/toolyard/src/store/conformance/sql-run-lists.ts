/** How every SQL store must look runs up in a long list: page by page, and never for long at once. */
import assert from 'node:assert/strict'
import type { Suite, SuiteTest } from '../../kernel/conformance/index.ts'
import type { SqlDatabase } from '../sql/database.ts'
import { selectRuns } from '../sql/find-runs.ts'
import type { Store } from '../store.ts'
import { idsOf } from './samples.ts'
import { type MakesDatabase, storeOn } from './sql-database.ts'

const rows = 12_000

/** A run a second; every tenth is of a sub-agent, every thousandth of a rare agent and failed. */
async function manyRuns(test: SuiteTest, connect: () => SqlDatabase): Promise<[Store, SqlDatabase]> {
  const store = await storeOn(test, connect)
  const database = connect()
  test.after(() => database.close())
  const isSqlite = database.kind === 'sqlite'
  const numbers = isSqlite
    ? `(with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < ${rows}) select i from numbers)`
    : `(select i from generate_series(1, ${rows}) as i)`
  const id = isSqlite ? `printf('r%07d', i)` : `'r' || lpad(i::text, 7, '0')`
  await database.write([
    {
      sql: `insert into runs (id, agent, thread_id, task, depth, status, steps, input_tokens, output_tokens, started_at, owner, attempt, parent_id)
        select ${id}, case when i % 1000 = 0 then 'rare' else 'often' end, ${id}, 'x', 0,
        case when i % 1000 = 0 then 'failed' else 'done' end, 1, 0, 0, i * 1000, 'x', 1,
        case when i % 10 = 5 then 'p' end from ${numbers} as numbers`,
      parameters: [],
    },
    { sql: 'analyze runs', parameters: [] },
  ])
  return [store, database]
}

export function describeRunLists(adapter: string, make: MakesDatabase, suite: Suite): void {
  suite.describe(`many runs on ${adapter}`, () => {
    suite.it('are found window by window as at once: rare, few, none, page by page', async (test) => {
      const [{ runs }] = await manyRuns(test, await make(test))
      const id = (number: number): string => `r${String(number).padStart(7, '0')}`
      const rare = await idsOf(runs.list({ agentPart: 'RAR', limit: 1000 }))
      assert.deepEqual([rare.length, rare[0], rare.at(-1)], [rows / 1000, id(rows), id(1000)])
      assert.deepEqual(await idsOf(runs.list({ agentPart: 'rare', since: (rows - 1) * 1000 })), [id(rows)])
      assert.deepEqual(await runs.list({ agentPart: 'never' }), [])
      assert.deepEqual(await runs.list({ since: rows * 1000 + 1 }), [])
      assert.deepEqual(await idsOf(runs.list({ until: 3000 })), [id(2), id(1)])
      const [found] = await runs.list({ agentPart: 'rare', limit: 1 })
      const [next] = await runs.list({ agentPart: 'rare', limit: 1, before: found?.position })
      assert.equal(next?.id, id(rows - 1000))
      const top: string[] = []
      let before: number | undefined
      do {
        const page = await runs.list({ isTop: true, limit: 1000, before, brief: true })
        top.push(...page.map(({ id: one }) => one))
        before = page.length === 1000 ? page.at(-1)?.position : undefined
      } while (before !== undefined)
      assert.deepEqual([top.length, new Set(top).size], [rows * 0.9, rows * 0.9])
    })

    suite.it('are read by an index, or within a window of their order', async (test) => {
      const [, database] = await manyRuns(test, await make(test))
      const explain = database.kind === 'sqlite' ? 'explain query plan' : 'explain'
      for (const query of [
        selectRuns(database, { agent: 'rare', limit: 50 }),
        selectRuns(database, { status: 'failed', limit: 50 }),
        selectRuns(database, { callId: 'c' }),
        selectRuns(database, { agentPart: 'rare', before: 6000, limit: 50 }, 5000),
      ]) {
        const plan = await database.read({ sql: `${explain} ${query.sql}`, parameters: query.parameters })
        const text = plan.map((row) => String(row['detail'] ?? row['QUERY PLAN'])).join('\n')
        assert.doesNotMatch(text, /SCAN runs\b|Seq Scan/)
      }
    })
  })
}
