/**
 * The tables of the engine. They stand beside those of the store, in the same database or in one of their own.
 *
 * @module
 */
import { ToolyardError } from '../../kernel/index.ts'
import { changeLater, rowOf, type Step } from './transaction.ts'

const version = 1

/** What databases write differently. */
export interface SchemaDialect {
  /** Answers a row if the tables are there. */
  readonly hasTables: string
  /** A number that grows with every row, and is never given twice. */
  readonly serial: string
  /** A number that grows, of which the last may be given again after its row is gone. */
  readonly order: string
  /** After a table whose rows lie in the order of their key. */
  readonly byKey: string
}

/** Makes the tables if they are not there. Refuses those of a newer Toolyard. */
export function* prepareTables(dialect: SchemaDialect, location: string): Step<void> {
  const isThere = yield* rowOf(dialect.hasTables)
  if (!isThere) yield* changeLater('create table engine_meta (key text primary key, value bigint not null)')
  const row = yield* rowOf<{ value: number }>("select value from engine_meta where key = 'schema'")
  if (row && row.value > version)
    throw new ToolyardError(
      'store_newer',
      `the jobs in ${location} were written by a newer Toolyard (tables of version ${row.value}; this one knows ${version})`,
      { hint: 'Update this installation, or name another database. Nothing was changed.' },
    )
  if (row) return
  for (const statement of tables(dialect)) yield* changeLater(statement)
  yield* changeLater("insert into engine_meta (key, value) values ('schema', ?)", version)
}

function tables({ serial, order, byKey }: SchemaDialect): readonly string[] {
  return [
    `create table engine_jobs (
      n ${order}, id text not null unique, queue text not null, kind text not null, tenant text not null,
      not_before bigint, attempts bigint, on_crash text,
      state text not null, since bigint not null, turn bigint not null, due bigint, ended bigint,
      attempt bigint not null, failures bigint not null, crashes bigint not null,
      reason text, token text, cancelled text, owner text, wakes bigint not null)`,
    `create index engine_jobs_waiting on engine_jobs (queue, turn, n, tenant) where state = 'waiting'`,
    `create index engine_jobs_line on engine_jobs (queue, tenant, turn) where state = 'waiting'`,
    `create index engine_jobs_delayed on engine_jobs (due) where state = 'delayed'`,
    `create index engine_jobs_parked on engine_jobs (token) where state = 'parked'`,
    `create index engine_jobs_running on engine_jobs (owner) where state = 'running'`,
    `create index engine_jobs_cancelled on engine_jobs (owner) where state = 'running' and cancelled is not null`,
    `create index engine_jobs_ended on engine_jobs (ended) where ended is not null`,
    `create table engine_streams (id text primary key, attempt bigint not null, first bigint not null,
      last bigint not null, size bigint not null, ended bigint)${byKey}`,
    `create index engine_streams_ended on engine_streams (ended, size) where ended is not null`,
    `create table engine_events (stream text not null, sequence bigint not null, attempt bigint not null, status text,
      data text, size bigint not null, primary key (stream, sequence))${byKey}`,
    `create table engine_topics (n ${serial}, topic text not null, message text not null, at bigint not null)`,
    `create table engine_wakes (n ${serial}, token text not null)`,
    `create index engine_wakes_token on engine_wakes (token, n)`,
    `create table engine_processes (id text primary key, host text not null, pid bigint not null, started text not null,
      beat bigint not null)`,
    `create table engine_workers (process text not null, worker text not null, queue text not null,
      primary key (process, worker))`,
    `create table engine_locks (n ${serial}, key text not null, process text not null, owner text not null,
      access text not null, granted bigint not null)`,
    `create index engine_locks_key on engine_locks (key, n)`,
    `create index engine_locks_process on engine_locks (process)`,
    `create table engine_leases (key text primary key, process text, fence bigint not null)`,
    `create table engine_rates (key text primary key, tokens double precision not null, filled bigint not null)`,
  ]
}
