/**
 * Runs that fit a filter, newest first, without a long look at those that don't.
 *
 * What has an index is found by it, and so is part of a name that few agents have. What else is asked for, such as a stretch of time, is
 * looked for window by window, in the order in which runs were written, which is nearly that of time; all other work has a turn in between.
 *
 * @module
 */
import { setImmediate as othersTurn } from 'node:timers/promises'
import { asciiLower, briefTask, type RunFilter } from '../runs.ts'
import { plain } from './call-row.ts'
import { type Query, type Row, rowsOf, type SqlDatabase } from './database.ts'
import { sql } from './kysely.ts'
import type { AgentTables } from './agent-tables.ts'

const defaultLimit = 100
/** So many rows are looked through before others have their turn. */
const windowRows = 5000
/** Agents of which each is looked up by itself. */
const mostNames = 20

const exact = [
  ['agent', 'agent'],
  ['threadId', 'thread_id'],
  ['principal', 'principal'],
  ['parentId', 'parent_id'],
  ['parentThreadId', 'parent_thread_id'],
  ['callId', 'call_id'],
  ['rootId', 'root_id'],
  ['batch', 'batch'],
  ['waitsFor', 'waits_for'],
] as const

/** What `brief` leaves away is null. */
const briefColumns = (
  'n id agent thread_id principal label parent_id parent_thread_id call_id root_id batch depth status attempt ' +
  'reason waits_for job steps input_tokens output_tokens cached_tokens cache_write_tokens reasoning_tokens cost model ' +
  'started_at ended_at error'
).split(' ') as (keyof AgentTables['runs'])[]

export async function findRuns(database: SqlDatabase, filter: RunFilter): Promise<readonly Row[]> {
  if (!needsWindows(filter)) return database.read(selectRuns(database, filter))
  const { since } = filter
  const first = await firstSince(database, since)
  if (first === undefined) return []
  const names = await namesWith(database, filter.agentPart)
  if (names?.length === 0) return []
  const isQuick = names !== undefined && names.length <= mostNames && filter.status === undefined
  return isQuick ? ofNames(database, filter, { names, first }) : inWindows(database, filter, first)
}

/** Names of agents that have run, with a part in them; one more than `mostNames` at the most. Each is one step along an index. */
async function namesWith(
  database: SqlDatabase,
  part: string | undefined,
): Promise<readonly string[] | undefined> {
  if (part === undefined) return undefined
  const query = sql<{ agent: string }>`
    with recursive names (agent) as (
      select min(agent) from runs
      union all
      select (select min(runs.agent) from runs where runs.agent > names.agent) from names where names.agent is not null
    )
    select agent from names where agent is not null and ${holds(part)} limit ${mostNames + 1}`
  const rows = await database.read(query.compile(database.build))
  return rows.map((row) => row['agent'] as string)
}

interface NamedRuns {
  readonly names: readonly string[]
  readonly first: number
}

/** Those of each name by its index, then the newest of all. */
async function ofNames(
  database: SqlDatabase,
  { agentPart: _part, ...filter }: RunFilter,
  { names, first }: NamedRuns,
): Promise<readonly Row[]> {
  const { limit = defaultLimit, agent: only } = filter
  const rows: Row[] = []
  for (const agent of names)
    if (only === undefined || only === agent)
      rows.push(...(await database.read(selectRuns(database, { ...filter, agent }, first))))
  return rows.toSorted((left, right) => Number(right['n']) - Number(left['n'])).slice(0, limit)
}

function holds(part: string) {
  return sql<boolean>`replace(lower(agent), ${asciiLower(plain(part))}, '') <> lower(agent)`
}

/** Whether no index leads to what it asks for. */
function needsWindows(filter: RunFilter): boolean {
  const { agent, agentPart, since, until, isTop = false, status } = filter
  if (exact.some(([key]) => key !== 'agent' && key !== 'principal' && filter[key] !== undefined)) return false
  if (agentPart !== undefined || since !== undefined || until !== undefined) return true
  return isTop && agent === undefined && (status === undefined || [status].flat().includes('done'))
}

/** `from`: the first row that is looked at. */
export function selectRuns({ build }: SqlDatabase, filter: RunFilter, from?: number): Query {
  const runs = build.selectFrom('runs')
  let query = filter.brief
    ? runs.select(briefColumns).select(sql<string>`substr(task, 1, ${briefTask})`.as('task'))
    : runs.selectAll()
  for (const [key, column] of exact) {
    const value = filter[key]
    if (value !== undefined) query = query.where(column, '=', plain(value))
  }
  const { status, agentPart, since, until, before, isTop, limit = defaultLimit } = filter
  const statuses = status === undefined ? [] : [status].flat()
  if (status !== undefined) query = query.where('status', 'in', statuses)
  if (status !== undefined && !statuses.includes('done')) query = query.where('status', '<>', sql.lit('done'))
  if (isTop) query = query.where('parent_id', 'is', null).where('parent_thread_id', 'is', null)
  if (agentPart !== undefined) query = query.where(holds(agentPart))
  // Not by its index: rows are in another order there, and would all be sorted.
  if (since !== undefined) query = query.where(sql<number>`+started_at`, '>=', since)
  if (until !== undefined) query = query.where(sql<number>`+started_at`, '<', until)
  if (before !== undefined) query = query.where('n', '<', before)
  if (from !== undefined) query = query.where('n', '>=', from)
  return query.orderBy('n', 'desc').limit(limit).compile()
}

/** The first run that can fit; undefined if none can. */
async function firstSince(database: SqlDatabase, since: number | undefined): Promise<number | undefined> {
  const { build } = database
  if (since === undefined) return 0
  const found = build
    .selectFrom('runs')
    .select('n')
    .where('started_at', '>=', since)
    .orderBy('started_at')
    .limit(windowRows)
  const [row] = await rowsOf(
    database,
    build
      .selectFrom(found.as('found'))
      .select(({ fn }) => [fn.min('n').as('first'), fn.countAll().as('count')]),
  )
  const count = Number(row?.count)
  if (count === 0) return undefined
  return count < windowRows ? Number(row?.first) : 0
}

async function inWindows(database: SqlDatabase, filter: RunFilter, first: number): Promise<readonly Row[]> {
  const { limit = defaultLimit, before = Infinity } = filter
  const { build } = database
  const [newest] = await rowsOf(
    database,
    build.selectFrom('runs').select(({ fn }) => fn.max('n').as('n')),
  )
  const rows: Row[] = []
  let end = Math.min(before, (newest?.n ?? 0) + 1)
  while (end > first && rows.length < limit) {
    const start = Math.max(end - windowRows, first, 0)
    const window = { ...filter, before: end, limit: limit - rows.length }
    rows.push(...(await database.read(selectRuns(database, window, start))))
    end = start
    if (end <= 0) break
    if (rows.length < limit) await othersTurn()
  }
  return rows
}
