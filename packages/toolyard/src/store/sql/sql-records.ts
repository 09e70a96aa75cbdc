/**
 * Records of capabilities over SQL.
 *
 * @module
 */
import type { KeptRecord, RecordStore } from '../records.ts'
import { recordText } from '../text-entries.ts'
import type { TextWords } from '../text-words.ts'
import { plain } from './call-row.ts'
import { type Row, rowsOf, type SqlDatabase, whenKnown } from './database.ts'
import { sql } from './kysely.ts'
import { dropTexts, putText } from './text-changes.ts'

export function createSqlRecords(database: SqlDatabase, words: TextWords): RecordStore {
  const { build } = database
  const within = (kind: string, scope: string) =>
    build.selectFrom('records').selectAll().where('kind', '=', plain(kind)).where('scope', '=', plain(scope))
  return {
    list: (kind, scope) =>
      whenKnown(rowsOf(database, within(kind, scope).orderBy('n')), (rows) => rows.map(recordOfKept)),
    find: ({ kind, scope, id }) =>
      whenKnown(rowsOf(database, within(kind, scope).where('id', '=', plain(id))), ([row]) =>
        row ? recordOfKept(row) : undefined,
      ),
    save({ at, expects, ...facts }) {
      const key = { kind: plain(facts.kind), scope: plain(facts.scope), id: plain(facts.id) }
      const values = {
        title: plain(facts.title),
        text: plain(facts.text),
        value: plain(JSON.stringify(facts.value ?? null)),
        updated_at: at,
      }
      const insert = build.insertInto('records').values({ ...key, ...values, version: 1, created_at: at })
      const next = sql<number>`records.version + 1`
      const change =
        expects === 0
          ? insert.onConflict((conflict) => conflict.columns(['kind', 'scope', 'id']).doNothing())
          : insert.onConflict((conflict) =>
              conflict.columns(['kind', 'scope', 'id']).doUpdateSet({ ...values, version: next }),
            )
      const update = build
        .updateTable('records')
        .set({ ...values, version: next })
        .where('kind', '=', key.kind)
        .where('scope', '=', key.scope)
        .where('id', '=', key.id)
        .where('version', '=', expects ?? 0)
      const first = expects === undefined || expects === 0 ? change.compile() : update.compile()
      return whenKnown(
        database.write([
          { ...first, expects: 1 },
          ...putText(database, words, recordText({ ...facts, updatedAt: at })),
        ]),
        (counts) => counts !== undefined,
      )
    },
    remove(kind, scope, ids) {
      if (ids.length === 0) return 0
      const named = ids.map(plain)
      const removal = build
        .deleteFrom('records')
        .where('kind', '=', plain(kind))
        .where('scope', '=', plain(scope))
        .where('id', 'in', named)
      const parts = sql`id = ${plain(scope)} and part in (${sql.join(named)})`
      return whenKnown(
        database.write([removal.compile(), ...dropTexts(database, plain(kind), parts)]),
        (counts) => counts?.[0] ?? 0,
      )
    },
  }
}

export function recordOfKept(row: Row): KeptRecord {
  return {
    kind: row['kind'] as string,
    scope: row['scope'] as string,
    id: row['id'] as string,
    title: row['title'] as string,
    text: row['text'] as string,
    value: JSON.parse(row['value'] as string),
    version: row['version'] as number,
    createdAt: row['created_at'] as number,
    updatedAt: row['updated_at'] as number,
  }
}
