/**
 * Whether one more job may wait. Counts when its own guess says that it may be too many.
 *
 * @module
 */
import type { Clock } from '../../kernel/index.ts'
import type { Job } from '../jobs.ts'
import { tooManyOfTenant, tooManyWait } from '../too-many.ts'
import { findJob } from './job-steps.ts'
import { type EngineDatabase, rowOf } from './transaction.ts'

/** How long a count is believed. */
const countMs = 1000

export class WaitingRoom {
  readonly #database: EngineDatabase
  readonly #clock: Clock
  readonly #most: number
  readonly #mostOfTenant: number
  /** How many wait, at most, as far as this process knows. */
  #waiting = { count: Infinity, at: -Infinity }

  constructor(parts: {
    readonly database: EngineDatabase
    readonly clock: Clock
    readonly most: number
    readonly mostOfTenant: number
  }) {
    this.#database = parts.database
    this.#clock = parts.clock
    this.#most = parts.most
    this.#mostOfTenant = parts.mostOfTenant
  }

  /** Throws `busy`, but not for a job that is known. */
  async enter(job: Job): Promise<void> {
    const { id } = job
    await this.#requireQuota(job)
    const isGuessed = this.#waiting.count < this.#most && this.#clock.now() - this.#waiting.at < countMs
    if (!isGuessed) await this.#count(id)
    this.#waiting.count++
  }

  async #count(id: string): Promise<void> {
    const row = await this.#database.read(() =>
      rowOf<{ count: number }>("select count(*) as count from engine_jobs where state = 'waiting'"),
    )
    this.#waiting = { count: row?.count ?? 0, at: this.#clock.now() }
    if (this.#waiting.count < this.#most || (await this.#database.read(() => findJob(id)))) return
    throw tooManyWait(this.#waiting.count)
  }

  async #requireQuota({ id, queue, tenant }: Job): Promise<void> {
    if (tenant === undefined || this.#mostOfTenant === Infinity) return
    const row = await this.#database.read(() =>
      rowOf<{ count: number }>(
        "select count(*) as count from engine_jobs where state = 'waiting' and queue = ? and tenant = ?",
        queue,
        tenant,
      ),
    )
    const count = row?.count ?? 0
    if (count < this.#mostOfTenant || (await this.#database.read(() => findJob(id)))) return
    throw tooManyOfTenant(queue, count)
  }
}
