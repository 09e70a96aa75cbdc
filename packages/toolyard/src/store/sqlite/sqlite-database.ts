/**
 * SQLite inside Node: one file, write-ahead log, prepared statements. Answers at once, except while another process writes.
 *
 * A change waits for other processes without blocking ours: the file is tried again between turns of the event loop.
 *
 * @module
 */
import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { backOffMs, ToolyardError } from '../../kernel/index.ts'
import type { Change, Query, Row, SqlDatabase, WriteOptions } from '../sql/database.ts'
import type { Awaitable } from '../awaitable.ts'
import { type SameFile, sameFile } from './same-file.ts'
import { sqliteBuild } from './sqlite-build.ts'
import { isBusy, tellSqliteError } from './sqlite-errors.ts'
import { SqliteReader } from './sqlite-reader.ts'

/** How long the file is waited for inside the turn that wants it first, and in all. */
const blockedMs = 20
const defaultPatienceMs = 10_000
/** Statements that are kept ready. */
const mostStatements = 200
/** Between attempts at a database that others write to. */
const pauses = { firstMs: 2, longestMs: 100, jitter: 0.5 }

export interface SqliteOptions {
  /** How long another process that writes is waited for. */
  readonly patienceMs?: number | undefined
}

export function openSqlite(
  file: string,
  { patienceMs = defaultPatienceMs }: SqliteOptions = {},
): SqlDatabase {
  if (file !== ':memory:') prepareFile(file)
  return new SqliteDatabase(connect(file), { location: file, patienceMs })
}

class SqliteDatabase implements SqlDatabase {
  readonly kind = 'sqlite'
  readonly location: string
  readonly build = sqliteBuild()
  readonly apart: SqlDatabase['apart']
  readonly #connection: DatabaseSync
  readonly #patienceMs: number
  readonly #statements = new Map<string, StatementSync>()
  #synchronous: 'FULL' | 'NORMAL' | undefined
  /** Absent if there is no file. */
  readonly #file: SameFile | undefined
  readonly #reader: SqliteReader | undefined
  #isReady = false
  /** Changes that wait for the file go in their order. */
  #waiting: Promise<void> | undefined

  constructor(connection: DatabaseSync, options: { readonly location: string; readonly patienceMs: number }) {
    this.#connection = connection
    this.location = options.location
    this.#file = options.location === ':memory:' ? undefined : sameFile(options.location)
    this.#patienceMs = options.patienceMs
    const reader = options.location === ':memory:' ? undefined : new SqliteReader(options.location)
    this.#reader = reader
    this.apart = reader && ((look, asked) => reader.ask(look, asked))
  }

  read({ sql, parameters }: Query): Awaitable<readonly Row[]> {
    return this.#patient(() => this.#prepare(sql).all(...(parameters as SQLInputValue[])))
  }

  write(changes: readonly Change[], options: WriteOptions = {}): Awaitable<readonly number[] | undefined> {
    return this.#patient(() => this.#transact(changes, options))
  }

  async close(): Promise<void> {
    this.#reader?.close()
    while (this.#waiting) await this.#waiting
    if (!this.#connection.isOpen) return
    this.#statements.clear()
    this.#connection.close()
  }

  #transact(
    changes: readonly Change[],
    { durable = true, also }: WriteOptions,
  ): readonly number[] | undefined {
    this.#makeReady()
    this.#setSynchronous(durable ? 'FULL' : 'NORMAL')
    this.#prepare('begin immediate').run()
    try {
      const counts = this.#runAll(changes)
      const done = counts && (also === undefined || this.#runAll(also(counts)))
      this.#file?.check()
      this.#prepare(done ? 'commit' : 'rollback').run()
      return done ? counts : undefined
    } catch (error) {
      if (this.#connection.isTransaction) this.#prepare('rollback').run()
      throw error
    }
  }

  /** Undefined if a change did less than it had to. */
  #runAll(changes: readonly Change[]): number[] | undefined {
    const counts: number[] = []
    for (const { sql, parameters, expects = 0 } of changes) {
      const changed = Number(this.#prepare(sql).run(...(parameters as SQLInputValue[])).changes)
      if (changed < expects) return undefined
      counts.push(changed)
    }
    return counts
  }

  /** The first switch to the log needs the file alone; afterwards the file remembers. A file that is only read is left as it is. */
  #makeReady(): void {
    if (this.#isReady) return
    this.#connection.exec('pragma journal_mode = wal')
    this.#isReady = true
  }

  #setSynchronous(level: 'FULL' | 'NORMAL'): void {
    if (this.#synchronous === level) return
    this.#connection.exec(`pragma synchronous = ${level}`)
    this.#synchronous = level
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql)
    if (!statement) {
      if (this.#statements.size >= mostStatements) this.#statements.clear()
      this.#statements.set(sql, (statement = this.#connection.prepare(sql)))
    }
    return statement
  }

  #block(ms: number): void {
    if (this.#connection.isOpen) this.#connection.exec(`pragma busy_timeout = ${ms}`)
  }

  /** At once where the file is free; else again and again, until it is or patience ends. */
  #patient<T>(attempt: () => T): Awaitable<T> {
    if (!this.#connection.isOpen) throw new ToolyardError('closed', `the database ${this.location} is closed`)
    if (this.#waiting) return this.#wait(attempt)
    try {
      return attempt()
    } catch (error) {
      if (!isBusy(error)) throw tellSqliteError(error, this.location)
      return this.#wait(attempt)
    }
  }

  #wait<T>(attempt: () => T): Promise<T> {
    const until = performance.now() + this.#patienceMs
    const before = this.#waiting ?? Promise.resolve()
    const answer = before.then(() => this.#retry(attempt, until))
    const settled = answer.then(
      () => {},
      () => {},
    )
    this.#waiting = settled
    void settled.then(() => {
      if (this.#waiting !== settled) return
      this.#waiting = undefined
      this.#block(blockedMs)
    })
    return answer
  }

  async #retry<T>(attempt: () => T, until: number): Promise<T> {
    this.#block(0)
    for (let failures = 1; ; failures++) {
      try {
        return attempt()
      } catch (error) {
        if (!isBusy(error) || performance.now() > until) throw tellSqliteError(error, this.location)
        await sleep(backOffMs(failures, pauses))
      }
    }
  }
}

/** Readable by no other user, from its first moment: arguments and results are in it. */
export function prepareFile(file: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    closeSync(openSync(file, 'wx', 0o600))
    keepOutOfGit(dirname(file))
  } catch (error) {
    if (!isThere(error)) throw tellSqliteError(error, file)
  }
}

/** A folder of our own has a repository around it, as a rule: what was called does not belong into it. */
function keepOutOfGit(folder: string): void {
  if (basename(folder) !== '.toolyard') return
  try {
    writeFileSync(join(folder, '.gitignore'), '*\n', { flag: 'wx' })
  } catch {
    // It is there already, or it can't be written: the database works all the same.
  }
}

function isThere(error: unknown): boolean {
  const { code, syscall } = error as NodeJS.ErrnoException
  return code === 'EEXIST' && syscall === 'open'
}

function connect(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file, { timeout: blockedMs, enableForeignKeyConstraints: true })
  } catch (error) {
    throw tellSqliteError(error, file)
  }
}
