/**
 * Whether the database can be written: a number of its own is counted up, in a transaction like any other.
 *
 * @module
 */
import type { SqlDatabase } from './database.ts'
import { sql } from './kysely.ts'

export async function probe(database: SqlDatabase): Promise<void> {
  const count = database.build
    .insertInto('meta')
    .values({ key: 'probe', value: 1 })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: sql`meta.value + 1` }))
  await database.write([count.compile()])
}
