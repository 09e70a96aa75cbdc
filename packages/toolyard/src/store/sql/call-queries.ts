/**
 * The queries of the journal. Those of every call are built once and kept as text; a list is built when it is asked for.
 *
 * @module
 */
import type { CallFilter } from '../calls.ts'
import type { CallSelection } from '../call-stats.ts'
import { callColumns, plain } from './call-row.ts'
import type { Query, SqlDatabase } from './database.ts'
import { type RawBuilder, sql } from './kysely.ts'

export const defaultLimit = 100

const longColumns: readonly string[] = ['input', 'explanation', 'result', 'steps']
const briefColumns = ['n', ...callColumns.filter((column) => !longColumns.includes(column))] as const

/** Parameters of the first three: a value for every column, in their order. */
export interface CallStatements {
  readonly begin: string
  readonly beginAgain: string
  readonly finish: string
  readonly find: string
}

export function callStatements({ build }: SqlDatabase): CallStatements {
  const template = Object.fromEntries(callColumns.map((column) => [column, '']))
  /** Writes the row, or puts it in the place of one that has the id and may make way. */
  const upsert = (mayMakeWay: string): string =>
    build
      .insertInto('calls')
      .values(template as never)
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet((row) =>
            Object.fromEntries(callColumns.slice(1).map((column) => [column, row.ref(`excluded.${column}`)])),
          )
          .where(sql<boolean>`${sql.raw(mayMakeWay)}`),
      )
      .compile().sql
  // A call that ended before its tool was started leaves nothing to repeat.
  const neverRan = `(calls.status not in ('running', 'unknown') and calls.ran = 0)`
  // A process that was taken for dead and is not may still say how its call ended.
  const ours = `(calls.owner = excluded.owner and (calls.status = 'running' or (calls.status = 'unknown' and calls.result is null)))`
  return {
    begin: upsert(neverRan),
    beginAgain: upsert(`(${neverRan} or calls.status = 'unknown')`),
    finish: upsert(`(${neverRan} or ${ours} or (calls.status <> 'running' and calls.permission = 'read'))`),
    find: build.selectFrom('calls').selectAll().where('id', '=', '').compile().sql,
  }
}

/** So many rows are looked through before others have their turn. */
export const windowRows = 20_000

/** The numbers of the calls that came in at or after a time, while they are few: none of the rows before the first is one. */
export function selectSince({ build }: Pick<SqlDatabase, 'build'>, since: number): Query {
  const found = build
    .selectFrom('calls')
    .select('n')
    .where('started_at', '>=', since)
    .orderBy('started_at')
    .limit(windowRows)
  return build
    .selectFrom(found.as('found'))
    .select(({ fn }) => [fn.min('n').as('first'), fn.countAll().as('count')])
    .compile()
}

/** The rows between which all others are. */
export function selectEnds({ build }: Pick<SqlDatabase, 'build'>): Query {
  return build
    .selectNoFrom((query) => [
      query
        .selectFrom('calls')
        .select(({ fn }) => fn.min('n').as('n'))
        .as('first'),
      query
        .selectFrom('calls')
        .select(({ fn }) => fn.max('n').as('n'))
        .as('last'),
    ])
    .compile()
}

/** A list without a member is not written in every database; no call has the empty id. */
function someOf(ids: readonly string[]): string[] {
  return ids.length > 0 ? ids.map(plain) : ['']
}

export function selectCalls(database: Pick<SqlDatabase, 'build' | 'kind'>, filter: CallFilter): Query {
  const { build } = database
  const calls = build.selectFrom('calls')
  let query = filter.brief ? calls.select(briefColumns) : calls.selectAll()
  if (filter.ids !== undefined) query = query.where('id', 'in', someOf(filter.ids))
  for (const test of namesIn(database, filter)) query = query.where(test)
  if (filter.parentId !== undefined) query = query.where('parent_id', '=', filter.parentId)
  if (filter.status === 'ok') query = query.where('status', '=', 'ok')
  else if (filter.status !== undefined)
    query = query.where('status', '=', filter.status).where('status', '<>', sql.lit('ok'))
  // Not by its index: rows are in another order there, and would all be sorted.
  if (filter.since !== undefined) query = query.where(sql<number>`+started_at`, '>=', filter.since)
  if (filter.until !== undefined) query = query.where(sql<number>`+started_at`, '<', filter.until)
  if (filter.before !== undefined) query = query.where('n', '<', filter.before)
  if (filter.after !== undefined) query = query.where('n', '>', filter.after)
  return query
    .orderBy('n', 'desc')
    .limit(filter.limit ?? defaultLimit)
    .compile()
}

const namedColumns = {
  tool: 'tool',
  agent: 'agent',
  principal: 'principal',
  origin: 'origin',
  threadId: 'thread_id',
} as const

/** What a selection says of names, as conditions; capital letters do not matter in parts of names. */
export function namesIn(
  { kind }: Pick<SqlDatabase, 'kind'>,
  selection: CallSelection,
): readonly RawBuilder<boolean>[] {
  return Object.entries(namedColumns).flatMap(([name, column]) => {
    const wanted = selection[name as keyof typeof namedColumns]
    if (wanted === undefined) return []
    if (selection.match !== 'part') return [sql<boolean>`${sql.ref(column)} = ${plain(wanted)}`]
    const holds = sql.raw(kind === 'sqlite' ? 'instr' : 'strpos')
    return [sql<boolean>`${holds}(lower(${sql.ref(column)}), lower(${plain(wanted)})) > 0`]
  })
}
