/**
 * The number that tells whether tools, agents or grants have changed: counted up by every change of them.
 *
 * @module
 */
import type { Awaitable } from '../awaitable.ts'
import { type Change, rowsOf, type SqlDatabase, whenKnown } from './database.ts'
import { sql } from './kysely.ts'

export function readRevision(database: SqlDatabase): Awaitable<number> {
  const query = database.build.selectFrom('meta').select('value').where('key', '=', 'revision')
  return whenKnown(rowsOf(database, query), ([row]) => row?.value ?? 0)
}

/** Counts up; only from `expected`, where it is given. */
export function bumpRevision({ build }: SqlDatabase, expected?: number): Change {
  const bump = build
    .updateTable('meta')
    .set({ value: sql`value + 1` })
    .where('key', '=', 'revision')
  return (expected === undefined ? bump : bump.where('value', '=', expected)).compile()
}
