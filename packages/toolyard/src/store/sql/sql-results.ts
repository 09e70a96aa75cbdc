/**
 * Long results over SQL: kept for some days, and within a budget; the oldest go first.
 *
 * @module
 */
import { randomBytes } from 'node:crypto'
import { createIds } from '../../kernel/index.ts'
import type { ResultStore } from '../results.ts'
import { optional, plain } from './call-row.ts'
import { rowsOf, type SqlDatabase, whenKnown } from './database.ts'

export interface Retention {
  readonly maxAgeMs: number
  /** Characters in all. */
  readonly maxSize: number
}

const defaultRetention: Retention = { maxAgeMs: 7 * 24 * 3_600_000, maxSize: 1_000_000_000 }

/** How much is put between two looks at what may go: at most this, and a small part of what is kept. */
const sizeBetweenLooks = 16_000_000
const partBetweenLooks = 16

export function createSqlResults(database: SqlDatabase, given: Partial<Retention> = {}): ResultStore {
  const retention: Retention = { ...defaultRetention, ...given }
  const { build } = database
  const ids = createIds()
  // The first one looks as well: what a process leaves behind, the next one takes away.
  let sinceLook = Infinity
  return {
    async put({ tool, text, dropped, principal }) {
      // Any caller that knows a handle may read the result: one must not lead to the next.
      const handle = `${ids.next('res')}_${randomBytes(12).toString('hex')}`
      const kept = plain(text)
      const row = {
        handle,
        tool: plain(tool),
        text: kept,
        dropped,
        size: kept.length,
        created_at: Date.now(),
        principal: optional(principal),
      }
      await database.write([build.insertInto('results').values(row).compile()])
      sinceLook += kept.length
      if (sinceLook >= Math.min(sizeBetweenLooks, retention.maxSize / partBetweenLooks)) {
        sinceLook = 0
        await makeRoom(database, retention, handle)
      }
      return handle
    },
    read: async (handle) =>
      whenKnown(
        rowsOf(
          database,
          build
            .selectFrom('results')
            .select(['handle', 'tool', 'text', 'dropped', 'principal'])
            .where('handle', '=', plain(handle))
            .where('created_at', '>=', Date.now() - retention.maxAgeMs),
        ),
        ([row]) => {
          if (!row) return undefined
          const { principal, ...stored } = row
          return { ...stored, ...(principal !== null && { principal }) }
        },
      ),
    remove: (handles) => dropResults(database, handles),
  }
}

/** Takes away what is too old, then the oldest until the rest fits; `newest` stays in any case. */
async function makeRoom(
  database: SqlDatabase,
  { maxAgeMs, maxSize }: Retention,
  newest: string,
): Promise<void> {
  const { build } = database
  const rows = await rowsOf(
    database,
    build
      .selectFrom('results')
      .select(['handle', 'size', 'created_at'])
      .orderBy('created_at', 'desc')
      .orderBy('handle', 'desc'),
  )
  const oldest = Date.now() - maxAgeMs
  let size = 0
  const gone: string[] = []
  for (const row of rows) {
    size += row.size
    if (row.handle !== newest && (size > maxSize || row.created_at < oldest)) gone.push(row.handle)
  }
  await dropResults(database, gone)
}

async function dropResults(database: SqlDatabase, handles: readonly string[]): Promise<void> {
  for (let at = 0; at < handles.length; at += 200)
    await database.write([
      database.build
        .deleteFrom('results')
        .where('handle', 'in', handles.slice(at, at + 200).map(plain))
        .compile(),
    ])
}
