/**
 * Adds up what is counted by the hour, packed or not, into cells of the stretches of time and names that are told apart.
 *
 * @module
 */
import {
  type CallCell,
  type CallStatsQuery,
  type CellKind,
  hourMs,
  isSelected,
  ranKind,
  usualNames,
} from '../call-stats.ts'
import type { PackedBy, PackedCounts } from './call-packs.ts'
import type { SqlReader } from './database.ts'
import { sql } from './kysely.ts'

interface Found {
  readonly cells: readonly CallCell[]
  readonly names: readonly string[]
  readonly otherNames: number
}

/** What is counted of one name in one stretch of time. */
interface Counted {
  readonly at: number
  readonly name: string
  readonly counts: PackedCounts
}

/** `query` begins and ends with whole hours. */
export async function readHours(database: SqlReader, query: CallStatsQuery, stepMs: number): Promise<Found> {
  const counted = [...(await readPacks(database, query)), ...(await readCells(database, query))]
  const calls = new Map<string, number>()
  if (query.by !== undefined)
    for (const { name, counts } of counted) calls.set(name, (calls.get(name) ?? 0) + callsOf(counts))
  const all = [...calls]
    .filter(([, count]) => count > 0)
    .toSorted(([one, left], [other, right]) => right - left || (one < other ? -1 : 1))
    .map(([name]) => name)
  const names = all.slice(0, query.names ?? usualNames)
  return { cells: addedUp(counted, { query, stepMs, names }), names, otherNames: all.length - names.length }
}

function callsOf(counts: PackedCounts): number {
  let sum = 0
  for (const [, kind, ...pairs] of counts)
    if (kind === ranKind) for (let at = 1; at < pairs.length; at += 2) sum += pairs[at] ?? 0
  return sum
}

/** The packs that know no more than is asked for. */
function packedBy({ tool, agent, by }: CallStatsQuery): PackedBy {
  const needsTool = tool !== undefined || by === 'tool'
  const needsAgent = agent !== undefined || by === 'agent'
  if (needsTool && needsAgent) return 'both'
  return needsAgent ? 'agent' : 'tool'
}

async function readPacks(database: SqlReader, query: CallStatsQuery): Promise<readonly Counted[]> {
  const dim = packedBy(query)
  const { since, until, status, by } = query
  const found = sql`select hour, name, data from call_packs
    where dim = ${dim} and hour >= ${since / hourMs} and hour < ${until / hourMs}`
  const counted: Counted[] = []
  for (const row of await database.read(found.compile(database.build))) {
    const name = String(row['name'])
    const [tool, agent] = dim === 'both' ? (JSON.parse(name) as [string, string]) : [name, name]
    const { match } = query
    if (!isSelected({ tool, agent }, { tool: query.tool, agent: query.agent, match })) continue
    const counts = JSON.parse(String(row['data'])) as PackedCounts
    counted.push({
      at: Number(row['hour']) * hourMs,
      name: by === undefined ? '' : by === 'tool' ? tool : agent,
      counts: status === undefined ? counts : counts.filter(([own]) => own === status),
    })
  }
  return counted
}

/** Of the last hours, and what came late. */
async function readCells(database: SqlReader, query: CallStatsQuery): Promise<readonly Counted[]> {
  const { since, until, status, by } = query
  const tests = [
    sql`hour >= ${since / hourMs}`,
    sql`hour < ${until / hourMs}`,
    ...(status === undefined ? [] : [sql`status = ${status}`]),
  ]
  const found = sql`select hour, tool, agent, status, kind, bucket, sum(count) as count from call_hours
    where ${sql.join(tests, sql` and `)} group by 1, 2, 3, 4, 5, 6`
  return (await database.read(found.compile(database.build))).flatMap((row): Counted[] => {
    const [tool, agent] = [String(row['tool']), String(row['agent'])]
    const { match } = query
    if (!isSelected({ tool, agent }, { tool: query.tool, agent: query.agent, match })) return []
    const pair = [Number(row['bucket']), Number(row['count'])]
    return [
      {
        at: Number(row['hour']) * hourMs,
        name: by === undefined ? '' : by === 'tool' ? tool : agent,
        counts: [[String(row['status']), Number(row['kind']), ...pair]],
      },
    ]
  })
}

interface Wanted {
  readonly query: CallStatsQuery
  readonly stepMs: number
  readonly names: readonly string[]
}

function addedUp(counted: readonly Counted[], { query, stepMs, names }: Wanted): readonly CallCell[] {
  const { offsetMs = 0 } = query
  const places = new Map<string, Map<number, number>>()
  const known = new Map(names.map((name, index) => [name, index]))
  for (const { at, name, counts } of counted) {
    const slot = Math.floor((at + offsetMs) / stepMs)
    const place = `${slot} ${known.get(name) ?? -1} `
    for (const [status, kind, ...pairs] of counts) {
      const key = `${place}${kind} ${status}`
      let buckets = places.get(key)
      if (!buckets) places.set(key, (buckets = new Map()))
      for (let index = 0; index < pairs.length; index += 2) {
        const bucket = pairs[index] ?? 0
        buckets.set(bucket, (buckets.get(bucket) ?? 0) + (pairs[index + 1] ?? 0))
      }
    }
  }
  return [...places].flatMap(([key, buckets]) => {
    const [slot, index, kind, status = ''] = key.split(' ')
    const at = Number(slot) * stepMs - offsetMs
    const name = names[Number(index)] ?? null
    return Array.from(buckets, ([bucket, count]): CallCell => ({
      at,
      name,
      status,
      kind: Number(kind) as CellKind,
      bucket,
      count,
    }))
  })
}
