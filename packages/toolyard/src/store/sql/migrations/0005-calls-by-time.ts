/** Calls by the time at which they came in, with all that figures about them need: rows are not looked at. */
import type { Query, SqlDatabase } from '../database.ts'

export function callsByTime({ kind }: SqlDatabase): readonly Query[] {
  // SQLite has the row's number in every index.
  const columns = `started_at, ${kind === 'sqlite' ? '' : 'n, '}status, duration_ms`
  return [{ sql: `create index calls_by_started_at on calls (${columns})`, parameters: [] }]
}
