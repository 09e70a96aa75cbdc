/**
 * Brings the index of texts up to date: calls since the last time, and once what was there before there was an index.
 *
 * @module
 */
import { setImmediate as othersTurn } from 'node:timers/promises'
import { callText, lookingTool, messageText, recordText, runText } from '../text-entries.ts'
import type { TextEntry } from '../text-index.ts'
import type { TextWords } from '../text-words.ts'
import { callColumns, recordOfRow } from './call-row.ts'
import { type Row, rowsOf, type SqlDatabase } from './database.ts'
import { sql } from './kysely.ts'
import { recordOfKept } from './sql-records.ts'
import { runOfRow } from './run-row.ts'
import { messageOfRow } from './sql-threads.ts'
import { putText } from './text-changes.ts'

/** Older calls that were never indexed are not looked for. */
const mostCalls = 20_000
const callsAtOnce = 25
/** Rows that are looked over at once. */
const windowSize = 1000
/** Who looks does not wait longer than this for calls; the next one who looks goes on. */
const patienceMs = 3000
/** What is kept there from before. */
const mostRuns = 500
const mostRecords = 1000
const mostThreads = 100
const mostMessages = 50
const doneKey = 'texts'

/** Whether some calls are not indexed yet. */
export async function catchUpTexts(database: SqlDatabase, words: TextWords): Promise<boolean> {
  const [done] = await rowsOf(
    database,
    database.build.selectFrom('meta').select('value').where('key', '=', doneKey),
  )
  if (!done) await indexOlder(database, words)
  return indexCalls(database, words)
}

async function indexCalls(database: SqlDatabase, words: TextWords): Promise<boolean> {
  const until = performance.now() + patienceMs
  const [newest] = await rowsOf(
    database,
    database.build.selectFrom('calls').select(({ fn }) => fn.max('n').as('n')),
  )
  const last = newest?.n ?? 0
  for (let top = last; top > Math.max(0, last - mostCalls); top -= windowSize)
    for (let isMore = true; isMore;) {
      const rows = await database.read(unindexed(database, top))
      await put(database, words, rows.map(entryOf))
      isMore = rows.length === callsAtOnce
      if (isMore && performance.now() > until) return true
      await othersTurn()
    }
  return false
}

/** What was changed in a row so that it can't be read is left out. */
function entryOf(row: Row): TextEntry {
  try {
    return callText(recordOfRow({ ...row, steps: null }))
  } catch {
    return callText(recordOfRow({ ...row, steps: null, input: null, result: null }))
  }
}

/** Calls in a window below a position whose text is not there, or is from before they ended. */
function unindexed({ build }: SqlDatabase, top: number) {
  const columns = sql.join(['n', ...callColumns].map((column) => sql.ref(`calls.${column}`)))
  return sql`select ${columns} from calls
    where calls.n <= ${top} and calls.n > ${top - windowSize} and not exists (
      select 1 from texts where texts.place = 'calls' and texts.id = calls.id and texts.part = ''
        and texts.state = calls.status)
      and calls.tool <> ${lookingTool} and not exists (
        select 1 from calls as outer_calls where outer_calls.id = calls.parent_id and outer_calls.tool = ${lookingTool})
    order by calls.n desc limit ${sql.lit(callsAtOnce)}`.compile(build)
}

/** Done again from the start if it was stopped: what is there already is written once more. */
async function indexOlder(database: SqlDatabase, words: TextWords): Promise<void> {
  const { build } = database
  const runs = await rowsOf(
    database,
    build.selectFrom('runs').selectAll().orderBy('n', 'desc').limit(mostRuns),
  )
  const records = await rowsOf(
    database,
    build.selectFrom('records').selectAll().orderBy('n', 'desc').limit(mostRecords),
  )
  await put(database, words, [
    ...runs.map((row) => runText(runOfRow(row))),
    ...records.map((row) => recordText(recordOfKept(row))),
  ])
  const threads = await rowsOf(
    database,
    build.selectFrom('threads').select(['id', 'title']).orderBy('updated_at', 'desc').limit(mostThreads),
  )
  for (const thread of threads) {
    const messages = await rowsOf(
      database,
      build
        .selectFrom('messages')
        .selectAll()
        .where('thread_id', '=', thread.id)
        .orderBy('position', 'desc')
        .limit(mostMessages),
    )
    await put(
      database,
      words,
      messages.flatMap((row) => messageText(thread, messageOfRow(row)) ?? []),
    )
  }
  const note = build
    .insertInto('meta')
    .values({ key: doneKey, value: 1 })
    .onConflict((conflict) => conflict.column('key').doNothing())
  await database.write([note.compile()])
}

/** Lost with the power, they are indexed again. */
async function put(database: SqlDatabase, words: TextWords, entries: readonly TextEntry[]): Promise<void> {
  for (let at = 0; at < entries.length; at += callsAtOnce) {
    const changes = entries.slice(at, at + callsAtOnce).flatMap((entry) => putText(database, words, entry))
    await database.write(changes, { durable: false })
    await othersTurn()
  }
}
