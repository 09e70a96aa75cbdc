/**
 * Access tokens over SQL.
 *
 * @module
 */
import type { AccessToken, TokenRole, TokenStore } from '../tokens.ts'
import { optional, plain } from './call-row.ts'
import { rowsOf, type SqlDatabase, whenKnown } from './database.ts'

export function createSqlTokens(database: SqlDatabase): TokenStore {
  const { build } = database
  return {
    list: () =>
      whenKnown(rowsOf(database, build.selectFrom('tokens').selectAll().orderBy('n')), (rows) =>
        rows.map((row): AccessToken => ({
          id: row.id,
          name: row.name,
          role: row.role as TokenRole,
          agent: row.agent ?? undefined,
          hash: row.hash,
          createdAt: row.created_at,
          lastUsedAt: row.last_used_at ?? undefined,
        })),
      ),
    add(token) {
      const row = {
        id: plain(token.id),
        name: plain(token.name),
        role: token.role,
        agent: optional(token.agent),
        hash: token.hash,
        created_at: token.createdAt,
        last_used_at: token.lastUsedAt ?? null,
      }
      const insert = build
        .insertInto('tokens')
        .values(row)
        .onConflict((conflict) => conflict.column('hash').doNothing())
      return whenKnown(database.write([insert.compile()]), () => undefined)
    },
    remove: (id) =>
      whenKnown(
        database.write([{ ...build.deleteFrom('tokens').where('id', '=', plain(id)).compile(), expects: 1 }]),
        (counts) => counts !== undefined,
      ),
    touch(id, at) {
      const change = build.updateTable('tokens').set({ last_used_at: at }).where('id', '=', plain(id))
      return whenKnown(database.write([change.compile()], { durable: false }), () => undefined)
    },
  }
}
