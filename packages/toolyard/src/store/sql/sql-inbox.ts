/**
 * The inbox over SQL.
 *
 * @module
 */
import type { FormSchema, FormValues } from '../../define/index.ts'
import {
  type Inbox,
  type InboxEntry,
  type InboxItem,
  type InboxRoom,
  type InboxSelection,
  listedItem,
  listedText,
} from '../inbox.ts'
import { optional, plain } from './call-row.ts'
import { type Change, type Row, rowsOf, type SqlDatabase, whenKnown } from './database.ts'
import { type ExpressionBuilder, sql } from './kysely.ts'
import type { Schema } from './schema.ts'

const defaultLimit = 100

export function createSqlInbox(database: SqlDatabase): Inbox {
  const { build } = database
  return {
    ...movesOf(database),
    put(item, room) {
      return whenKnown(database.write(putOf(database, item, room)), (counts) => counts !== undefined)
    },
    find(id) {
      const query = build
        .selectFrom('inbox')
        .leftJoin('inbox_texts', 'inbox_texts.id', 'inbox.id')
        .selectAll('inbox')
        .select(['inbox_texts.text as long_text', 'inbox_texts.bytes as long_bytes'])
        .where('inbox.id', '=', plain(id))
      return whenKnown(rowsOf(database, query), ([row]) => row && itemOf(row))
    },
    list({ order = 'newest', after, limit = defaultLimit, ...selection }) {
      const isNewest = order === 'newest'
      let query = build
        .selectFrom('inbox')
        .selectAll()
        .where((terms) => chosen(terms, selection))
        .orderBy('n', isNewest ? 'desc' : 'asc')
        .limit(limit)
      if (after !== undefined) query = query.where('n', isNewest ? '<' : '>', after)
      return whenKnown(rowsOf(database, query), (rows) => rows.map(entryOf))
    },
    count(selection) {
      const query = build
        .selectFrom('inbox')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where((terms) => chosen(terms, selection))
      return whenKnown(rowsOf(database, query), ([row]) => row?.count ?? 0)
    },
    pending() {
      const query = build.selectFrom('inbox').select('id').where('status', '=', 'pending')
      return whenKnown(rowsOf(database, query), (rows) => rows.map(({ id }) => id))
    },
    moves() {
      const query = build.selectFrom('meta').select('value').where('key', '=', 'inbox')
      return whenKnown(rowsOf(database, query), ([row]) => row?.value ?? 0)
    },
  }
}

function movesOf(database: SqlDatabase): Pick<Inbox, 'expire' | 'settle'> {
  const { build } = database
  return {
    expire(at) {
      const over = build
        .selectFrom('inbox')
        .select('id')
        .where('status', '=', sql.lit('pending'))
        .where('expires_at', '<=', at)
        .limit(1)
      const change = build
        .updateTable('inbox')
        .set({ status: 'expired' })
        .where('status', '=', sql.lit('pending'))
        .where('expires_at', '<=', at)
      // Most looks find nothing to write.
      return whenKnown(rowsOf(database, over), (found) =>
        found.length === 0
          ? undefined
          : whenKnown(database.write([change.compile(), countMove(database)]), () => undefined),
      )
    },
    settle(id, { from, to, answer, values, by, at }) {
      const change = build
        .updateTable('inbox')
        .set({
          status: to,
          ...(answer !== undefined && { answer: plain(answer) }),
          ...(values !== undefined && { form_values: JSON.stringify(values) }),
          ...(by !== undefined && { answered_by: plain(by), answered_at: at }),
        })
        .where('id', '=', plain(id))
        .where('status', '=', from)
      return whenKnown(
        database.write([{ ...change.compile(), expects: 1 }, countMove(database)]),
        (counts) => counts !== undefined,
      )
    },
  }
}

function putOf(database: SqlDatabase, item: InboxItem, room: InboxRoom | undefined): Change[] {
  const { build } = database
  return [
    ...(room ? roomFor(database, item, room) : []),
    build.insertInto('inbox').values(rowOf(item)).compile(),
    ...(isLong(item) ? [build.insertInto('inbox_texts').values(textsOf(item)).compile()] : []),
  ]
}

function countMove({ build }: SqlDatabase): Change {
  return build
    .updateTable('meta')
    .set({ value: sql`value + 1` })
    .where('key', '=', 'inbox')
    .compile()
}

