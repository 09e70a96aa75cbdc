/**
 * Takes old calls out of the journal, with what people were asked about them and the processes that made them.
 *
 * The audit chain stays verifiable: of every chain the oldest links go, and the last of them becomes a checkpoint, which keeps
 * its hash for the link that follows and the entries of rows that stay. Rows that do not match the chain are not taken away,
 * nor is what tells of them. A batch is one transaction; two who prune at once do not disturb each other.
 *
 * @module
 */
import { setImmediate as othersTurn } from 'node:timers/promises'
import type { Pruned, PruneOptions } from '../store.ts'
import { type AuditEntry, checkpointText, readLink } from './audit.ts'
import { countEarlier } from './call-hours.ts'
import { digestOfValues, valuesOfRow } from './call-row.ts'
import { type Change, rowsOf, type SqlDatabase } from './database.ts'
import { type RawBuilder, sql } from './kysely.ts'
import { isAlive } from './process.ts'
import { keptStatuses, pruneHours, pruneInbox, pruneProcesses } from './prune-around.ts'
import { dropTexts } from './text-changes.ts'

/** Entries of the chain that are looked at together. */
const batchEntries = 500
const linksAtOnce = 200
const rowsAtOnce = 100
/** Counts batches: of two who prune at once, one writes nothing. */
const turnKey = 'pruned'

export async function pruneJournal(
  database: SqlDatabase,
  { before: time, statsBefore, dryRun = false, signal }: PruneOptions,
): Promise<Pruned> {
  // Times are whole milliseconds in the columns, and some databases take nothing else.
  const before = Math.floor(time)
  if (dryRun)
    return { calls: await countCalls(database, before), requests: await pruneInbox(database, before, true) }
  // What is gone can't be counted any more.
  if ((await countEarlier(database, { mostMs: Infinity, signal })) > 0) return { calls: 0, requests: 0 }
  let calls = 0
  const start = database.build
    .insertInto('meta')
    .values({ key: turnKey, value: 0 })
    .onConflict((conflict) => conflict.column('key').doNothing())
  await database.write([start.compile()])
  for (let after = 0; ;) {
    const batch = await readBatch(database, { before, after })
    if (batch.links.length > 0) calls += await drop(database, batch, before)
    if (batch.isLast || signal?.aborted) break
    after = batch.links.at(-1)?.n ?? after
    await othersTurn()
  }
  if (signal?.aborted) return { calls, requests: 0 }
  await database.write(dropTexts(database, 'calls', goneBefore(before)))
  const requests = await pruneInbox(database, before, false)
  await pruneProcesses(database, before)
  if (statsBefore !== undefined) await pruneHours(database, Math.min(statsBefore, before))
  return { calls, requests }
}

/** Texts that were indexed while their calls went. */
function goneBefore(time: number): RawBuilder<unknown> {
  return sql`at < ${time} and not exists (select 1 from calls where calls.id = texts.id)`
}

async function countCalls(database: SqlDatabase, before: number): Promise<number> {
  const query = database.build
    .selectFrom('calls')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('started_at', '<', before)
    .where('status', 'not in', keptStatuses)
  const [row] = await rowsOf(database, query)
  return row?.count ?? 0
}

interface PrunedLink {
  readonly n: number
  readonly chain: string
  readonly pruned: number
  readonly entries: readonly AuditEntry[]
}

/** What the journal says now of a call of the chain. */
interface JournalRow {
  readonly digest: string
  readonly startedAt: number
  readonly status: string
}

interface Batch {
  readonly turn: number
  readonly links: readonly PrunedLink[]
  readonly rows: ReadonlyMap<string, JournalRow>
  /** Whether what follows is too young, or nothing does. */
  readonly isLast: boolean
}

/** The oldest links whose calls all began before a time. */
async function readBatch(
  database: SqlDatabase,
  { before, after }: { readonly before: number; readonly after: number },
): Promise<Batch> {
  const turns = database.build.selectFrom('meta').select('value').where('key', '=', turnKey)
  const turn = (await rowsOf(database, turns))[0]?.value ?? 0
  const query = database.build.selectFrom('audit').selectAll().where('n', '>', after).orderBy('n')
  const read = await rowsOf(database, query.limit(linksAtOnce))
  const links: PrunedLink[] = []
  const rows = new Map<string, JournalRow>()
  let count = 0
  for (const { n, chain, entries: text } of read) {
    const { entries, pruned } = readLink(text)
    count += entries.length
    if (links.length > 0 && count > batchEntries) return { turn, links, rows, isLast: false }
    for (const [id, found] of await findRows(database, entries)) rows.set(id, found)
    if (entries.some(([id]) => (rows.get(id)?.startedAt ?? 0) >= before))
      return { turn, links, rows, isLast: true }
    links.push({ n, chain, pruned, entries })
  }
  return { turn, links, rows, isLast: read.length < linksAtOnce }
}

/** A few rows at a time: each may hold a megabyte. */
async function findRows(
  database: SqlDatabase,
  entries: readonly AuditEntry[],
): Promise<Map<string, JournalRow>> {
  const ids = [...new Set(entries.map(([id]) => id))]
  const found = new Map<string, JournalRow>()
  for (let at = 0; at < ids.length; at += rowsAtOnce) {
    const query = database.build.selectFrom('calls').selectAll()
    for (const row of await rowsOf(database, query.where('id', 'in', ids.slice(at, at + rowsAtOnce))))
      found.set(row.id, {
        digest: digestOfValues(valuesOfRow(row)),
        startedAt: row.started_at,
        status: row.status,
      })
  }
  return found
}

