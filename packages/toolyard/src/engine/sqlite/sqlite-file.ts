/**
 * One SQLite file as the engine uses it: changes of one turn share one commit, and other processes of the machine are heard.
 *
 * A commit outlives the process (kill -9), not a loss of power: rows of calls and runs are what counts then, and what is missing
 * here is submitted again. Another process that writes is waited for without blocking this one.
 *
 * @module
 */
import { type FSWatcher, watch } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { backOffMs, type Clock, type ToolyardError } from '../../kernel/index.ts'
import { isBusy, prepareFile, type SameFile, sameFile, tellSqliteError } from '../../store/sqlite/index.ts'
import { ChangeQueue, type WaitingChange } from '../database/change-queue.ts'
import { prepareTables } from '../database/schema.ts'
import type {
  Answer,
  ChangeOptions,
  EngineDatabase,
  SignGiven,
  Statement,
  Step,
} from '../database/transaction.ts'
import { asUnavailable, engineClosed } from '../database/unavailable.ts'
import { lookAgain, type RepeatedLook } from '../look-again.ts'

export interface SqliteFileOptions {
  readonly clock: Clock
  /** How long another process that writes is waited for. */
  readonly patienceMs?: number | undefined
}

const dialect = {
  hasTables: "select 1 from sqlite_schema where type = 'table' and name = 'engine_meta'",
  serial: 'integer primary key autoincrement',
  order: 'integer primary key',
  byKey: ' without rowid',
}
/** How long the file is waited for inside a turn, and in all. */
const blockedMs = 20
const usualPatienceMs = 10_000
const pauses = { firstMs: 2, longestMs: 100, jitter: 0.5 }
/** The log is watched; looks are for where that does not work. */
const soonMs = [1, 4, 15]
const looks = { everyMs: 25, idleMs: 1000 }

export async function openSqliteFile(file: string, options: SqliteFileOptions): Promise<EngineDatabase> {
  prepareFile(file)
  try {
    const opened = new SqliteFile(file, options)
    await opened.change(() => prepareTables(dialect, file))
    opened.listen()
    return opened
  } catch (error) {
    throw tell(error, file)
  }
}

class SqliteFile implements EngineDatabase {
  readonly location: string
  readonly #connection: DatabaseSync
  readonly #file: SameFile
  readonly #patienceMs: number
  readonly #clock: Clock
  readonly #statements = new Map<string, StatementSync>()
  readonly #listeners: (() => void)[] = []
  readonly #changes = new ChangeQueue((changes) =>
    this.#commit(changes, performance.now() + this.#patienceMs),
  )
  #version: unknown
  #watcher: FSWatcher | undefined
  #looks: RepeatedLook | undefined
  #soon: NodeJS.Timeout | undefined

  constructor(file: string, { clock, patienceMs = usualPatienceMs }: SqliteFileOptions) {
    this.location = file
    this.#clock = clock
    this.#patienceMs = patienceMs
    this.#connection = new DatabaseSync(file, { timeout: blockedMs })
    this.#file = sameFile(file)
  }

  change<T>(step: () => Step<T>, { isLast }: ChangeOptions<T> = {}): Promise<T> {
    if (!this.#connection.isOpen) return Promise.reject(engineClosed())
    return new Promise<T>((resolve, reject) => {
      this.#changes.add({ step, resolve: resolve as (value: unknown) => void, reject }, isLast)
    })
  }

  read<T>(step: () => Step<T>): T {
    if (!this.#connection.isOpen) throw engineClosed()
    try {
      return this.#play(step())
    } catch (error) {
      throw tell(error, this.location)
    }
  }

  onOthers(listener: () => void): void {
    this.#listeners.push(listener)
  }

  expect(): void {
    this.#looks?.expect()
  }

  /** Hears of other processes, from now on. */
  listen(): void {
    this.#version = this.#dataVersion()
    const look = async (): Promise<boolean> => this.#look()
    this.#looks = lookAgain({ clock: this.#clock, look, ...looks })
    try {
      this.#watcher = watch(`${this.location}-wal`, { persistent: false }, () => this.#heard())
      this.#watcher.on('error', () => this.#watcher?.close())
    } catch {
      // Looks do it alone.
    }
  }

  async close(): Promise<void> {
    this.#watcher?.close()
    clearTimeout(this.#soon)
    await this.#looks?.stop()
    await this.#changes.idle()
    if (!this.#connection.isOpen) return
    this.#statements.clear()
    this.#connection.close()
  }

  /** The log is written a moment before the change counts, so one look may be too early. */
  #heard(): void {
    if (this.#look() || this.#soon) return
    const [first, ...others] = soonMs
    const wait = (ms: number | undefined, rest: readonly number[]): void => {
      this.#soon = undefined
      if (ms === undefined) return
      this.#soon = setTimeout(() => wait(this.#look() ? undefined : rest[0], rest.slice(1)), ms).unref()
    }
    wait(first, others)
  }

  /** Whether other processes have changed something. */
  #look(): boolean {
    if (!this.#connection.isOpen) return false
    const version = this.#dataVersion()
    if (version === this.#version) return false
    this.#version = version
    for (const tellOne of this.#listeners) tellOne()
    return true
  }

  #dataVersion(): unknown {
    return this.#prepare('pragma data_version').get()?.['data_version']
  }

  /** One that fails does not take the others with it: then each is done alone. */
  async #commit(changes: readonly WaitingChange[], until: number): Promise<void> {
    for (let failures = 1; ; failures++) {
      try {
        const answers = this.#transact(changes)
        for (const [index, { resolve }] of changes.entries()) resolve(answers[index])
        return
      } catch (error) {
        if (isBusy(error) && performance.now() < until) await sleep(backOffMs(failures, pauses))
        else if (changes.length > 1) {
          for (const one of changes) await this.#commit([one], until)
          return
        } else {
          for (const { reject } of changes) reject(tell(error, this.location))
          return
        }
      }
    }
  }

  #transact(changes: readonly WaitingChange[]): unknown[] {
    if (this.#version === undefined) this.#makeReady()
    this.#prepare('begin immediate').run()
    try {
      const answers = changes.map(({ step }) => this.#play(step()))
      this.#file.check()
      this.#prepare('commit').run()
      return answers
    } catch (error) {
      if (this.#connection.isTransaction) this.#prepare('rollback').run()
      throw error
    }
  }

  #makeReady(): void {
    this.#connection.exec('pragma journal_mode = wal')
    this.#connection.exec('pragma synchronous = normal')
  }

  #play<T>(step: Step<T>): T {
    let at = step.next()
    while (at.done !== true) at = step.next(this.#run(at.value))
    return at.value
  }

  /** Others see that something has changed: they need no signs. */
  #run(asked: Statement | SignGiven): Answer {
    if ('sign' in asked) return 0
    const { sql, values, wants } = asked
    const statement = this.#prepare(sql)
    if (wants === 'rows') return statement.all(...values)
    return Number(statement.run(...values).changes)
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql)
    if (!statement) this.#statements.set(sql, (statement = this.#connection.prepare(sql)))
    return statement
  }
}

function tell(error: unknown, file: string): ToolyardError {
  return asUnavailable(tellSqliteError(error, file))
}
