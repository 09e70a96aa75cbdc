/**
 * The sign of life of this process in the database, one for everything that it began there: calls, runs.
 *
 * The row is written with the first thing that the process begins; from then on it is renewed now and then. What the owner of a
 * row that is renewed no longer had begun is `unknown` (`process.ts` says when).
 *
 * @module
 */
import { createIds } from '../../kernel/index.ts'
import type { Change, SqlDatabase } from './database.ts'
import { heartbeatMs, thisProcess } from './process.ts'

export class ProcessLease {
  /** Stands in every row that the process began. */
  readonly owner = createIds().next('p')
  readonly #database: SqlDatabase
  #heartbeat: NodeJS.Timeout | undefined

  constructor(database: SqlDatabase) {
    this.#database = database
  }

  /** What is to be written before the next row of this process; nothing if it is known already. */
  introduction(): readonly Change[] {
    if (this.#heartbeat) return []
    const { build } = this.#database
    return [
      build
        .insertInto('processes')
        .values({ id: this.owner, ...thisProcess(Date.now()) })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .compile(),
    ]
  }

  /** The introduction was written. */
  begin(): void {
    this.#heartbeat ??= setInterval(() => void this.#beat(), heartbeatMs).unref()
  }

  close(): void {
    clearInterval(this.#heartbeat)
  }

  async #beat(): Promise<void> {
    const beat = this.#database.build
      .updateTable('processes')
      .set({ seen_at: Date.now() })
      .where('id', '=', this.owner)
    try {
      await this.#database.write([beat.compile()], { durable: false })
    } catch {
      // The next beat tries again; a database that stays away is told to those who use it.
    }
  }
}
