/**
 * Rows of the journal that fit a filter, newest first, without a long look at those that don't.
 *
 * The journal is in the order in which calls were written, which is nearly that of time. Where a time is asked for, an index
 * tells the first row that can fit, while few do. What is left is looked through window by window, and all other work has a
 * turn in between.
 *
 * @module
 */
import { setImmediate as othersTurn } from 'node:timers/promises'
import type { CallFilter } from '../calls.ts'
import { defaultLimit, selectCalls, selectEnds, selectSince, windowRows } from './call-queries.ts'
import type { Row, SqlReader } from './database.ts'

export async function findCalls(database: SqlReader, filter: CallFilter): Promise<readonly Row[]> {
  if (filter.since === undefined) return database.read(selectCalls(database, filter))
  const [found] = await database.read(selectSince(database, filter.since))
  const count = Number(found?.['count'])
  if (count === 0) return []
  const [ends] = await database.read(selectEnds(database))
  const first = Number(count < windowRows ? found?.['first'] : ends?.['first'])
  return inWindows(database, filter, { first, last: Number(ends?.['last']) })
}

async function inWindows(
  database: SqlReader,
  filter: CallFilter,
  ends: { readonly first: number; readonly last: number },
): Promise<readonly Row[]> {
  const { limit = defaultLimit } = filter
  const first = Math.max(ends.first, (filter.after ?? 0) + 1)
  const rows: Row[] = []
  for (let end = Math.min(filter.before ?? Infinity, ends.last + 1); end > first && rows.length < limit;) {
    const after = Math.max(end - windowRows, first) - 1
    const window = { ...filter, before: end, after, limit: limit - rows.length }
    rows.push(...(await database.read(selectCalls(database, window))))
    end = after + 1
    if (end > first && rows.length < limit) await othersTurn()
  }
  return rows
}
