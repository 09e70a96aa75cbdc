/** Whose conversations, runs and long results are. Rows from before say nothing. */
import type { Query, SqlDatabase } from '../database.ts'

export function owners({ kind }: SqlDatabase): readonly Query[] {
  const text = kind === 'sqlite' ? 'text' : 'text collate "C"'
  return ['threads', 'runs', 'results'].map((table) => ({
    sql: `alter table ${table} add column principal ${text}`,
    parameters: [],
  }))
}
