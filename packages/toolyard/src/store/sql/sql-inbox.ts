/**
 * The inbox over SQL.
 *
 * @module
 */
import type { Inbox, InboxItem } from '../inbox.ts'
import { optional, plain } from './call-row.ts'
import { type Row, rowsOf, type SqlDatabase, whenKnown } from './database.ts'

const defaultLimit = 100

export function createSqlInbox(database: SqlDatabase): Inbox {
  const { build } = database
  return {
    put: (item) =>
      whenKnown(database.write([build.insertInto('inbox').values(rowOf(item)).compile()]), () => undefined),
    find: (id) =>
      whenKnown(
        rowsOf(database, build.selectFrom('inbox').selectAll().where('id', '=', plain(id))),
        ([row]) => row && itemOf(row),
      ),
    list({ kind, status, callId, limit = defaultLimit }) {
      let query = build.selectFrom('inbox').selectAll().orderBy('n', 'desc').limit(limit)
      if (kind !== undefined) query = query.where('kind', '=', kind)
      if (status !== undefined) query = query.where('status', '=', status)
      if (callId !== undefined) query = query.where('call_id', '=', plain(callId))
      return whenKnown(rowsOf(database, query), (rows) => rows.map(itemOf))
    },
    settle(id, { from, to, answer, by, at }) {
      const change = build
        .updateTable('inbox')
        .set({
          status: to,
          ...(answer !== undefined && { answer: plain(answer) }),
          ...(by !== undefined && { answered_by: plain(by), answered_at: at }),
        })
        .where('id', '=', plain(id))
        .where('status', '=', from)
      return whenKnown(
        database.write([{ ...change.compile(), expects: 1 }]),
        (counts) => counts !== undefined,
      )
    },
  }
}

function rowOf(item: InboxItem) {
  return {
    id: plain(item.id),
    kind: item.kind,
    status: item.status,
    call_id: plain(item.callId),
    tool: plain(item.tool),
    thread_id: optional(item.threadId),
    agent: optional(item.agent),
    principal: plain(item.principal),
    text: plain(item.text),
    reason: plain(item.reason),
    rule: plain(item.rule),
    explanation: optional(item.explanation),
    digest: item.digest,
    bytes: plain(item.bytes),
    offer: optional(item.offer),
    choices: item.choices === undefined ? null : JSON.stringify(item.choices),
    created_at: item.createdAt,
    expires_at: item.expiresAt,
    answer: optional(item.answer),
    answered_by: optional(item.by),
    answered_at: item.answeredAt ?? null,
  }
}

function itemOf(row: Row): InboxItem {
  const text = (column: string): string | undefined => (row[column] as string | null) ?? undefined
  const choices = text('choices')
  return {
    id: row['id'] as string,
    kind: row['kind'] as InboxItem['kind'],
    status: row['status'] as InboxItem['status'],
    callId: row['call_id'] as string,
    tool: row['tool'] as string,
    threadId: text('thread_id'),
    agent: text('agent'),
    principal: row['principal'] as string,
    text: row['text'] as string,
    reason: row['reason'] as string,
    rule: row['rule'] as string,
    explanation: text('explanation'),
    digest: row['digest'] as string,
    bytes: row['bytes'] as string,
    offer: text('offer'),
    choices: choices === undefined ? undefined : (JSON.parse(choices) as string[]),
    createdAt: row['created_at'] as number,
    expiresAt: row['expires_at'] as number,
    answer: text('answer'),
    by: text('answered_by'),
    answeredAt: (row['answered_at'] as number | null) ?? undefined,
  }
}
