/**
 * The engine on PostgreSQL: jobs, streams and limits that several servers share, without another service beside the database.
 *
 * @module
 */
import {
  createDatabaseEngine,
  type DatabaseEngineOptions,
  usualLeaseMs,
} from '../database/database-engine.ts'
import type { Engine } from '../engine.ts'
import { openPostgresServer } from './postgres-server.ts'

export interface PostgresEngineOptions extends DatabaseEngineOptions {
  /** May be the database of the store: the tables have names of their own. */
  readonly url: string
  /** How long a caller waits for the database at most. */
  readonly patienceMs?: number | undefined
}

export async function createPostgresEngine({
  url,
  patienceMs,
  ...options
}: PostgresEngineOptions): Promise<Engine> {
  const { clock, leaseMs = usualLeaseMs } = options
  return createDatabaseEngine(await openPostgresServer(url, { clock, leaseMs, patienceMs }), options)
}