async function drop(
  database: SqlDatabase,
  { turn, links: read, rows: found }: Batch,
  before: number,
): Promise<number> {
  const { build } = database
  const earlier = await checkpointsOf(database, read)
  const links = [...earlier, ...read]
  const rows = new Map([
    ...found,
    ...(await findRows(
      database,
      earlier.flatMap(({ entries }) => entries),
    )),
  ])
  const latest = new Map(links.flatMap(({ entries }) => entries).map((entry) => [entry[0], entry]))
  const isGoing = (id: string): boolean => {
    const row = rows.get(id)
    return row !== undefined && row.digest === latest.get(id)?.[2] && !keptStatuses.includes(row.status)
  }
  const going = [...latest.keys()].filter(isGoing)
  const chains = await chainsOf(database, links)
  // What was written since has an entry of its own; what is gone without us is told for ever.
  const isKept = (entry: AuditEntry): boolean => {
    const row = rows.get(entry[0])
    if (latest.get(entry[0]) !== entry) return false
    return row === undefined || (row.digest === entry[2] && !isGoing(entry[0]))
  }
  const deleted = build
    .deleteFrom('calls')
    .where('id', 'in', going)
    .where('started_at', '<', before)
    .where('status', 'not in', keptStatuses)
    .compile()
  const claim = build
    .updateTable('meta')
    .set({ value: turn + 1 })
    .where('key', '=', turnKey)
    .where('value', '=', turn)
    .compile()
  const done = await database.write([
    { ...claim, expects: 1 },
    ...(going.length === 0
      ? []
      : [
          { ...deleted, expects: going.length },
          ...dropTexts(database, 'calls', sql`id in (${sql.join(going)})`),
        ]),
    ...chains.flatMap((chain) => shorten(database, chain, isKept)),
  ])
  return done ? going.length : 0
}

/** Of its links here the last one stays, as a checkpoint; none of a chain that is over and has nothing to keep. */
function shorten(
  { build }: SqlDatabase,
  { links, entries, pruned, isOver }: LoadedChain,
  isKept: (entry: AuditEntry) => boolean,
): Change[] {
  const kept = entries.filter(isKept)
  const isGone = isOver && kept.length === 0
  const gone = isGone ? links : links.slice(0, -1)
  const deleted = build.deleteFrom('audit').where('n', 'in', gone).compile()
  const text = checkpointText({ pruned: pruned + entries.length - kept.length, entries: kept })
  const checkpoint = build
    .updateTable('audit')
    .set({ entries: text })
    .where('n', '=', links.at(-1) ?? 0)
    .compile()
  return [...(gone.length === 0 ? [] : [deleted]), ...(isGone ? [] : [checkpoint])]
}

/** Where the chains of these links begin since they were pruned before. */
async function checkpointsOf(
  database: SqlDatabase,
  links: readonly PrunedLink[],
): Promise<readonly PrunedLink[]> {
  const names = [...new Set(links.map(({ chain }) => chain))]
  const rows = await rowsOf(
    database,
    database.build
      .selectFrom('audit')
      .selectAll()
      .where('chain', 'in', names)
      .where('n', '<', links[0]?.n ?? 0)
      .orderBy('n'),
  )
  return rows.map(({ n, chain, entries: text }) => {
    const { entries, pruned } = readLink(text)
    return { n, chain, pruned, entries }
  })
}

interface LoadedChain {
  readonly links: readonly number[]
  readonly entries: readonly AuditEntry[]
  readonly pruned: number
  /** No link will follow: its process has ended, and none is there. */
  readonly isOver: boolean
}

async function chainsOf(
  database: SqlDatabase,
  links: readonly PrunedLink[],
): Promise<readonly LoadedChain[]> {
  const { build } = database
  const byChain = Map.groupBy(links, ({ chain }) => chain)
  const names = [...byChain.keys()]
  const owners = names.map(ownerOf)
  const last = await rowsOf(
    database,
    build
      .selectFrom('audit')
      .select(({ fn }) => ['chain', fn.max('n').as('n')])
      .where('chain', 'in', names)
      .groupBy('chain'),
  )
  const processes = await rowsOf(
    database,
    build.selectFrom('processes').selectAll().where('id', 'in', owners),
  )
  const alive = new Set(processes.filter((row) => isAlive(row, Date.now())).map(({ id }) => id))
  const ends = new Map(last.map(({ chain, n }) => [chain, n]))
  return names.map((name) => {
    const own = byChain.get(name) ?? []
    const numbers = own.map(({ n }) => n)
    return {
      links: numbers,
      entries: own.flatMap(({ entries }) => entries),
      pruned: own.reduce((sum, { pruned }) => sum + pruned, 0),
      isOver: ends.get(name) === numbers.at(-1) && !alive.has(ownerOf(name)),
    }
  })
}

/** A process has further chains, `p_1.2`, after transactions of which it never heard. */
function ownerOf(chain: string): string {
  return chain.split('.', 1)[0] ?? chain
}
