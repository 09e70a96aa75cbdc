/**
 * Whether the database can be written: by writing one row of it.
 *
 * @module
 */
import type { Awaitable } from '../awaitable.ts'
import type { SqlDatabase } from './database.ts'

export function probe(database: SqlDatabase): Awaitable<unknown> {
  const row = { key: 'probe', value: Date.now() }
  const change = database.build
    .insertInto('meta')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: row.value }))
    .compile()
  return database.write([change], { durable: false })
}
