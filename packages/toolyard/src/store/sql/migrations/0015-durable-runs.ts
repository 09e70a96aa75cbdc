/** Runs that another process can take up: what it needs for that, and one open run for each thread. */
import type { Query, SqlDatabase } from '../database.ts'

export function durableRuns({ kind }: SqlDatabase): readonly Query[] {
  const text = kind === 'sqlite' ? 'text' : 'text collate "C"'
  const statements = [
    'alter table runs add column attempt double precision not null default 1',
    ...['reason', 'waits_for', 'plan', 'job'].map((name) => `alter table runs add column ${name} ${text}`),
    'drop index runs_at_work',
    "create unique index runs_at_work on runs (thread_id) where status in ('queued', 'running', 'waiting')",
    'create index runs_by_waits_for on runs (waits_for) where waits_for is not null',
    "create index runs_open on runs (status) where status in ('queued', 'running', 'waiting')",
  ]
  return statements.map((sql) => ({ sql, parameters: [] }))
}
