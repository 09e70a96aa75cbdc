/**
 * What runs have used, by stretches of time.
 *
 * @module
 */
import type { RunUsageQuery, RunUsageSlot } from '../runs.ts'
import { namesIn } from './call-queries.ts'
import type { SqlReader } from './database.ts'
import { sql } from './kysely.ts'

export async function readRunUsage(
  database: SqlReader,
  query: RunUsageQuery,
): Promise<readonly RunUsageSlot[]> {
  const { since, until, stepMs, offsetMs = 0, agent, principal, match } = query
  const place = sql`(started_at + ${sql.lit(offsetMs)}) / ${sql.lit(stepMs)}`
  const slot = database.kind === 'sqlite' ? sql`cast(${place} as integer)` : sql`floor(${place})`
  const tests = [
    sql`started_at >= ${since}`,
    sql`started_at < ${until}`,
    ...namesIn(database, { agent, principal, match }),
  ]
  const found = sql`select ${slot} as slot, count(*) as runs, sum(input_tokens) as input, sum(output_tokens) as output,
    sum(cost) as cost, count(cost) as priced from runs where ${sql.join(tests, sql` and `)} group by 1 order by 1`
  return (await database.read(found.compile(database.build))).map((row) => ({
    at: Number(row['slot']) * stepMs - offsetMs,
    runs: Number(row['runs']),
    inputTokens: Number(row['input']),
    outputTokens: Number(row['output']),
    ...(Number(row['priced']) > 0 && { cost: Number(row['cost']), priced: Number(row['priced']) }),
  }))
}
