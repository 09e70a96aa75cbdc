/**
 * Reads figures about calls: from what is counted by the hour, or from the calls themselves for short stretches of time and for
 * what hours do not tell apart.
 *
 * @module
 */
import {
  type CallCell,
  type CallNames,
  type CallStats,
  type CallStatsQuery,
  type CellKind,
  figuresOf,
  fineMs,
  hourMs,
  isOfHours,
  mostFineCalls,
  ranKind,
  stepFor,
  usualNames,
  waitedKind,
} from '../call-stats.ts'
import { bucketSql } from './call-hours.ts'
import { namesIn } from './call-queries.ts'
import type { SqlReader } from './database.ts'
import { type RawBuilder, sql } from './kysely.ts'
import { readHours } from './packed-figures.ts'

/** Names to choose from: so many, of so many calls. */
const mostNames = 1000
const latestCalls = 5000

export async function readStats(database: SqlReader, query: CallStatsQuery): Promise<CallStats> {
  const fine = { ...query, source: 'calls' as const }
  const isCounted = isOfHours(query) || (isPlain(query) && (await isMany(database, query)))
  const range = isCounted
    ? {
        ...query,
        source: 'hours' as const,
        since: Math.floor(query.since / hourMs) * hourMs,
        until: Math.ceil(query.until / hourMs) * hourMs,
      }
    : fine
  const { since, until, source } = range
  const stepMs = stepFor(until - since, source === 'calls')
  const { cells, names, otherNames } = await (source === 'hours' ? readHours : readRows)(
    database,
    range,
    stepMs,
  )
  const knownSince = source === 'calls' ? await firstKept(database, since) : undefined
  return {
    since,
    until,
    stepMs,
    source,
    ...figuresOf(cells, query, { names, otherNames }),
    ...(knownSince !== undefined && { knownSince }),
  }
}

/** Whether hours could tell, if the time was long enough. */
function isPlain(query: CallStatsQuery): boolean {
  return isOfHours({ ...query, since: 0, until: fineMs + 1 })
}

async function isMany(database: SqlReader, { since, until }: CallStatsQuery): Promise<boolean> {
  const found = sql`select count(*) as count from (select 1 as found from calls
    where started_at >= ${since} and started_at < ${until} limit ${sql.lit(mostFineCalls + 1)}) as some_calls`
  const [row] = await database.read(found.compile(database.build))
  return Number(row?.['count']) > mostFineCalls
}

/** Rows with the columns `at, tool, agent, status, kind, bucket, count`. */
type Counted = RawBuilder<unknown>

async function readRows(database: SqlReader, query: CallStatsQuery, stepMs: number) {
  const counted = callsIn(database, query)
  const named = query.by === undefined ? [] : await readNames(database, counted, query.by)
  const names = named.slice(0, query.names ?? usualNames)
  const cells = await readCells(database, { query, counted, stepMs, names })
  return { cells, names, otherNames: named.length - names.length }
}

function callsIn(database: SqlReader, query: CallStatsQuery): Counted {
  const tests = [
    sql`started_at >= ${query.since}`,
    sql`started_at < ${query.until}`,
    sql`status <> 'running'`,
    ...(query.status === undefined ? [] : [sql`status = ${query.status}`]),
    ...namesIn(database, query),
  ]
  const cells = (kind: CellKind, ms: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`select started_at as at, tool, coalesce(agent, '') as agent, status, ${sql.lit(kind)} as kind, ${bucketSql(ms)} as bucket,
      1 as count from calls where ${sql.join([...tests, sql`${ms} is not null`], sql` and `)}`
  return sql`${cells(ranKind, sql`coalesce(active_ms, duration_ms)`)} union all ${cells(waitedKind, sql`waited_ms`)}`
}

/** Those with the most calls first. */
async function readNames(
  database: SqlReader,
  counted: Counted,
  by: 'tool' | 'agent',
): Promise<readonly string[]> {
  const name = sql.ref(by)
  const found = sql`select ${name} as name, sum(count) as calls from (${counted}) as counted
    where kind = ${sql.lit(ranKind)} group by 1 having sum(count) > 0 order by 2 desc, 1`
  return (await database.read(found.compile(database.build))).map((row) => String(row['name']))
}

interface Wanted {
  readonly query: CallStatsQuery
  readonly counted: Counted
  readonly stepMs: number
  readonly names: readonly string[]
}

async function readCells(
  database: SqlReader,
  { query: { by, offsetMs = 0 }, counted, stepMs, names }: Wanted,
): Promise<readonly CallCell[]> {
  const place = sql`(at + ${sql.lit(offsetMs)}) / ${sql.lit(stepMs)}`
  const slot = database.kind === 'sqlite' ? sql`cast(${place} as integer)` : sql`floor(${place})`
  const name =
    by === undefined || names.length === 0
      ? sql`null`
      : sql`case when ${sql.ref(by)} in (${sql.join(names)}) then ${sql.ref(by)} end`
  const found = sql`select ${slot} as slot, ${name} as name, status, kind, bucket, sum(count) as count
    from (${counted}) as counted group by 1, 2, 3, 4, 5`
  return (await database.read(found.compile(database.build))).map((row) => ({
    at: Number(row['slot']) * stepMs - offsetMs,
    name: row['name'] as string | null,
    status: row['status'] as string,
    kind: Number(row['kind']) as CellKind,
    bucket: Number(row['bucket']),
    count: Number(row['count']),
  }))
}

/** If calls were pruned: when the oldest one that is left came in, unless that is before `since`. */
async function firstKept(database: SqlReader, since: number): Promise<number | undefined> {
  const found = sql`select value, (select min(started_at) from calls) as first from meta where key = 'pruned' and value > 0`
  const [row] = await database.read(found.compile(database.build))
  const first = row?.['first'] as number | null | undefined
  if (!row) return undefined
  return first === null || first === undefined || first <= since ? undefined : first
}

export async function readCallNames(database: SqlReader): Promise<CallNames> {
  const distinct = async (column: 'tool' | 'agent' | 'principal' | 'origin'): Promise<readonly string[]> => {
    const name = sql.ref(column)
    const from =
      column === 'tool' || column === 'agent'
        ? sql`(select distinct ${name} from call_hours union select distinct name from call_packs where dim = ${column}) as named`
        : sql`(select ${name} from calls order by n desc limit ${sql.lit(latestCalls)}) as latest`
    const found = sql`select distinct ${name} as name from ${from} order by 1 limit ${sql.lit(mostNames)}`
    return (await database.read(found.compile(database.build)))
      .map((row) => String(row['name']))
      .filter(Boolean)
  }
  return {
    tools: await distinct('tool'),
    agents: await distinct('agent'),
    principals: await distinct('principal'),
    origins: await distinct('origin'),
  }
}
