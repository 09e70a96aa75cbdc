/** PostgreSQL as a store: everything that every store must do, on a real server. */
import { after, before } from 'node:test'
import { describeSqlStore } from '../../src/store/conformance/index.ts'
import { openPostgres } from '../../src/store/postgres/postgres-database.ts'
import { Postgres } from '../helpers/postgres.ts'

let postgres: Postgres
let database: string
before(async () => {
  postgres = await Postgres.start()
  database = await postgres.createDatabase()
})
after(() => postgres[Symbol.asyncDispose]())

describeSqlStore('PostgreSQL', async () => {
  const url = await postgres.createSchema(database)
  return () => openPostgres(url)
})
