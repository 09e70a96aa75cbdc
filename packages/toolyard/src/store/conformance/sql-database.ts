/** What the suites for SQL stores share: one empty database, opened as often as a test likes. */
import type { SuiteTest } from '../../kernel/conformance/index.ts'
import type { Query, Row, SqlDatabase } from '../sql/database.ts'
import { createSqlStore } from '../sql/sql-store.ts'
import type { Retention } from '../sql/sql-results.ts'
import type { Awaitable } from '../awaitable.ts'
import type { Store } from '../store.ts'

/** Makes an empty database for one test, and answers how to connect to it. */
export type MakesDatabase = (test: SuiteTest) => Awaitable<() => SqlDatabase>

/** A store that is closed with its test. */
export async function storeOn(
  test: SuiteTest,
  connect: () => SqlDatabase,
  results?: Retention,
): Promise<Store> {
  const store = await createSqlStore(connect(), { results })
  test.after(() => store.close())
  return store
}

/** A connection beside all stores, for a look behind their backs. */
export class Backdoor {
  readonly #database: SqlDatabase

  constructor(test: SuiteTest, connect: () => SqlDatabase) {
    this.#database = connect()
    test.after(() => this.#database.close())
  }

  get build(): SqlDatabase['build'] {
    return this.#database.build
  }

  async read(query: { compile(): Query }): Promise<readonly Row[]> {
    return this.#database.read(query.compile())
  }

  /** How many rows each one changed. */
  async change(...queries: readonly { compile(): Query }[]): Promise<readonly number[]> {
    return (await this.#database.write(queries.map((query) => query.compile()))) ?? []
  }

  async run(sql: string): Promise<void> {
    await this.#database.write([{ sql, parameters: [] }])
  }

  async tables(): Promise<string[]> {
    const sql =
      this.#database.kind === 'sqlite'
        ? "select name from sqlite_schema where type = 'table' and name not like 'sqlite%'"
        : 'select tablename as name from pg_catalog.pg_tables where schemaname = current_schema()'
    const rows = await this.#database.read({ sql, parameters: [] })
    return rows.map(({ name }) => name as string).toSorted()
  }
}
