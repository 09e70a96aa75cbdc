/**
 * Hours that are over, packed: one row for each tool, agent, and pair of them, with all counts of the hour. A week of a million
 * calls is some ten thousand rows of these, and hundreds of thousands of cells.
 *
 * What is counted for such an hour later (a call that was pending ends) stands beside the packs as cells, until it is packed too.
 * Who packs takes away exactly the cells that it has read: of two, one changes nothing.
 *
 * @module
 */
import { setImmediate as othersTurn } from 'node:timers/promises'
import { hourMs } from '../call-stats.ts'
import type { Change, Row, SqlDatabase } from './database.ts'
import { sql } from './kysely.ts'

export type PackedBy = 'tool' | 'agent' | 'both'

/** Of a pack: how calls ended, ran or waited, and pairs of bucket and count. */
export type PackedCounts = readonly (readonly [status: string, kind: number, ...pairs: number[]])[]

/** An hour is packed when it was over for so long: most of what belongs to it has come. */
const settledMs = 2 * hourMs
const hoursAtOnce = 50

interface Cell {
  readonly tool: string
  readonly agent: string
  readonly status: string
  readonly kind: number
  readonly bucket: number
  readonly count: number
}

/** Packs hours that are over, one after the other, for so long at the most. */
export async function packHours(
  database: SqlDatabase,
  { now, mostMs, signal }: { readonly now: number; readonly mostMs: number; readonly signal?: AbortSignal },
): Promise<void> {
  const until = performance.now() + mostMs
  const end = Math.floor((now - settledMs) / hourMs)
  for (;;) {
    const found = sql`select distinct hour from call_hours where hour < ${end} order by hour desc limit ${sql.lit(hoursAtOnce)}`
    const hours = await database.read(found.compile(database.build))
    for (const row of hours) {
      if (signal?.aborted || performance.now() > until) return
      await packHour(database, Number(row['hour']))
      await othersTurn()
    }
    if (hours.length < hoursAtOnce) return
  }
}

async function packHour(database: SqlDatabase, hour: number): Promise<void> {
  const { build } = database
  const rows = await database.read(
    build.selectFrom('call_hours').selectAll().where('hour', '=', hour).compile(),
  )
  const packed = await database.read(
    build.selectFrom('call_packs').selectAll().where('hour', '=', hour).compile(),
  )
  const packs = new Map<string, Pack>()
  for (const { dim, name, data } of packed)
    packs.set(`${String(dim)} ${String(name)}`, packOf(String(dim) as PackedBy, String(name), String(data)))
  for (const row of rows) {
    const cell = cellOf(row)
    add(packs, cell, ['tool', cell.tool])
    add(packs, cell, ['agent', cell.agent])
    add(packs, cell, ['both', JSON.stringify([cell.tool, cell.agent])])
  }
  await database.write([takeAway(database, rows), ...put(database, hour, [...packs.values()])])
}

interface Pack {
  readonly dim: PackedBy
  readonly name: string
  /** By status and kind, then by bucket. */
  readonly counts: Map<string, Map<number, number>>
}

function packOf(dim: PackedBy, name: string, data: string): Pack {
  const counts = new Map<string, Map<number, number>>()
  for (const [status, kind, ...pairs] of JSON.parse(data) as PackedCounts) {
    const buckets = new Map<number, number>()
    for (let at = 0; at < pairs.length; at += 2) buckets.set(pairs[at] ?? 0, pairs[at + 1] ?? 0)
    counts.set(`${status} ${kind}`, buckets)
  }
  return { dim, name, counts }
}

function add(packs: Map<string, Pack>, cell: Cell, [dim, name]: readonly [PackedBy, string]): void {
  const key = `${dim} ${name}`
  let pack = packs.get(key)
  if (!pack) packs.set(key, (pack = { dim, name, counts: new Map() }))
  const place = `${cell.status} ${cell.kind}`
  let buckets = pack.counts.get(place)
  if (!buckets) pack.counts.set(place, (buckets = new Map()))
  buckets.set(cell.bucket, (buckets.get(cell.bucket) ?? 0) + cell.count)
}

function textOf({ counts }: Pack): string {
  return JSON.stringify(
    [...counts].flatMap(([place, buckets]) => {
      const pairs = [...buckets].filter(([, count]) => count !== 0).flat()
      const [status = '', kind] = place.split(' ')
      return pairs.length === 0 ? [] : [[status, Number(kind), ...pairs]]
    }),
  )
}

function cellOf(row: Row): Cell {
  return {
    tool: String(row['tool']),
    agent: String(row['agent']),
    status: String(row['status']),
    kind: Number(row['kind']),
    bucket: Number(row['bucket']),
    count: Number(row['count']),
  }
}

const columns = ['hour', 'tool', 'agent', 'status', 'kind', 'bucket', 'shard', 'count']

/** All of them as they were read, or none. */
function takeAway({ kind }: SqlDatabase, rows: readonly Row[]): Change {
  const whole = new Set(['hour', 'kind', 'bucket', 'shard', 'count'])
  const field = (name: string, at: number): string => {
    if (kind === 'sqlite') return `value ->> ${at}`
    return whole.has(name) ? `(value ->> ${at})::bigint` : `value ->> ${at}`
  }
  const from = kind === 'sqlite' ? 'json_each(?)' : 'json_array_elements($1::json) as value'
  const list = rows.map((row) => columns.map((name) => (whole.has(name) ? Number(row[name]) : row[name])))
  return {
    sql: `delete from call_hours where (${columns.join(', ')}) in (select ${columns.map(field).join(', ')} from ${from})`,
    parameters: [JSON.stringify(list)],
    expects: rows.length,
  }
}

function put({ kind }: SqlDatabase, hour: number, packs: readonly Pack[]): Change[] {
  const from = kind === 'sqlite' ? 'json_each(?)' : 'json_array_elements($1::json) as value'
  const list = packs.map((pack) => [pack.dim, pack.name, textOf(pack)])
  if (list.length === 0) return []
  return [
    {
      sql: `insert into call_packs (hour, dim, name, data) select ${hour}, value ->> 0, value ->> 1, value ->> 2 from ${from}
        where true on conflict (dim, hour, name) do update set data = excluded.data`,
      parameters: [JSON.stringify(list)],
    },
  ]
}
