/**
 * Which of the jobs that wait the workers of this process take, in one transaction.
 *
 * @module
 */
import type { JobRow } from './job-row.ts'
import { dueJobs, firstWaiting, nextDue, startJob } from './job-steps.ts'
import type { LocalWorker } from './local-worker.ts'
import type { Step } from './transaction.ts'

/** As it was before it was started. */
export interface Taken {
  readonly worker: LocalWorker
  readonly row: JobRow
}

export interface Taking {
  readonly process: { readonly id: string; introduce(): Step<boolean> }
  readonly now: number
  readonly wall: number
}

export interface TakeResult {
  readonly isNew: boolean
  readonly taken: readonly Taken[]
  /** Workers whose rate is used up, and for how long. */
  readonly held: ReadonlyMap<LocalWorker, number>
  /** When the next job that is delayed is due. */
  readonly due: number | undefined
}

/** Workers take turns. */
export function* takeJobs(workers: readonly LocalWorker[], { process, now, wall }: Taking): Step<TakeResult> {
  for (const worker of workers) worker.taken = []
  const isNew = yield* process.introduce()
  const due = yield* dueJobs(wall)
  const taken: Taken[] = []
  const held = new Map<LocalWorker, number>()
  const lines = new WaitingLines()
  const open = new Set(workers)
  while (open.size > 0) {
    for (const worker of open) {
      const row = worker.room > 0 ? yield* lines.firstFor(worker) : undefined
      const wait = row ? (worker.rate?.take(now) ?? 0) : 0
      if (wait > 0) held.set(worker, wait)
      if (!row || wait > 0) open.delete(worker)
      else {
        yield* startJob(row, process.id, wall)
        lines.started(row)
        taken.push({ worker, row })
        worker.taken = [...worker.taken, row.tenant]
      }
    }
  }
  return { isNew, taken, held, due }
}

/** What waits in each queue, as far as it was read in this transaction. */
class WaitingLines {
  readonly #lines = new Map<string, { readonly rows: JobRow[]; readonly areAll: boolean }>()
  readonly #started = new Set<string>()

  started({ id }: JobRow): void {
    this.#started.add(id)
  }

  *firstFor(worker: LocalWorker): Step<JobRow | undefined> {
    const { queue, options, room } = worker
    if (options.perTenant !== undefined)
      return (yield* firstWaiting(queue, { without: worker.fullTenants() })).rows[0]
    for (;;) {
      const line = this.#lines.get(queue)
      while (line?.rows[0] && this.#started.has(line.rows[0].id)) line.rows.shift()
      if (line && (line.rows.length > 0 || line.areAll)) return line.rows[0]
      const { rows, areAll } = yield* firstWaiting(queue, { wanted: room })
      this.#lines.set(queue, { rows: [...rows], areAll })
    }
  }
}

/** Whether there is something to take, now or later. */
export function* hasWork(
  queues: readonly string[],
  now: number,
): Step<{ readonly isWaiting: boolean; readonly due: number | undefined }> {
  const due = yield* nextDue()
  if (due !== undefined && due <= now) return { isWaiting: true, due: undefined }
  for (const queue of queues) {
    const { rows } = yield* firstWaiting(queue)
    if (rows.length > 0) return { isWaiting: true, due }
  }
  return { isWaiting: false, due }
}
