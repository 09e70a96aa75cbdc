/** The bytes of what people send with their messages, and the files that runs wrote. */
import type { Query, SqlDatabase } from '../database.ts'

export function attachments({ kind }: SqlDatabase): readonly Query[] {
  const [text, bytes] = kind === 'sqlite' ? ['text', 'blob'] : ['text collate "C"', 'bytea']
  const columns = [
    `thread_id ${text} not null`,
    `handle ${text} not null`,
    `name ${text} not null`,
    `media_type ${text} not null`,
    `bytes ${bytes} not null`,
    'size double precision not null',
    'at double precision not null',
    'primary key (thread_id, handle)',
  ]
  return [
    `create table attachments (${columns.join(', ')})`,
    'create index attachments_by_at on attachments (at)',
    `alter table runs add column files ${text}`,
  ].map((sql) => ({ sql, parameters: [] }))
}
