/**
 * Calls counted by the hour, packed when the hour is over, and how long each waited for people.
 *
 * Who writes a call counts it in the same transaction. If a call that was counted is written again (it was pending or unknown, or is
 * made again under its id), its first count is taken back: on PostgreSQL, where several write at once, by a trigger; on SQLite, where a
 * trigger would nearly double the cost of every row, by the statements around those that write (`call-counter.ts`). Calls of before are
 * counted step by step: those up to the number `uncounted` are not yet, and what is counted of them too soon is taken back too.
 */
import { bucketBounds } from '../../duration-buckets.ts'
import type { Query, SqlDatabase } from '../database.ts'

const key = 'hour, tool, agent, status, kind, bucket, shard'

export function callHours({ kind }: SqlDatabase): readonly Query[] {
  const isSqlite = kind === 'sqlite'
  const text = isSqlite ? 'text not null' : 'text collate "C" not null'
  const bounds = bucketBounds.map((low, bucket) => `(${low}, ${bucket})`)
  return [
    'alter table calls add column waited_ms double precision',
    'alter table calls add column active_ms double precision',
    `create table call_hours (hour bigint not null, tool ${text}, agent ${text}, status ${text}, kind integer not null,
      bucket integer not null, shard integer not null, count bigint not null, primary key (${key}))${isSqlite ? ' without rowid' : ''}`,
    `create table call_packs (dim ${text}, hour bigint not null, name ${text}, data text not null, primary key (dim, hour, name))${isSqlite ? ' without rowid' : ''}`,
    'create table call_bounds (low double precision primary key, bucket integer not null)',
    `insert into call_bounds (low, bucket) values ${bounds.join(', ')}`,
    `insert into meta (key, value) select 'uncounted', n from (select max(n) as n from calls) as last where n is not null`,
    ...(isSqlite ? [] : postgresTriggers),
  ].map((sql) => ({ sql, parameters: [] }))
}

const bucketOf = (ms: string): string =>
  `coalesce((select bucket from call_bounds where low <= ${ms} order by low desc limit 1), 0)`

/** Takes one count of the row `changed` back. */
function takeBack(): string {
  const [row, shard] = ['changed', 'pg_backend_pid() % 16']
  const fields = `floor(${row}.started_at / 3600000)::bigint, ${row}.tool, coalesce(${row}.agent, ''), ${row}.status`
  const ran = bucketOf(`coalesce(${row}.active_ms, ${row}.duration_ms)`)
  const again = `on conflict (${key}) do update set count = call_hours.count - 1`
  return `insert into call_hours (${key}, count) values (${fields}, 0, ${ran}, ${shard}, -1) ${again};
    insert into call_hours (${key}, count)
      select ${fields}, 1, ${bucketOf(`${row}.waited_ms`)}, ${shard}, -1 where ${row}.waited_ms is not null ${again};`
}

/** A look at the number that may be out of date waits for the step that changes it. */
const postgresTriggers = [
  `create function calls_recounted() returns trigger language plpgsql as $$
  declare
    counted_from bigint;
    changed calls%rowtype;
  begin
    select value into counted_from from meta where key = 'uncounted';
    if counted_from >= old.n then
      select value into counted_from from meta where key = 'uncounted' for share;
    end if;
    if coalesce(counted_from, 0) < old.n then changed := old; else changed := new; end if;
    if changed.status = 'running' then return null; end if;
    ${takeBack()}
    return null;
  end $$`,
  'create trigger calls_recounted after update of status on calls for each row execute function calls_recounted()',
]