type InboxTerms = ExpressionBuilder<Schema, 'inbox'>

function chosen(terms: InboxTerms, { kind, status, callId, agent, tool, threadIds }: InboxSelection) {
  return terms.and([
    ...(kind === undefined ? [] : [terms('kind', '=', kind)]),
    ...(status === undefined ? [] : [terms('status', '=', status)]),
    ...(callId === undefined ? [] : [terms('call_id', 'in', ['', ...[callId].flat().map(plain)])]),
    ...(agent === undefined ? [] : [terms('agent', '=', plain(agent))]),
    ...(tool === undefined ? [] : [terms('tool', '=', plain(tool))]),
    ...(threadIds === undefined
      ? []
      : threadIds.length === 0
        ? [sql<boolean>`1 = 0`]
        : [terms('thread_id', 'in', threadIds.map(plain))]),
  ])
}

/** Nothing is written where too many wait. Those who write at the same time take turns, so that each sees the ones before. */
function roomFor(
  { build }: SqlDatabase,
  { agent, principal, createdAt }: InboxItem,
  room: InboxRoom,
): Change[] {
  const turn = build
    .updateTable('meta')
    .set({ value: sql`value` })
    .where('key', '=', 'inbox')
  const waiting = build
    .selectFrom('inbox')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', sql.lit('pending'))
    .where('expires_at', '>', createdAt)
  const own = waiting
    .where('principal', '=', plain(principal))
    .where('agent', agent === undefined ? 'is' : '=', optional(agent))
  const hasRoom = turn.where((terms) =>
    terms.and([terms(waiting, '<', room.total), terms(own, '<', room.perCaller)]),
  )
  return [turn.compile(), { ...hasRoom.compile(), expects: 1 }]
}

function isLong({ text, bytes }: InboxItem): boolean {
  return text.length > listedText || bytes.length > listedText
}

function textsOf({ id, text, bytes }: InboxItem): Schema['inbox_texts'] {
  return { id: plain(id), text: plain(text), bytes: plain(bytes) }
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
    text: plain(item.text.slice(0, listedText)),
    reason: plain(item.reason),
    rule: plain(item.rule),
    explanation: optional(item.explanation),
    digest: item.digest,
    bytes: isLong(item) ? '' : plain(item.bytes),
    offer: optional(item.offer),
    choices: item.choices === undefined ? null : JSON.stringify(item.choices),
    form: item.form === undefined ? null : JSON.stringify(item.form),
    form_values: item.values === undefined ? null : JSON.stringify(item.values),
    created_at: item.createdAt,
    expires_at: item.expiresAt,
    answer: optional(item.answer),
    answered_by: optional(item.by),
    answered_at: item.answeredAt ?? null,
    text_length: item.text.length,
  }
}

function itemOf(row: Row): InboxItem {
  const text = (column: string): string | undefined => (row[column] as string | null) ?? undefined
  const [choices, form, values] = [text('choices'), text('form'), text('form_values')]
  return {
    id: row['id'] as string,
    kind: row['kind'] as InboxItem['kind'],
    status: row['status'] as InboxItem['status'],
    callId: row['call_id'] as string,
    tool: row['tool'] as string,
    threadId: text('thread_id'),
    agent: text('agent'),
    principal: row['principal'] as string,
    text: text('long_text') ?? (row['text'] as string),
    reason: row['reason'] as string,
    rule: row['rule'] as string,
    explanation: text('explanation'),
    digest: row['digest'] as string,
    bytes: text('long_bytes') ?? (row['bytes'] as string),
    offer: text('offer'),
    choices: choices === undefined ? undefined : (JSON.parse(choices) as string[]),
    form: form === undefined ? undefined : (JSON.parse(form) as FormSchema),
    values: values === undefined ? undefined : (JSON.parse(values) as FormValues),
    createdAt: row['created_at'] as number,
    expiresAt: row['expires_at'] as number,
    answer: text('answer'),
    by: text('answered_by'),
    answeredAt: (row['answered_at'] as number | null) ?? undefined,
  }
}

/** Rows of before held the whole text. */
function entryOf(row: Row): InboxEntry {
  const entry = listedItem(itemOf(row), row['n'] as number)
  return { ...entry, textLength: (row['text_length'] as number | null) ?? entry.textLength }
}
