/**
 * A database as the stores see it: it builds queries and runs them, a list of changes in one transaction.
 *
 * The two adapters answer the same to everything here; SQLite at once, PostgreSQL with promises. What they throw is a
 * `ToolyardError` that says what to do next.
 *
 * @module
 */
import type { Awaitable } from '../awaitable.ts'
import type { Kysely } from './kysely.ts'
import type { Schema } from './schema.ts'

export interface Query {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

export interface Change extends Query {
  /** With fewer changed rows than this, the whole transaction is rolled back. */
  readonly expects?: number
}

export interface SqlDatabase {
  readonly kind: 'sqlite' | 'postgres'
  /** Where it is, for people: without passwords. */
  readonly location: string
  /** The address of a server, with its password. */
  readonly address?: () => string
  /** Builds queries; runs none. */
  readonly build: Kysely<Schema>
  read(query: Query): Awaitable<readonly Row[]>
  /**
   * All changes in one transaction: the count of changed rows of each, or undefined if one changed fewer than it expects.
   * `durable` (the default): outlives a loss of power as well, not only the end of the process.
   */
  write(changes: readonly Change[], options?: WriteOptions): Awaitable<readonly number[] | undefined>
  /** Answers a question of `looks.ts` in a thread of its own; absent if reading holds nobody up. */
  readonly apart?: ((look: string, asked: unknown) => Promise<unknown>) | undefined
  close(): Promise<void>
}

/** What reads alone, such as a thread that answers long questions. */
export type SqlReader = Pick<SqlDatabase, 'kind' | 'build' | 'read'>

export interface WriteOptions {
  readonly durable?: boolean
  /** More changes of the same transaction, once it is known how many rows the first ones changed. */
  readonly also?: (counts: readonly number[]) => readonly Change[]
}

export type Row = Readonly<Record<string, unknown>>

/** Goes on at once where the answer is there. */
export function whenKnown<T, U>(answer: Awaitable<T>, use: (value: T) => Awaitable<U>): Awaitable<U> {
  return answer instanceof Promise ? answer.then((value) => use(value)) : use(answer)
}

/** Rows as a query built by Kysely gives them. */
export function rowsOf<T>(
  database: SqlDatabase,
  query: { compile(): Query & { readonly query?: unknown }; readonly expressionType?: T | undefined },
): Awaitable<readonly T[]> {
  return database.read(query.compile()) as Awaitable<readonly T[]>
}
