/**
 * A worker of this process: what it runs, and whether it may take more.
 *
 * @module
 */
import type { JobHandler, WorkOptions } from '../jobs.ts'
import type { MemoryRate } from '../memory/memory-rate.ts'
import type { Attempt } from './job-steps.ts'

export interface LocalRun extends Attempt {
  readonly tenant: string
  readonly stop: AbortController
}

export class LocalWorker {
  readonly id: string
  readonly queue: string
  readonly handler: JobHandler
  readonly options: WorkOptions
  readonly rate: MemoryRate | undefined
  readonly running = new Set<LocalRun>()
  /** Jobs that a transaction took for it, until they run. */
  taken: readonly string[] = []
  isDraining = false
  /** Its rate is used up. */
  isHeld = false
  readonly #ending = new Set<LocalRun>()
  readonly #onIdle: (() => void)[] = []

  constructor(facts: Pick<LocalWorker, 'id' | 'queue' | 'handler' | 'options' | 'rate'>) {
    this.id = facts.id
    this.queue = facts.queue
    this.handler = facts.handler
    this.options = facts.options
    this.rate = facts.rate
  }

  get #isIdle(): boolean {
    return this.running.size + this.taken.length + this.#ending.size === 0
  }

  /** How many more it may take. */
  get room(): number {
    const busy = this.running.size + this.taken.length
    return this.isDraining || this.isHeld ? 0 : Math.max(0, (this.options.concurrency ?? 1) - busy)
  }

  get mayTake(): boolean {
    return this.room > 0
  }

  /** Tenants of which it may not have one more. */
  fullTenants(): readonly string[] {
    const most = this.options.perTenant
    if (most === undefined) return []
    const tenants = [...[...this.running].map(({ tenant }) => tenant), ...this.taken]
    const counts = Map.groupBy(tenants, (tenant) => tenant)
    return [...counts].filter(([, { length }]) => length >= most).map(([tenant]) => tenant)
  }

  /** Its place is free; how it ended is being written. */
  ending(run: LocalRun): void {
    if (this.running.delete(run)) this.#ending.add(run)
  }

  leave(run: LocalRun): void {
    this.running.delete(run)
    this.#ending.delete(run)
    if (this.#isIdle) for (const tell of this.#onIdle.splice(0)) tell()
  }

  async idle(): Promise<void> {
    if (!this.#isIdle)
      await new Promise<void>((resolve) => {
        this.#onIdle.push(resolve)
      })
  }
}
