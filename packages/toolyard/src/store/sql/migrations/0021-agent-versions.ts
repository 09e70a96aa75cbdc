/** What agents were after each change; and drafts of agents, which go after a while. */
import type { Query, SqlDatabase } from '../database.ts'

export function agentVersions({ kind }: SqlDatabase): readonly Query[] {
  const text = kind === 'sqlite' ? 'text' : 'text collate "C"'
  const words = `${text} not null`
  const number = 'double precision not null'
  return [
    'alter table agents add column expires_at double precision',
    `create table agent_versions (agent_id ${words} references agents (id) on delete cascade, version ${number}, name ${words},
      prompt ${words}, model ${text}, runner ${text}, settings ${words}, tools ${words}, changed_by ${text}, at ${number},
      primary key (agent_id, version))`,
  ].map((sql) => ({ sql, parameters: [] }))
}
