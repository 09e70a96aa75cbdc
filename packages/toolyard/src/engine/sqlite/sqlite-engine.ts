/**
 * The embedded engine: jobs, streams and limits in a SQLite file that the processes of one machine share.
 *
 * @module
 */
import { createDatabaseEngine, type DatabaseEngineOptions } from '../database/database-engine.ts'
import type { Engine } from '../engine.ts'
import { openSqliteFile } from './sqlite-file.ts'

export interface SqliteEngineOptions extends DatabaseEngineOptions {
  /** May be the file of the store: the tables have names of their own. */
  readonly file: string
}

export async function createSqliteEngine({ file, ...options }: SqliteEngineOptions): Promise<Engine> {
  const { clock } = options
  return createDatabaseEngine(await openSqliteFile(file, { clock }), options)
}
