/**
 * Conversations over SQL.
 *
 * @module
 */
import { sessionRecords } from '../records.ts'
import { messageText } from '../text-entries.ts'
import type { TextWords } from '../text-words.ts'
import { openRunStatuses } from '../runs.ts'
import type {
  MessagePart,
  ThreadFilter,
  ThreadMessage,
  ThreadStore,
  ThreadSummary,
  ThreadView,
} from '../threads.ts'
import { optional, plain } from './call-row.ts'
import { type Change, type Row, rowsOf, type SqlDatabase, whenKnown } from './database.ts'
import { type ExpressionBuilder, sql } from './kysely.ts'
import type { Schema } from './schema.ts'
import { dropTexts, putText } from './text-changes.ts'

const defaultLimit = 100

export function createSqlThreads(database: SqlDatabase, words: TextWords): ThreadStore {
  const { build } = database
  return {
    append: (thread, messages) =>
      whenKnown(database.write(appended(database, words, { thread, messages })), () => undefined),
    messages(threadId, after = 0) {
      const query = build
        .selectFrom('messages')
        .selectAll()
        .where('thread_id', '=', plain(threadId))
        .where('position', '>', after)
        .orderBy('position')
      return whenKnown(rowsOf(database, query), (rows) => rows.map(messageOfRow))
    },
    lastMessages(threadId, { before, limit }) {
      let query = build
        .selectFrom('messages')
        .selectAll()
        .where('thread_id', '=', plain(threadId))
        .orderBy('position', 'desc')
        .limit(limit)
      if (before !== undefined) query = query.where('position', '<', before)
      return whenKnown(rowsOf(database, query), (rows) => rows.map(messageOfRow).toReversed())
    },
    find: (threadId) =>
      whenKnown(
        rowsOf(database, build.selectFrom('threads').selectAll().where('id', '=', plain(threadId))),
        ([row]) => row && summaryOf(row),
      ),
    list({ limit = defaultLimit, ...filter }) {
      const query = build
        .selectFrom('threads')
        .selectAll()
        .where((terms) => chosen(terms, filter))
        .orderBy('updated_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
      return whenKnown(rowsOf(database, query), (rows) => rows.map(summaryOf))
    },
    view: (threadId) =>
      whenKnown(
        rowsOf(database, build.selectFrom('threads').select('view').where('id', '=', plain(threadId))),
        ([row]) => (row?.view == null ? undefined : (JSON.parse(row.view) as ThreadView)),
      ),
    saveView: (threadId, view) =>
      whenKnown(
        database.write([
          build
            .updateTable('threads')
            .set({ view: plain(JSON.stringify(view)) })
            .where('id', '=', plain(threadId))
            .compile(),
        ]),
        () => undefined,
      ),
    ...changesOf(database),
  }
}

function changesOf(database: SqlDatabase): Pick<ThreadStore, 'rename' | 'remove'> {
  const { build } = database
  return {
    rename: (threadId, title) =>
      whenKnown(
        database.write([
          {
            ...build
              .updateTable('threads')
              .set({ title: plain(title) })
              .where('id', '=', plain(threadId))
              .compile(),
            expects: 1,
          },
        ]),
        (counts) => counts !== undefined,
      ),
    async remove(threadId) {
      const id = plain(threadId)
      const open = build
        .selectFrom('runs')
        .select('id')
        .where('thread_id', '=', id)
        .where('status', 'in', openRunStatuses)
      const thread = build
        .deleteFrom('threads')
        .where('id', '=', id)
        .where((terms) => terms.not(terms.exists(open)))
      const counts = await database.write([
        build.deleteFrom('messages').where('thread_id', '=', id).compile(),
        build.deleteFrom('attachments').where('thread_id', '=', id).compile(),
        { ...thread.compile(), expects: 1 },
        build.deleteFrom('records').where('kind', '=', sessionRecords).where('scope', '=', id).compile(),
        ...dropTexts(database, 'threads', sql`id = ${id}`),
        ...dropTexts(database, sessionRecords, sql`id = ${id}`),
      ])
      return counts !== undefined
    },
  }
}

type ThreadTerms = ExpressionBuilder<Schema, 'threads'>

function chosen(terms: ThreadTerms, { agent, principal, words, before }: ThreadFilter) {
  return terms.and([
    ...(agent === undefined ? [] : [terms('agent', '=', plain(agent))]),
    ...(principal === undefined ? [] : [terms('principal', '=', plain(principal))]),
    ...(words === undefined ? [] : [withWords(terms, plain(words))]),
    ...(before === undefined ? [] : [isAfter(terms, before)]),
  ])
}

function withWords(terms: ThreadTerms, words: string) {
  const like = `%${words.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const has = (column: 'title' | 'agent') =>
    sql<boolean>`lower(${terms.ref(column)}) like ${like} escape '\\'`
  return terms.or([has('title'), has('agent')])
}

function isAfter(terms: ThreadTerms, before: NonNullable<ThreadFilter['before']>) {
  if (typeof before === 'number') return terms('updated_at', '<', before)
  return terms.or([
    terms('updated_at', '<', before.at),
    terms.and([terms('updated_at', '=', before.at), terms('id', '<', plain(before.id))]),
  ])
}

/** The changes that append messages to a thread. */
export function appended(
  database: SqlDatabase,
  words: TextWords,
  { thread, messages }: { thread: Parameters<ThreadStore['append']>[0]; messages: readonly ThreadMessage[] },
): readonly Change[] {
  return [
    grown(database, thread, messages),
    ...messages.map(messageRow(database, thread.id, messages.length)),
    ...messages
      .flatMap((message) => messageText(thread, message) ?? [])
      .flatMap((entry) => putText(database, words, entry)),
  ]
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
