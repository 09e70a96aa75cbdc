/** What embedding models made of the texts of tools. */
import type { Query, SqlDatabase } from '../database.ts'

export function vectors({ kind }: SqlDatabase): readonly Query[] {
  const [text, bytes] = kind === 'sqlite' ? ['text', 'blob'] : ['text collate "C"', 'bytea']
  const columns = [
    `model ${text} not null`,
    `key ${text} not null`,
    `vector ${bytes} not null`,
    'at double precision not null',
    'primary key (model, key)',
  ]
  return [{ sql: `create table vectors (${columns.join(', ')})`, parameters: [] }]
}
