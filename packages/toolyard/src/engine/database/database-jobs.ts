/**
 * Jobs over a database, as one process sees them: what is submitted, cancelled and woken here, and what its workers take.
 *
 * What this process changes is taken in the same transaction, so a job that is submitted where it runs costs two commits.
 *
 * @module
 */
import { createIds, ToolyardError } from '../../kernel/index.ts'
import type { Job, JobHandler, Jobs, JobWorker, WorkOptions } from '../jobs.ts'
import { MemoryRate } from '../memory/memory-rate.ts'
import { cancelJob, retryJob, submitJob, wakeJobs } from './job-steps.ts'
import { type JobParts, LocalRuns } from './local-runs.ts'
import { LocalWorker } from './local-worker.ts'
import { cancelSign, queueSign } from './signs.ts'
import { hasWork, takeJobs, type TakeResult } from './take-jobs.ts'
import { changeLater, type Step } from './transaction.ts'
import { engineClosed, isUnavailable } from './unavailable.ts'
import { WaitingRoom } from './waiting-room.ts'

/** The wall clock may be set, and a machine may sleep: it is looked at this often. */
const longestWaitMs = 60_000
/** Before what could not be taken is taken again. */
const againMs = 1000

export class DatabaseJobs implements Jobs {
  readonly #parts: JobParts
  readonly #ids = createIds()
  readonly #workers = new Set<LocalWorker>()
  readonly #runs: LocalRuns
  readonly #room: WaitingRoom
  #isTaking = false
  /** A look is under way; and whether another one is needed after it. */
  #looking: 'once' | 'again' | undefined
  #due: { readonly at: number; cancel(): void } | undefined
  #isClosed = false

