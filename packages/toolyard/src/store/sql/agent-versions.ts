/**
 * What agents were after each change, over SQL.
 *
 * @module
 */
import { type AgentBinding, type AgentVersion, keptAgentVersions, type NewAgentVersion } from '../agents.ts'
import type { Awaitable } from '../awaitable.ts'
import { optional, plain } from './call-row.ts'
import { type Change, type Row, rowsOf, type SqlDatabase, whenKnown } from './database.ts'
import { sql } from './kysely.ts'

/** To be written after the agent's own row, whose lock keeps the numbers of two processes apart. */
export function versionChanges(
  { build }: SqlDatabase,
  agentId: string,
  versions: readonly NewAgentVersion[],
): readonly Change[] {
  if (versions.length === 0) return []
  const newest = sql<number>`(select coalesce(max(version), 0) from agent_versions where agent_id = ${agentId})`
  return [
    ...versions.map((version) =>
      build
        .insertInto('agent_versions')
        .values({ ...rowOf(version), agent_id: agentId, version: sql<number>`${newest} + 1` })
        .compile(),
    ),
    build
      .deleteFrom('agent_versions')
      .where('agent_id', '=', agentId)
      .where('version', '<=', sql<number>`${newest} - ${sql.lit(keptAgentVersions)}`)
      .compile(),
  ]
}

export function versionsOf(database: SqlDatabase, agentId: string): Awaitable<readonly AgentVersion[]> {
  const query = database.build
    .selectFrom('agent_versions')
    .selectAll()
    .where('agent_id', '=', plain(agentId))
    .orderBy('version', 'desc')
  return whenKnown(rowsOf(database, query), (rows) => rows.map(versionOf))
}

function rowOf({ name, prompt, model, runner, settings, tools, by, at }: NewAgentVersion) {
  return {
    name: plain(name),
    prompt: plain(prompt),
    model: optional(model),
    runner: optional(runner),
    settings: JSON.stringify(settings),
    tools: JSON.stringify(tools),
    changed_by: optional(by),
    at,
  }
}

function versionOf(row: Row): AgentVersion {
  return {
    version: row['version'] as number,
    name: row['name'] as string,
    prompt: row['prompt'] as string,
    model: (row['model'] as string | null) ?? undefined,
    runner: (row['runner'] as string | null) ?? undefined,
    settings: JSON.parse(row['settings'] as string) as Record<string, unknown>,
    tools: JSON.parse(row['tools'] as string) as AgentBinding[],
    by: (row['changed_by'] as string | null) ?? undefined,
    at: row['at'] as number,
  }
}
