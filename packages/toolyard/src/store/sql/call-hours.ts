/**
 * Counts calls of earlier versions by the hour, step by step.
 *
 * @module
 */
import { setImmediate as othersTurn } from 'node:timers/promises'
import { ranKind, waitedKind } from '../call-stats.ts'
import { type Change, rowsOf, type SqlDatabase } from './database.ts'
import { type RawBuilder, sql } from './kysely.ts'

export const hourKey = 'hour, tool, agent, status, kind, bucket, shard'
export const addUp = `on conflict (${hourKey}) do update set count = call_hours.count + excluded.count`
/** The number up to which calls are not counted yet. */
export const uncountedKey = 'uncounted'
/** Calls of earlier versions that are counted at once. */
const rowsAtOnce = 2000

/** SQL for the bucket of a duration. */
export function bucketSql(ms: RawBuilder<unknown>): RawBuilder<number> {
  return sql`coalesce((select bucket from call_bounds where low <= ${ms} order by low desc limit 1), 0)`
}

/** How many calls of earlier versions are left, after some of them were counted: for so long, in small steps. */
export async function countEarlier(
  database: SqlDatabase,
  { mostMs, signal }: { readonly mostMs: number; readonly signal?: AbortSignal | undefined },
): Promise<number> {
  const until = performance.now() + mostMs
  for (;;) {
    const meta = database.build.selectFrom('meta').select('value').where('key', '=', uncountedKey)
    const left = (await rowsOf(database, meta))[0]?.value ?? 0
    if (left === 0 || signal?.aborted || performance.now() > until) return left
    await database.write(stepOf(database, left))
    await othersTurn()
  }
}

/** Of two who count the same, one changes nothing. */
function stepOf({ build, kind }: SqlDatabase, left: number): Change[] {
  const from = Math.max(0, left - rowsAtOnce)
  const claim =
    from === 0
      ? build.deleteFrom('meta').where('key', '=', uncountedKey).where('value', '=', left)
      : build
          .updateTable('meta')
          .set({ value: from })
          .where('key', '=', uncountedKey)
          .where('value', '=', left)
  const hour = sql.raw(
    kind === 'sqlite' ? 'cast(started_at / 3600000 as integer)' : 'floor(started_at / 3600000)::bigint',
  )
  const count = (kindOf: number, ms: RawBuilder<unknown>): Change =>
    sql`insert into call_hours (${sql.raw(hourKey)}, count)
      select ${hour}, tool, coalesce(agent, ''), status, ${sql.lit(kindOf)}, ${bucketSql(ms)}, 0, count(*) from calls
      where n > ${from} and n <= ${left} and status <> 'running' and ${ms} is not null
      group by 1, 2, 3, 4, 6 ${sql.raw(addUp)}`.compile(build)
  return [
    { ...claim.compile(), expects: 1 },
    count(ranKind, sql`coalesce(active_ms, duration_ms)`),
    count(waitedKind, sql`waited_ms`),
  ]
}