  constructor(parts: JobParts) {
    this.#parts = parts
    this.#runs = new LocalRuns(parts, this.#workers, (queue) => this.take(queue))
    this.#room = new WaitingRoom({
      ...parts,
      most: parts.rules.jobs.waiting,
      mostOfTenant: parts.rules.jobs.waitingOfTenant,
    })
  }

  async submit(job: Job): Promise<'accepted' | 'known'> {
    this.#requireOpen()
    if (job.id.includes(':'))
      throw new ToolyardError('invalid_arguments', `the id of a job has no ":", and "${job.id}" has one`)
    await this.#room.enter(job)
    const accepted = this.#parts.database.change(() => submitJob(job, this.#parts.clock.wall()))
    this.take(job.queue)
    return (await accepted) ? 'accepted' : 'known'
  }

  async cancel(id: string, reason: string): Promise<boolean> {
    const { clock, rules, membership, database } = this.#parts
    const change = await database.change(() => cancelJob(id, { reason, now: clock.wall(), rules }))
    if (change.owner === membership.id) await this.#runs.stopCancelled()
    if (change.hasEnded) await this.#runs.noteEnd(id)
    return change.isChanged
  }

  async wake(token: string): Promise<boolean> {
    const woken = this.#parts.database.change(() => wakeJobs(token, this.#parts.clock.wall()))
    this.take()
    return (await woken).length > 0
  }

  async retry(id: string): Promise<boolean> {
    const retried = this.#parts.database.change(() => retryJob(id, this.#parts.clock.wall()))
    this.take()
    return (await retried) !== undefined
  }

  async work(queue: string, options: WorkOptions, handler: JobHandler): Promise<JobWorker> {
    this.#requireOpen()
    const { clock, database, membership } = this.#parts
    const rate = options.perMinute === undefined ? undefined : new MemoryRate(options.perMinute, clock.now())
    const worker = new LocalWorker({ id: this.#ids.next('w'), queue, handler, options, rate })
    this.#workers.add(worker)
    const begun = database.change(() => this.#register(worker), { late: () => void this.#unregister(worker) })
    this.take(queue)
    try {
      membership.introduced(await begun)
    } catch (error) {
      // Its caller was told that it does not work.
      void this.#drain(worker).catch(() => {})
      throw error
    }
    database.expect()
    return { drain: () => this.#drain(worker) }
  }

  /** Other processes have given these signs, or any: looks what waits, and what is to stop here. */
  async look(signs?: ReadonlySet<string>): Promise<void> {
    if (this.#workers.size === 0 || (signs && !this.#concerns(signs))) return
    if (this.#looking) {
      this.#looking = 'again'
      return
    }
    try {
      do {
        this.#looking = 'once'
        await this.#look()
      } while ((this.#looking as 'once' | 'again') === 'again')
    } finally {
      this.#looking = undefined
    }
  }

  /** Takes what waits, at the end of the transaction that comes next. */
  take(queue?: string): void {
    const mayTake = (worker: LocalWorker): boolean =>
      worker.mayTake && (queue === undefined || worker.queue === queue)
    if (this.#isTaking || ![...this.#workers].some(mayTake)) return
    this.#isTaking = true
    void this.#take().catch(() => this.#takeLater())
  }

  prune(): Promise<void> {
    return this.#runs.prune()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#runs.close()
    await Promise.all([...this.#workers].map((worker) => this.#drain(worker)))
    this.#due?.cancel()
  }

  #concerns(signs: ReadonlySet<string>): boolean {
    if (signs.has(cancelSign(this.#parts.membership.id))) return true
    return [...this.#workers].some(({ queue }) => signs.has(queueSign(queue)))
  }

  async #look(): Promise<void> {
    if (this.#runs.isRunning) await this.#runs.stopCancelled()
    const queues = [...this.#workers].filter(({ mayTake }) => mayTake).map(({ queue }) => queue)
    if (queues.length === 0) return
    const now = this.#parts.clock.wall()
    const found = await this.#parts.database.read(() => hasWork([...new Set(queues)], now))
    if (found.isWaiting) this.take()
    this.#planDue(found.due)
  }

  async #take(): Promise<void> {
    const { database, clock, membership } = this.#parts
    const step = (): Step<TakeResult> => {
      this.#isTaking = false
      const [now, wall] = [clock.now(), clock.wall()]
      return takeJobs([...this.#workers], { process: membership, now, wall })
    }
    // What was taken is run, however late this process hears of it: no other one will.
    this.#took(await database.change(step, { isLast: true, late: (result) => this.#took(result) }))
  }

  #took({ isNew, taken, held, due }: TakeResult): void {
    for (const worker of this.#workers) worker.taken = []
    this.#parts.membership.introduced(isNew)
    for (const one of taken) void this.#runs.start(one)
    for (const [worker, ms] of held) this.#hold(worker, ms)
    this.#planDue(due)
  }

  /** The database is away; what waits is looked for again in a while. */
  #takeLater(): void {
    this.#isTaking = false
    for (const worker of this.#workers) worker.taken = []
    if (!this.#isClosed) this.#parts.clock.after(againMs, () => this.take())
  }

  #hold(worker: LocalWorker, ms: number): void {
    worker.isHeld = true
    this.#parts.clock.after(ms, () => {
      worker.isHeld = false
      this.take(worker.queue)
    })
  }

  /** `at` is wall time. */
  #planDue(at: number | undefined): void {
    if (at === undefined || this.#isClosed || (this.#due && this.#due.at <= at)) return
    this.#due?.cancel()
    const wait = Math.min(at - this.#parts.clock.wall(), longestWaitMs)
    const deadline = this.#parts.clock.after(wait, () => {
      this.#due = undefined
      void this.look().catch(() => this.#takeLater())
    })
    this.#due = { at, cancel: () => deadline.cancel() }
  }

  *#register({ id, queue }: LocalWorker): Step<boolean> {
    const { membership } = this.#parts
    const isNew = yield* membership.introduce()
    yield* changeLater(
      'insert into engine_workers (process, worker, queue) values (?, ?, ?)',
      membership.id,
      id,
      queue,
    )
    return isNew
  }

  /** If the database is away, its row goes with the process. */
  async #unregister({ id }: LocalWorker): Promise<void> {
    try {
      await this.#parts.database.change(() => changeLater('delete from engine_workers where worker = ?', id))
    } catch (error) {
      if (!isUnavailable(error)) throw error
    }
  }

  async #drain(worker: LocalWorker): Promise<void> {
    worker.isDraining = true
    // What a transaction takes now is run, and waited for.
    await this.#unregister(worker)
    await worker.idle()
    this.#workers.delete(worker)
  }

  #requireOpen(): void {
    if (this.#isClosed) throw engineClosed()
  }
}
