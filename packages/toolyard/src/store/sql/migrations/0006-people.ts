/**
 * What people are asked: long texts apart from the rows of lists, how often items moved on, quick counts of what waits. Grants
 * name the workspace in which they were given, and the caller of the conversation.
 *
 * Requests that wait were shown without what looked like a secret: they are cancelled, and asked again when they are called
 * again. Grants of before name no workspace and hold in none.
 */
import type { Query, SqlDatabase } from '../database.ts'

export function people({ kind }: SqlDatabase): readonly Query[] {
  const text = kind === 'sqlite' ? 'text' : 'text collate "C"'
  const statements = [
    `create table inbox_texts (id ${text} primary key, text ${text} not null, bytes ${text} not null)`,
    'alter table inbox add column text_length double precision',
    "create index inbox_that_waits on inbox (principal, agent, expires_at, id) where status = 'pending'",
    `alter table grants add column workspace ${text}`,
    `alter table grants add column principal ${text}`,
    "update inbox set status = 'cancelled' where status = 'pending' and kind = 'approval'",
    "insert into meta (key, value) values ('inbox', 1)",
  ]
  return statements.map((sql) => ({ sql, parameters: [] }))
}
