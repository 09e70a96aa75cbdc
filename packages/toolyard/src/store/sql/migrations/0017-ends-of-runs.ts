/** What a run was made with, what it cost, its answer as data, and the run at the top of its tree; what models are shown of a conversation. */
import type { Query, SqlDatabase } from '../database.ts'

export function endsOfRuns({ kind }: SqlDatabase): readonly Query[] {
  const text = kind === 'sqlite' ? 'text' : 'text collate "C"'
  const numbers = ['cost', 'cached_tokens', 'cache_write_tokens', 'reasoning_tokens']
  return [
    ...['root_id', 'model', 'output'].map((name) => `alter table runs add column ${name} ${text}`),
    ...numbers.map((name) => `alter table runs add column ${name} double precision`),
    `alter table threads add column view ${text}`,
    'create index runs_by_root on runs (root_id) where root_id is not null',
  ].map((sql) => ({ sql, parameters: [] }))
}
