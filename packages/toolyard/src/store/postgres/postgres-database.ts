/**
 * PostgreSQL: a small pool of connections, prepared statements, one transaction for a list of changes.
 *
 * A connection that is lost is a clear error for those who used it; the next query opens another.
 *
 * @module
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool, type PoolClient, type QueryResult } from 'pg'
import { backOffMs, sha256, ToolyardError } from '../../kernel/index.ts'
import type { Change, Query, Row, SqlDatabase, WriteOptions } from '../sql/database.ts'
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from '../sql/kysely.ts'
import type { Schema } from '../sql/schema.ts'
import { isCollision, placeOf, tellPostgresError } from './postgres-errors.ts'
import { numberTypes } from './postgres-types.ts'

const connections = 8
const connectMs = 10_000
/** No query of ours takes so long: past it the server gives up, and past the second the connection counts as lost. */
const statementMs = 60_000
const answerMs = 70_000
/** How often a transaction is begun anew that the server ended in favour of another one. */
const attempts = 20
/** Between attempts that collide with those of others. */
const pauses = { firstMs: 10, longestMs: 200, jitter: 1 }

export function openPostgres(url: string): SqlDatabase {
  return new PostgresDatabase(url)
}

class PostgresDatabase implements SqlDatabase {
  readonly kind = 'postgres'
  readonly location: string
  readonly address: () => string
  readonly build = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (database) => new PostgresIntrospector(database),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  readonly #pool: Pool
  readonly #names = new Map<string, string>()
  #closed: Promise<void> | undefined

  constructor(url: string) {
    this.location = placeOf(url)
    this.address = () => url
    this.#pool = new Pool({
      connectionString: url,
      max: connections,
      connectionTimeoutMillis: connectMs,
      statement_timeout: statementMs,
      query_timeout: answerMs,
      allowExitOnIdle: true,
      application_name: 'toolyard',
      types: numberTypes,
    })
    // An idle connection that breaks is dropped by the pool; the next caller gets a new one.
    this.#pool.on('error', ignore)
  }

  async read(query: Query): Promise<readonly Row[]> {
    const { rows } = await this.#use((client) => this.#run(client, query))
    return rows as Row[]
  }

  async write(
    changes: readonly Change[],
    options: WriteOptions = {},
  ): Promise<readonly number[] | undefined> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#use((client) => this.#transact(client, changes, options))
      } catch (error) {
        if (attempt >= attempts || !isCollision(error)) throw error
        await sleep(backOffMs(attempt, pauses))
      }
    }
  }

  close(): Promise<void> {
    return (this.#closed ??= this.#pool.end())
  }

  async #transact(
    client: PoolClient,
    changes: readonly Change[],
    { durable = true, also }: WriteOptions,
  ): Promise<readonly number[] | undefined> {
    await client.query(durable ? 'begin' : 'begin; set local synchronous_commit = off')
    const counts = await this.#runAll(client, changes)
    const done = counts && (also === undefined || (await this.#runAll(client, also(counts))))
    await client.query(done ? 'commit' : 'rollback')
    return done ? counts : undefined
  }

  /** Undefined if a change did less than it had to. */
  async #runAll(client: PoolClient, changes: readonly Change[]): Promise<number[] | undefined> {
    const counts: number[] = []
    for (const change of changes) {
      const changed = (await this.#run(client, change)).rowCount ?? 0
      if (changed < (change.expects ?? 0)) return undefined
      counts.push(changed)
    }
    return counts
  }

  #run(client: PoolClient, { sql, parameters }: Query): Promise<QueryResult> {
    return parameters.length === 0
      ? client.query(sql)
      : client.query({ name: this.#name(sql), text: sql, values: [...parameters] })
  }

  /** A failed connection is not given back: its transaction ends with it. */
  async #use<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    if (this.#closed) throw new ToolyardError('closed', `the database ${this.location} is closed`)
    let client: PoolClient
    try {
      client = await this.#pool.connect()
    } catch (error) {
      throw tellPostgresError(error, this.location)
    }
    // A connection that breaks tells those who wait for a query; unheard, it would end the process as well.
    client.on('error', ignore)
    try {
      const answer = await work(client)
      client.off('error', ignore)
      client.release()
      return answer
    } catch (error) {
      client.release(true)
      throw tellPostgresError(error, this.location)
    }
  }

  #name(sql: string): string {
    let name = this.#names.get(sql)
    if (name === undefined) this.#names.set(sql, (name = `ty_${sha256(sql).slice(0, 24)}`))
    return name
  }
}

function ignore(): void {}
