/**
 * What goes with old calls: requests to people that are over, processes that have ended, and later what was counted of them.
 *
 * @module
 */
import { setImmediate as othersTurn } from 'node:timers/promises'
import { hourMs } from '../call-stats.ts'
import { rowsOf, type SqlDatabase } from './database.ts'
import { isAlive } from './process.ts'

const atOnce = 500

/** Of calls that must not be removed yet: they wait, run, or need a look. */
export const keptStatuses = ['running', 'pending', 'unknown']

/** How many went, or would go. What waits stays, and so do an approval that can still be used and the answers of such calls. */
export async function pruneInbox(database: SqlDatabase, before: number, dryRun: boolean): Promise<number> {
  const { build } = database
  const now = Date.now()
  const over = build
    .selectFrom('inbox')
    .where('created_at', '<', before)
    .where('status', '<>', 'pending')
    .where(
      'call_id',
      'not in',
      build.selectFrom('calls').select('calls.id').where('calls.status', 'in', keptStatuses),
    )
    .where((terms) => terms.or([terms('status', '<>', 'approved'), terms('expires_at', '<', now)]))
  if (dryRun) {
    const [row] = await rowsOf(
      database,
      over.select(({ fn }) => fn.countAll<number>().as('count')),
    )
    return row?.count ?? 0
  }
  let count = 0
  for (;;) {
    const ids = (await rowsOf(database, over.select('id').limit(atOnce))).map(({ id }) => id)
    if (ids.length === 0) return count
    await database.write([
      build.deleteFrom('inbox_texts').where('id', 'in', ids).compile(),
      build.deleteFrom('inbox').where('id', 'in', ids).compile(),
    ])
    count += ids.length
    await othersTurn()
  }
}

/** Hours that were over before a time, one after the other. */
export async function pruneHours(database: SqlDatabase, before: number): Promise<void> {
  const { build } = database
  const end = Math.floor(before / hourMs)
  await database.write([build.deleteFrom('call_packs').where('hour', '<', end).compile()])
  for (;;) {
    const first = build.selectFrom('call_hours').select(({ fn }) => fn.min('hour').as('hour'))
    const hour = (await rowsOf(database, first))[0]?.hour
    if (hour === undefined || hour === null || hour >= end) return
    await database.write([build.deleteFrom('call_hours').where('hour', '=', hour).compile()])
    await othersTurn()
  }
}

/** A process that has ended is needed only as long as something seems to run in it. */
export async function pruneProcesses(database: SqlDatabase, before: number): Promise<void> {
  const { build } = database
  const old = await rowsOf(
    database,
    build
      .selectFrom('processes')
      .selectAll()
      .where('seen_at', '<', before)
      .where('id', 'not in', build.selectFrom('calls').select('owner').where('status', '=', 'running'))
      .where('id', 'not in', build.selectFrom('runs').select('owner').where('status', '=', 'running')),
  )
  const now = Date.now()
  const gone = old.filter((row) => !isAlive(row, now)).map(({ id }) => id)
  for (let at = 0; at < gone.length; at += atOnce)
    await database.write([
      build
        .deleteFrom('processes')
        .where('id', 'in', gone.slice(at, at + atOnce))
        .compile(),
    ])
}
