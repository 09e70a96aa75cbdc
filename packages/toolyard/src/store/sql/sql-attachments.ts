/**
 * Attachments over SQL. They go with their conversation; those that were never sent in one go after some days.
 *
 * @module
 */
import { type Attachment, type AttachmentStore, mostOfThread, strayMs } from '../attachments.ts'
import { threadFull } from '../thread-full.ts'
import { plain } from './call-row.ts'
import { rowsOf, type SqlDatabase, whenKnown } from './database.ts'
import { sql } from './kysely.ts'

export function createSqlAttachments(database: SqlDatabase): AttachmentStore {
  const { build } = database
  let hasCleaned = false
  const sizeOf = async (threadId: string): Promise<number> => {
    const query = build
      .selectFrom('attachments')
      .select(sql<number>`coalesce(sum(size), 0)`.as('size'))
      .where('thread_id', '=', plain(threadId))
    const [row] = await rowsOf(database, query)
    return row?.size ?? 0
  }
  return {
    async put(attachments) {
      if (attachments.length === 0) return
      const added = new Map<string, number>()
      for (const { threadId, bytes } of attachments)
        added.set(threadId, (added.get(threadId) ?? 0) + bytes.byteLength)
      for (const [threadId, size] of added)
        if ((await sizeOf(threadId)) + size > mostOfThread) throw threadFull(threadId)
      const strays = build
        .deleteFrom('attachments')
        .where('at', '<', Date.now() - strayMs)
        .where('thread_id', 'not in', build.selectFrom('threads').select('id'))
        .compile()
      const inserts = attachments.map((one) => build.insertInto('attachments').values(rowOf(one)).compile())
      await database.write(hasCleaned ? inserts : [strays, ...inserts])
      hasCleaned = true
    },
    read: (threadId, handle) =>
      whenKnown(
        rowsOf(
          database,
          build
            .selectFrom('attachments')
            .selectAll()
            .where('thread_id', '=', plain(threadId))
            .where('handle', '=', plain(handle)),
        ),
        ([row]) =>
          row && {
            threadId: row.thread_id,
            handle: row.handle,
            name: row.name,
            mediaType: row.media_type,
            bytes: Uint8Array.from(row.bytes),
            at: row.at,
          },
      ),
    async remove(threadId, handles) {
      if (handles.length === 0) return
      await database.write([
        build
          .deleteFrom('attachments')
          .where('thread_id', '=', plain(threadId))
          .where('handle', 'in', handles.map(plain))
          .compile(),
      ])
    },
  }
}

function rowOf({ threadId, handle, name, mediaType, bytes, at }: Attachment) {
  return {
    thread_id: plain(threadId),
    handle: plain(handle),
    name: plain(name),
    media_type: plain(mediaType),
    bytes: Uint8Array.from(bytes),
    size: bytes.byteLength,
    at,
  }
}
