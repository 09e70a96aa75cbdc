/**
 * Calls that are made in the background, over SQL.
 *
 * @module
 */
import type { ToolResult } from '../../define/index.ts'
import type { RequestedCall, RequestRoom, RequestState, RequestStore, SeenRequest } from '../requests.ts'
import { json, optional, parsed, plain, resultText } from './call-row.ts'
import { type Change, type Row, rowsOf, type SqlDatabase, whenKnown } from './database.ts'
import { sql } from './kysely.ts'

const defaultLimit = 100

const briefColumns = [
  'id',
  'workspace',
  'queue',
  'tool',
  'principal',
  'agent',
  'thread_id',
  'digest',
  'state',
  'attempt',
  'cancelled',
  'keep_ms',
  'created_at',
  'updated_at',
  'ended_at',
  'kept_until',
] as const

export function createSqlRequests(database: SqlDatabase): RequestStore {
  const { build } = database
  const changed = (change: { compile(): Change }) =>
    whenKnown(database.write([change.compile()]), (counts) => counts?.[0] === 1)
  const open = ({ id, attempt }: SeenRequest) =>
    build
      .updateTable('requests')
      .where('id', '=', plain(id))
      .where('attempt', '=', attempt)
      .where('state', '<>', 'ended')
  return {
    ...looksOf(database),
    async add(call, room) {
      if (room && !(await hasRoom(database, call, room))) return 'full'
      const insert = build
        .insertInto('requests')
        .values(requestRow(call))
        .onConflict((conflict) => conflict.doNothing())
      return (await changed(insert)) ? 'added' : 'taken'
    },
    move(seen, { from, state, attempt = seen.attempt, at }) {
      const change = open(seen).set({ state, attempt, updated_at: at })
      return changed(from === undefined ? change : change.where('state', '=', from))
    },
    cancel: (id, reason, at) =>
      changed(
        build
          .updateTable('requests')
          .set({ cancelled: sql<string>`coalesce(cancelled, ${plain(reason)})`, updated_at: at })
          .where('id', '=', plain(id))
          .where('state', '<>', 'ended'),
      ),
    end: (seen, { result, at }) =>
      changed(
        open(seen).set({
          state: 'ended',
          result: resultText(result),
          input: null,
          terms: null,
          updated_at: at,
          ended_at: at,
          kept_until: sql<number>`keep_ms + ${at}`,
        }),
      ),
    remove: (id) =>
      changed(
        build
          .deleteFrom('requests')
          .where('id', '=', plain(id))
          .where('attempt', '=', 0)
          .where('state', '=', 'queued'),
      ),
    prune: (now) =>
      whenKnown(
        database.write([build.deleteFrom('requests').where('kept_until', '<', now).compile()]),
        (counts) => counts?.[0] ?? 0,
      ),
  }
}

function looksOf(database: SqlDatabase): Pick<RequestStore, 'find' | 'list'> {
  const { build } = database
  return {
    find: (id) =>
      whenKnown(
        rowsOf(database, build.selectFrom('requests').selectAll().where('id', '=', plain(id))),
        ([row]) => row && requestOfRow(row),
      ),
    list({ workspace, principal, agent, threadId, states, updatedBefore, brief, limit = defaultLimit }) {
      let query = build
        .selectFrom('requests')
        .select(brief ? briefColumns : [...briefColumns, 'input', 'terms', 'result'])
        .orderBy('n', 'desc')
        .limit(limit)
      if (workspace !== undefined) query = query.where('workspace', '=', plain(workspace))
      if (principal !== undefined) query = query.where('principal', '=', plain(principal))
      if (agent !== undefined) query = query.where('agent', '=', plain(agent))
      if (threadId !== undefined) query = query.where('thread_id', '=', plain(threadId))
      if (updatedBefore !== undefined) query = query.where('updated_at', '<', updatedBefore)
      if (states !== undefined) {
        query = query.where('state', 'in', [...states])
        // As the index of what is open says it.
        if (!states.includes('ended')) query = query.where('state', '<>', 'ended')
      }
      return whenKnown(rowsOf(database, query), (rows) => rows.map(requestOfRow))
    },
  }
}

/** About as many as there may be: those that are added at the same time do not see each other. */
async function hasRoom(
  database: SqlDatabase,
  { principal }: RequestedCall,
  { perPrincipal, total }: RequestRoom,
): Promise<boolean> {
  const own = sql<number>`sum(case when principal = ${optional(principal)} then 1 else 0 end)`
  const query = database.build
    .selectFrom('requests')
    .select(({ fn }) => [fn.countAll<number>().as('all'), own.as('own')])
    .where('state', '<>', 'ended')
  const [row] = await rowsOf(database, query)
  return (row?.all ?? 0) < total && (row?.own ?? 0) < perPrincipal
}

function requestRow(call: RequestedCall) {
  return {
    id: plain(call.id),
    workspace: plain(call.workspace),
    queue: plain(call.queue),
    tool: plain(call.tool),
    principal: optional(call.principal),
    agent: optional(call.agent),
    thread_id: optional(call.threadId),
    input: json(call.input),
    terms: json(call.terms),
    digest: call.digest,
    state: call.state,
    attempt: call.attempt,
    cancelled: optional(call.cancelled),
    result: resultText(call.result),
    keep_ms: call.keepMs,
    created_at: call.createdAt,
    updated_at: call.updatedAt,
    ended_at: call.endedAt ?? null,
    kept_until: call.keptUntil ?? null,
  }
}

function requestOfRow(row: Row): RequestedCall {
  const text = (column: string): string | undefined => (row[column] as string | null) ?? undefined
  return {
    id: row['id'] as string,
    workspace: row['workspace'] as string,
    queue: row['queue'] as string,
    tool: row['tool'] as string,
    principal: text('principal'),
    agent: text('agent'),
    threadId: text('thread_id'),
    input: parsed(row['input']),
    terms: parsed(row['terms']),
    digest: row['digest'] as string,
    state: row['state'] as RequestState,
    attempt: row['attempt'] as number,
    cancelled: text('cancelled'),
    result: parsed(row['result']) as ToolResult | undefined,
    keepMs: row['keep_ms'] as number,
    createdAt: row['created_at'] as number,
    updatedAt: row['updated_at'] as number,
    endedAt: (row['ended_at'] as number | null) ?? undefined,
    keptUntil: (row['kept_until'] as number | null) ?? undefined,
  }
}
