/**
 * What calls changed in files, over SQL: kept for some weeks.
 *
 * @module
 */
import type { FileChange, FileChanges } from '../../host/index.ts'
import { plain } from './call-row.ts'
import { rowsOf, type SqlDatabase } from './database.ts'

/** A change with more bytes than this is not kept. */
const mostBytes = 64 * 1024 * 1024
const maxAgeMs = 30 * 24 * 3_600_000

export function createSqlChanges(database: SqlDatabase): FileChanges {
  const { build } = database
  let hasCleaned = false
  return {
    async record(change) {
      if ((change.before?.byteLength ?? 0) > mostBytes) return false
      const insert = build.insertInto('file_changes').values(rowOf(change)).compile()
      const clean = build
        .deleteFrom('file_changes')
        .where('at', '<', change.at - maxAgeMs)
        .compile()
      await database.write(hasCleaned ? [insert] : [clean, insert])
      hasCleaned = true
      return true
    },
    async list({ threadId, callId, count }) {
      let query = build
        .selectFrom('file_changes')
        .selectAll()
        .where('thread_id', '=', plain(threadId))
        .orderBy('n', 'desc')
      if (callId !== undefined) query = query.where('call_id', '=', plain(callId))
      if (count !== undefined && Number.isFinite(count)) query = query.limit(count)
      const rows = await rowsOf(database, query)
      return rows.map(
        ({ id, call_id, thread_id, tool, path, start, length, before, after, at }): FileChange => ({
          id,
          callId: call_id,
          threadId: thread_id,
          tool,
          path,
          start,
          length,
          before: before === null ? undefined : Uint8Array.from(before),
          after,
          at,
        }),
      )
    },
    async forget(ids) {
      if (ids.length === 0) return
      await database.write([
        build
          .deleteFrom('file_changes')
          .where('id', 'in', [...ids])
          .compile(),
      ])
    },
  }
}

function rowOf({ id, callId, threadId, tool, path, start, length, before, after, at }: FileChange) {
  return {
    id,
    call_id: plain(callId),
    thread_id: plain(threadId),
    tool,
    path: plain(path),
    start,
    length,
    before: before ? Uint8Array.from(before) : null,
    after,
    at,
  }
}
