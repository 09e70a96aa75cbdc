/**
 * Grants over SQL.
 *
 * @module
 */
import type { Grant, GrantStore } from '../grants.ts'
import { optional, plain } from './call-row.ts'
import { rowsOf, type SqlDatabase, whenKnown } from './database.ts'
import { bumpRevision } from './revision.ts'

export function createSqlGrants(database: SqlDatabase): GrantStore {
  const { build } = database
  return {
    list: () =>
      whenKnown(rowsOf(database, build.selectFrom('grants').selectAll().orderBy('n')), (rows) =>
        rows.map((row): Grant => ({
          id: row.id,
          rule: row.rule,
          tool: row.tool,
          fingerprint: row.fingerprint,
          threadId: row.thread_id ?? undefined,
          agent: row.agent ?? undefined,
          principal: row.principal ?? undefined,
          workspace: row.workspace ?? undefined,
          by: row.granted_by,
          createdAt: row.created_at,
        })),
      ),
    add(grant) {
      const row = {
        id: plain(grant.id),
        rule: plain(grant.rule),
        tool: plain(grant.tool),
        fingerprint: grant.fingerprint,
        thread_id: optional(grant.threadId),
        agent: optional(grant.agent),
        principal: optional(grant.principal),
        workspace: optional(grant.workspace),
        granted_by: plain(grant.by),
        created_at: grant.createdAt,
      }
      const changes = [build.insertInto('grants').values(row).compile(), bumpRevision(database)]
      return whenKnown(database.write(changes), () => undefined)
    },
    revoke: (id) =>
      whenKnown(
        database.write([
          { ...build.deleteFrom('grants').where('id', '=', plain(id)).compile(), expects: 1 },
          bumpRevision(database),
        ]),
        (counts) => counts !== undefined,
      ),
  }
}
