/**
 * Conversations over SQL.
 *
 * @module
 */
import { messageText } from '../text-entries.ts'
import type { TextWords } from '../text-words.ts'
import type { MessagePart, ThreadMessage, ThreadStore, ThreadSummary } from '../threads.ts'
import { optional, plain } from './call-row.ts'
import { type Change, type Row, rowsOf, type SqlDatabase, whenKnown } from './database.ts'
import { sql } from './kysely.ts'
import { dropTexts, putText } from './text-changes.ts'

const defaultLimit = 100

export function createSqlThreads(database: SqlDatabase, words: TextWords): ThreadStore {
  const { build } = database
  return {
    append: (thread, messages) =>
      whenKnown(
        database.write([
          grown(database, thread, messages),
          ...messages.map(messageRow(database, thread.id, messages.length)),
          ...messages
            .flatMap((message) => messageText(thread, message) ?? [])
            .flatMap((entry) => putText(database, words, entry)),
        ]),
        () => undefined,
      ),
    messages(threadId, after = 0) {
      const query = build
        .selectFrom('messages')
        .selectAll()
        .where('thread_id', '=', plain(threadId))
        .where('position', '>', after)
        .orderBy('position')
      return whenKnown(rowsOf(database, query), (rows) => rows.map(messageOfRow))
    },
    find: (threadId) =>
      whenKnown(
        rowsOf(database, build.selectFrom('threads').selectAll().where('id', '=', plain(threadId))),
        ([row]) => row && summaryOf(row),
      ),
    list({ agent, principal, before, limit = defaultLimit }) {
      let query = build
        .selectFrom('threads')
        .selectAll()
        .orderBy('updated_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
      if (agent !== undefined) query = query.where('agent', '=', plain(agent))
      if (principal !== undefined) query = query.where('principal', '=', plain(principal))
      if (before !== undefined) query = query.where('updated_at', '<', before)
      return whenKnown(rowsOf(database, query), (rows) => rows.map(summaryOf))
    },
    async remove(threadId) {
      const id = plain(threadId)
      const counts = await database.write([
        build.deleteFrom('messages').where('thread_id', '=', id).compile(),
        { ...build.deleteFrom('threads').where('id', '=', id).compile(), expects: 1 },
        ...dropTexts(database, 'threads', sql`id = ${id}`),
      ])
      return counts !== undefined
    },
  }
}

/** The thread's own row first: a process that appends at the same time waits for it, so that places are given once. */
function grown(
  { build }: SqlDatabase,
  { id, agent, principal, title = '' }: Parameters<ThreadStore['append']>[0],
  messages: readonly ThreadMessage[],
): Change {
  const now = Date.now()
  const row = {
    id: plain(id),
    agent: optional(agent),
    principal: optional(principal),
    title: plain(title),
    messages: messages.length,
    created_at: messages[0]?.at ?? now,
    updated_at: messages.at(-1)?.at ?? now,
  }
  return build
    .insertInto('threads')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        messages: sql`threads.messages + ${messages.length}`,
        updated_at: row.updated_at,
        agent: sql`coalesce(threads.agent, excluded.agent)`,
        title: sql`case when threads.title = '' then excluded.title else threads.title end`,
      }),
    )
    .compile()
}

function messageRow({ build }: SqlDatabase, threadId: string, count: number) {
  return (message: ThreadMessage, index: number): Change =>
    build
      .insertInto('messages')
      .values({
        thread_id: plain(threadId),
        position: sql`(select messages from threads where id = ${plain(threadId)}) - ${count - index - 1}`,
        id: plain(message.id),
        role: message.role,
        // JSON itself writes halves of characters and zero bytes in a form that every database takes.
        parts: JSON.stringify(message.parts),
        sender: optional(message.from),
        run_id: optional(message.runId),
        at: message.at,
      })
      .compile()
}

export function messageOfRow(row: Row): ThreadMessage {
  return {
    id: row['id'] as string,
    role: row['role'] as ThreadMessage['role'],
    parts: JSON.parse(row['parts'] as string) as MessagePart[],
    from: (row['sender'] as string | null) ?? undefined,
    runId: (row['run_id'] as string | null) ?? undefined,
    at: row['at'] as number,
    position: row['position'] as number,
  }
}

function summaryOf(row: Row): ThreadSummary {
  return {
    id: row['id'] as string,
    agent: (row['agent'] as string | null) ?? undefined,
    principal: (row['principal'] as string | null) ?? undefined,
    title: row['title'] as string,
    messages: row['messages'] as number,
    createdAt: row['created_at'] as number,
    updatedAt: row['updated_at'] as number,
  }
}
