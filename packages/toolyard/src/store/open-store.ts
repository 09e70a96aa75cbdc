/**
 * From a database URL to a store: `sqlite:FILE`, `postgres://…`, `memory:`. Adapters are loaded when they are asked for.
 *
 * @module
 */
import { isAbsolute, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ToolyardError } from '../kernel/index.ts'
import { createMemoryStore } from './memory/memory-store.ts'
import type { Store } from './store.ts'

export interface StoreOptions {
  /** Where a relative path begins. */
  readonly folder: string
  /** How long spilled results are kept, and how many characters of them. */
  readonly results?: { readonly maxAgeMs?: number; readonly maxSize?: number } | undefined
}

export async function openStore(url: string, { folder, results }: StoreOptions): Promise<Store> {
  if (url === 'memory:') return createMemoryStore({ results })
  const scheme = /^([a-z]+):/i.exec(url)?.[1]?.toLowerCase()
  if (scheme === 'postgres' || scheme === 'postgresql') {
    const { openPostgres } = await import('./postgres/postgres-database.ts')
    const { createSqlStore } = await import('./sql/sql-store.ts')
    return createSqlStore(openPostgres(url), { results })
  }
  const file = fileOf(url, scheme, folder)
  const { openSqlite } = await import('./sqlite/sqlite-database.ts')
  const { createSqlStore } = await import('./sql/sql-store.ts')
  return createSqlStore(openSqlite(file), { results })
}

function fileOf(url: string, scheme: string | undefined, folder: string): string {
  if (scheme === 'file') return fileURLToPath(url)
  const path = scheme === 'sqlite' ? url.replace(/^sqlite:(?:\/\/(?=\/))?/i, '') : ''
  if (path === '')
    throw new ToolyardError('invalid_config', `"${placeless(url)}" does not name a database`, {
      hint: 'Use sqlite:data/toolyard.db, postgres://user@host/name, or memory:.',
    })
  return path === ':memory:' || isAbsolute(path) ? path : resolve(folder, path)
}

/** A password may be in it. */
function placeless(url: string): string {
  return url.replace(/\/\/.*@/s, '//…@').slice(0, 100)
}
