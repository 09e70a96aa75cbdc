/** A fresh database of each kind, named by its address. */
import { after, before, type TestContext } from 'node:test'
import { freshFile } from '../../src/store/conformance/index.ts'
import { openStore, type Store } from '../../src/store/index.ts'
import { Postgres } from './postgres.ts'

export interface DatabaseKind {
  readonly name: string
  fresh(test: TestContext): string | Promise<string>
}

/** Starts a server for the tests of the file that asks, and ends it after them. */
export function databaseKinds(): readonly DatabaseKind[] {
  let postgres: Postgres
  let database: string
  before(async () => {
    postgres = await Postgres.start()
    database = await postgres.createDatabase()
  })
  after(() => postgres[Symbol.asyncDispose]())
  return [
    { name: 'SQLite', fresh: (test) => `sqlite:${freshFile(test)}` },
    { name: 'PostgreSQL', fresh: () => postgres.createSchema(database) },
  ]
}

/** A store that is closed with its test. */
export async function openFor(test: TestContext, url: string): Promise<Store> {
  const store = await openStore(url, { folder: import.meta.dirname })
  test.after(() => store.close())
  return store
}
