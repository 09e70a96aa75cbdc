/**
 * Counts calls by the hour, in the transaction that writes them: one statement for a batch, one or two more if rows may be written
 * again that were counted before. On PostgreSQL each connection counts in rows of its own, so that servers do not wait for each
 * other, and a trigger takes back what was counted of a row that changes.
 *
 * @module
 */
import type { CallRecord } from '../calls.ts'
import { hourMs, ranKind, waitedKind } from '../call-stats.ts'
import { bucketOf } from '../duration-buckets.ts'
import { addUp, hourKey, uncountedKey } from './call-hours.ts'
import { plain } from './call-row.ts'
import type { Change, SqlDatabase } from './database.ts'

export interface CountedEntry {
  readonly record: CallRecord
  /** Whether a row with its id may be there, and counted: the caller chose the id, or it ends and another took its process for dead. */
  readonly mayReplace: boolean
}

const uncounted = `coalesce((select value from meta where key = '${uncountedKey}'), 0)`

export class CallCounter {
  readonly #count: string
  /** Of SQLite: takes back, or counts once more, what rows say now. */
  readonly #rows: ((sign: '-' | '', which: '>' | '<=') => string) | undefined
  /** False once it is known that calls of earlier versions are all counted. */
  hasUncounted = true

  constructor({ kind }: Pick<SqlDatabase, 'kind'>) {
    this.#count = kind === 'sqlite' ? countSqlite : countPostgres
    this.#rows = kind === 'sqlite' ? rowsSqlite : undefined
  }

  /** The changes before those that write the entries. */
  before(entries: readonly CountedEntry[]): Change[] {
    const ids = this.#rows ? replacedIds(entries) : []
    return ids.length === 0 ? [] : this.#ofRows(ids, '-', '>')
  }

  /** The changes after them. `taken`: whether an entry changed its row. */
  after(entries: readonly CountedEntry[], taken: (index: number) => boolean): Change[] {
    if (!this.#rows) return this.#ofCalls(entries.flatMap(({ record }, at) => (taken(at) ? [record] : [])))
    const replaced = replacedIds(entries)
    if (replaced.length === 0)
      return this.#ofCalls(entries.flatMap(({ record }, at) => (taken(at) ? [record] : [])))
    // Of several entries of one call the last that was taken is what its row says.
    const last = new Map<string, CallRecord>()
    for (const [at, { record }] of entries.entries()) if (taken(at)) last.set(plain(record.id), record)
    const untouched = replaced.filter((id) => !last.has(id))
    const touched = this.hasUncounted ? replaced.filter((id) => last.has(id)) : []
    return [
      ...this.#ofCalls([...last.values()]),
      ...(untouched.length === 0 ? [] : this.#ofRows(untouched, '', '>')),
      // They are counted when their turn comes.
      ...(touched.length === 0 ? [] : this.#ofRows(touched, '-', '<=')),
    ]
  }

  #ofRows(ids: readonly string[], sign: '-' | '', which: '>' | '<='): Change[] {
    return this.#rows ? [{ sql: this.#rows(sign, which), parameters: [JSON.stringify(ids)] }] : []
  }

  /** In one order, so that of two who count one waits for the other. */
  #ofCalls(calls: readonly CallRecord[]): Change[] {
    const counts = new Map<string, number>()
    const add = (place: string): void => void counts.set(place, (counts.get(place) ?? 0) + 1)
    for (const { tool, agent = '', status, startedAt, durationMs, activeMs, waitedMs } of calls) {
      if (status === 'running') continue
      const place = `${Math.floor(startedAt / hourMs)}\0${tool}\0${agent}\0${status}\0`
      add(`${place}${ranKind}\0${bucketOf(activeMs ?? durationMs)}`)
      if (waitedMs !== undefined) add(`${place}${waitedKind}\0${bucketOf(waitedMs)}`)
    }
    if (counts.size === 0) return []
    const cells = [...counts].map(([place, count]) => cellOf(place, count))
    return [{ sql: this.#count, parameters: [`[${cells.toSorted().join(',')}]`] }]
  }
}

/** Names that hold a zero byte are cut from the outside in: hour, status, kind and bucket never do. */
function cellOf(place: string, count: number): string {
  const parts = place.split('\0')
  const [hour = ''] = parts
  const [status = '', kind, bucket] = parts.slice(-3)
  const names = parts.slice(1, -3)
  const agent = names.length > 1 ? (names.pop() ?? '') : ''
  return JSON.stringify([
    Number(hour),
    plain(names.join('\0')),
    plain(agent),
    status,
    Number(kind),
    Number(bucket),
    count,
  ])
}

function replacedIds(entries: readonly CountedEntry[]): readonly string[] {
  const ids = new Set<string>()
  for (const { record, mayReplace } of entries) if (mayReplace) ids.add(plain(record.id))
  return [...ids]
}

// Without a condition, SQLite takes "on conflict" for a part of a join.
const countSqlite = `insert into call_hours (${hourKey}, count)
  select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, 0, value ->> 6 from json_each(?)
  where true ${addUp}`

const countPostgres = `insert into call_hours (${hourKey}, count)
  select (cell ->> 0)::bigint, cell ->> 1, cell ->> 2, cell ->> 3, (cell ->> 4)::bigint, (cell ->> 5)::bigint,
    pg_backend_pid() % 16, (cell ->> 6)::bigint from json_array_elements($1::json) as cell where true ${addUp}`

function rowsSqlite(sign: '-' | '', which: '>' | '<='): string {
  const ms = `case kind.n when ${ranKind} then coalesce(active_ms, duration_ms) else waited_ms end`
  return `insert into call_hours (${hourKey}, count)
    select cast(started_at / ${hourMs} as integer), tool, coalesce(agent, ''), status, kind.n,
      coalesce((select bucket from call_bounds where low <= ${ms} order by low desc limit 1), 0), 0, ${sign}count(*)
    from calls, (select ${ranKind} as n union all select ${waitedKind}) as kind
    where calls.id in (select value from json_each(?)) and status <> 'running' and calls.n ${which} ${uncounted}
      and (kind.n = ${ranKind} or waited_ms is not null)
    group by 1, 2, 3, 4, 5, 6 ${addUp}`
}
