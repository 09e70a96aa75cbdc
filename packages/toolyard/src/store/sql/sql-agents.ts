/**
 * Agents and their bindings over SQL.
 *
 * @module
 */
import type { AgentBinding, AgentRecord, AgentStore } from '../agents.ts'
import { nameTaken } from '../name-taken.ts'
import type { Awaitable } from '../awaitable.ts'
import { versionChanges, versionsOf } from './agent-versions.ts'
import { optional, plain } from './call-row.ts'
import { type Row, rowsOf, type SqlDatabase, whenKnown } from './database.ts'
import { bumpRevision } from './revision.ts'

export function createSqlAgents(database: SqlDatabase): AgentStore {
  const { build } = database
  const select = (key?: string): Awaitable<readonly AgentRecord[]> => {
    let query = build.selectFrom('agents').selectAll().orderBy('name')
    if (key !== undefined) query = query.where((row) => row.or([row('id', '=', key), row('name', '=', key)]))
    return whenKnown(rowsOf(database, query), (rows) => withBindings(database, rows))
  }
  const checkName = async ({ id, name }: { readonly id: string; readonly name: string }): Promise<void> => {
    const others = build.selectFrom('agents').select('id').where('name', '=', name).where('id', '<>', id)
    if ((await rowsOf(database, others)).length > 0) throw nameTaken(name)
  }
  return {
    list: () => select(),
    find(idOrName) {
      const key = plain(idOrName)
      return whenKnown(select(key), (agents) => agents.find(({ id }) => id === key) ?? agents[0])
    },
    async save(agent, versions = []) {
      const { id, ...facts } = rowOf(agent)
      await checkName({ id, ...facts })
      const bindings = agent.tools.map(({ toolId, pinned }, place) => ({
        agent_id: id,
        tool_id: plain(toolId),
        place,
        pinned: optional(pinned),
      }))
      try {
        await database.write([
          bumpRevision(database),
          build
            .insertInto('agents')
            .values({ id, ...facts })
            .onConflict((conflict) => conflict.column('id').doUpdateSet(facts))
            .compile(),
          build.deleteFrom('agent_tools').where('agent_id', '=', id).compile(),
          ...bindings.map((binding) => build.insertInto('agent_tools').values(binding).compile()),
          ...versionChanges(database, id, versions),
        ])
      } catch (error) {
        // Another process may have taken the name since.
        await checkName({ id, ...facts })
        throw error
      }
    },
    versions: (agentId) => versionsOf(database, agentId),

    async remove(id) {
      const counts = await database.write([
        { ...build.deleteFrom('agents').where('id', '=', plain(id)).compile(), expects: 1 },
        bumpRevision(database),
      ])
      return counts !== undefined
    },
  }
}

function withBindings(database: SqlDatabase, rows: readonly Row[]): Awaitable<readonly AgentRecord[]> {
  if (rows.length === 0) return []
  let query = database.build.selectFrom('agent_tools').selectAll().orderBy('place')
  if (rows.length === 1) query = query.where('agent_id', '=', rows[0]?.['id'] as string)
  return whenKnown(rowsOf(database, query), (bindings) => {
    const byAgent = Map.groupBy(bindings, ({ agent_id }) => agent_id)
    return rows.map((row) => agentOf(row, byAgent.get(row['id'] as string) ?? []))
  })
}

function rowOf(agent: AgentRecord) {
  return {
    id: plain(agent.id),
    name: plain(agent.name),
    prompt: plain(agent.prompt),
    model: optional(agent.model),
    runner: optional(agent.runner),
    settings: JSON.stringify(agent.settings),
    created_at: agent.createdAt,
    updated_at: agent.updatedAt,
    expires_at: agent.expiresAt ?? null,
  }
}

function agentOf(
  row: Row,
  bindings: readonly { readonly tool_id: string; readonly pinned: string | null }[],
): AgentRecord {
  return {
    id: row['id'] as string,
    name: row['name'] as string,
    prompt: row['prompt'] as string,
    model: (row['model'] as string | null) ?? undefined,
    runner: (row['runner'] as string | null) ?? undefined,
    settings: JSON.parse(row['settings'] as string) as Record<string, unknown>,
    tools: bindings.map(({ tool_id, pinned }): AgentBinding => ({
      toolId: tool_id,
      ...(pinned !== null && { pinned }),
    })),
    createdAt: row['created_at'] as number,
    updatedAt: row['updated_at'] as number,
    ...(row['expires_at'] !== null && { expiresAt: row['expires_at'] as number }),
  }
}
