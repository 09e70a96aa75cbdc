/** An engine in the database of this address: `postgres://…`, or a SQLite file. */
import type { Engine } from '../../src/engine/engine.ts'
import { createPostgresEngine } from '../../src/engine/postgres/index.ts'
import { createSqliteEngine } from '../../src/engine/sqlite/index.ts'
import { createClock } from '../../src/kernel/index.ts'

export function openEngine(address: string, leaseMs: number): Promise<Engine> {
  const clock = createClock()
  return address.startsWith('postgres:')
    ? createPostgresEngine({ url: address, clock, leaseMs })
    : createSqliteEngine({ file: address.replace(/^sqlite:/, ''), clock, leaseMs })
}
