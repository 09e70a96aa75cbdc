/**
 * All jobs in memory: which wait, run, are parked or have ended, and who works on them.
 *
 * Every change by a worker is checked against the run that the job has now: a run that was lost changes nothing.
 *
 * @module
 */
import { backOffMs, type Clock, messageOf, ToolyardError } from '../../kernel/index.ts'
import type { Job, JobEnd, JobReturn, JobState } from '../jobs.ts'
import { tooManyOfTenant, tooManyWait } from '../too-many.ts'
import { DelayedItems } from './delayed.ts'
import { FairQueue } from './fair-queue.ts'
import { entryOf, hasEnded, type JobEntry, type JobRun, mayTake, type MemoryWorker } from './job-entry.ts'
import type { Member } from './members.ts'
import type { MemoryBus } from './memory-bus.ts'
import { RememberedWakes } from './remembered-wakes.ts'

export interface JobLimits {
  /** Jobs that may wait; more are refused with `busy`. */
  readonly waiting: number
  /** Those of one tenant that may wait in one queue. */
  readonly waitingOfTenant: number
  /** How long and how many jobs are known after their end. */
  readonly keepMs: number
  readonly ended: number
  /** How often a job may lose its worker until it counts as the cause. */
  readonly crashes: number
  /** How long to wait after so many failures. */
  readonly backOff: (failures: number) => number
}

export const usualJobs: JobLimits = {
  waiting: 100_000,
  waitingOfTenant: Infinity,
  keepMs: 3_600_000,
  ended: 10_000,
  crashes: 3,
  backOff: (failures) => backOffMs(failures, { firstMs: 1000, longestMs: 60_000 }),
}

export class JobTable {
  readonly entries = new Map<string, JobEntry>()
  readonly workers = new Map<string, Set<MemoryWorker>>()
  readonly #clock: Clock
  readonly #bus: MemoryBus
  readonly #limits: JobLimits
  readonly #queues = new Map<string, FairQueue<JobEntry>>()
  readonly #delayed: DelayedItems<JobEntry>
  readonly #wakes = new RememberedWakes()
  /** By token. */
  readonly #parked = new Map<string, Set<JobEntry>>()
  /** In the order in which they ended. */
  readonly #ended = new Set<JobEntry>()
  #waiting = 0
  /** By queue and tenant; counted if there is a limit. */
  readonly #tenants = new Map<string, number>()

  constructor(clock: Clock, bus: MemoryBus, limits: JobLimits) {
    this.#clock = clock
    this.#bus = bus
    this.#limits = limits
    this.#delayed = new DelayedItems(clock, (entry) => {
      if (entry.state === 'delayed') this.#enqueue(entry)
    })
  }

  submit(job: Job): 'accepted' | 'known' {
    if (job.id.includes(':'))
      throw new ToolyardError('invalid_arguments', `the id of a job has no ":", and "${job.id}" has one`)
    this.#forgetOld()
    if (this.entries.has(job.id)) return 'known'
    if (this.#waiting >= this.#limits.waiting) throw tooManyWait(this.#waiting)
    const ofTenant = this.#tenants.get(lineOf(job)) ?? 0
    if (job.tenant !== undefined && ofTenant >= this.#limits.waitingOfTenant)
      throw tooManyOfTenant(job.queue, ofTenant)
    const entry = entryOf(job, this.#clock.wall())
    this.entries.set(job.id, entry)
    this.#queueAt(entry, job.notBefore ?? 0)
    return 'accepted'
  }

  cancel(id: string, reason: string): boolean {
    const entry = this.entries.get(id)
    if (!entry || hasEnded(entry)) return false
    if (entry.run) {
      entry.cancelled ??= reason
      entry.run.stop.abort(new ToolyardError('cancelled', reason))
    } else this.#end(entry, 'cancelled', { reason })
    return true
  }

  wake(token: string): boolean {
    this.#wakes.note(token, this.#runs())
    const parked = [...(this.#parked.get(token) ?? [])]
    for (const entry of parked) this.#enqueue(entry)
    return parked.length > 0
  }

  add(worker: MemoryWorker): void {
    this.workers.set(worker.queue, (this.workers.get(worker.queue) ?? new Set()).add(worker))
    this.offer(worker.queue)
  }

  remove(worker: MemoryWorker): void {
    const others = this.workers.get(worker.queue)
    others?.delete(worker)
    if (others?.size === 0) this.workers.delete(worker.queue)
  }

  /** Starts anew what has ended without success. */
  retry(id: string): boolean {
    const entry = this.entries.get(id)
    if (!entry || !hasEnded(entry) || entry.state === 'done') return false
    this.#ended.delete(entry)
    entry.failures = entry.crashes = 0
    entry.reason = entry.cancelled = undefined
    this.#enqueue(entry)
    return true
  }

  /** What this member ran is without a worker. */
  lost(member: Member): void {
    for (const worker of [...this.workers.values()].flatMap((workers) => [...workers])) {
      if (worker.member !== member) continue
      const lost = [...worker.running]
      worker.running.clear()
      for (const [run, entry] of lost) this.#crashed(run, entry)
      worker.onIdle?.()
    }
  }

  close(): void {
    this.#delayed.close()
  }

  /** Gives the workers of a queue what waits. */
  offer(queue: string): void {
    const line = this.#queues.get(queue)
    const workers = [...(this.workers.get(queue) ?? [])]
    if (!line) return
    for (let worker = workers.find(mayTake); worker; worker = workers.find(mayTake)) {
      const entry = takeFor(worker, line)
      const wait = entry ? (worker.rate?.take(this.#clock.now()) ?? 0) : 0
      if (entry && wait > 0) {
        line.putBack(entry)
        this.#hold(worker, wait)
      } else if (entry) void this.#run(worker, entry)
      else workers.splice(workers.indexOf(worker), 1)
    }
  }

  /** Its rate is used up for so long. */
  #hold(worker: MemoryWorker, ms: number): void {
    worker.isHeld = true
    this.#clock.after(ms, () => {
      worker.isHeld = false
      this.offer(worker.queue)
    })
  }

  #enter(entry: JobEntry, state: JobState): void {
    if (entry.state === 'waiting') this.#count(entry.job, -1)
    if (state === 'waiting') this.#count(entry.job, 1)
    if (entry.token !== undefined) this.#unpark(entry, entry.token)
    entry.state = state
    entry.since = this.#clock.wall()
  }

  #count(job: Job, by: 1 | -1): void {
    this.#waiting += by
    if (job.tenant === undefined || this.#limits.waitingOfTenant === Infinity) return
    const line = lineOf(job)
    const count = (this.#tenants.get(line) ?? 0) + by
    if (count > 0) this.#tenants.set(line, count)
    else this.#tenants.delete(line)
  }

  #queueAt(entry: JobEntry, at: number): void {
    if (at <= this.#clock.wall()) return this.#enqueue(entry)
    this.#enter(entry, 'delayed')
    this.#delayed.add(at, entry)
  }

  #enqueue(entry: JobEntry, isFirst = false): void {
    const { queue } = entry.job
    this.#enter(entry, 'waiting')
    let line = this.#queues.get(queue)
    if (!line) this.#queues.set(queue, (line = new FairQueue()))
    if (isFirst) line.putBack(entry)
    else line.push(entry)
    this.offer(queue)
  }

  async #run(worker: MemoryWorker, entry: JobEntry): Promise<void> {
    this.#enter(entry, 'running')
    const attempt = ++entry.attempt
    const stop = new AbortController()
    const writer = this.#bus.open(entry.job.id, attempt)
    const run: JobRun = { worker, writer, stop, startedAt: this.#wakes.now }
    entry.run = run
    worker.running.set(run, entry)
    const emit = async (data: unknown): Promise<boolean> => {
      await worker.member.awake
      return entry.run === run && writer.append(data)
    }
    let settle: () => void
    try {
      const answer = await worker.handler({ job: entry.job, attempt, signal: stop.signal, emit })
      settle = () => this.#returned(entry, run, answer)
    } catch (error) {
      settle = () => this.#threw(entry, messageOf(error))
    }
    await worker.member.awake
    if (entry.run !== run) return
    entry.run = undefined
    settle()
    worker.running.delete(run)
    if (worker.running.size === 0) worker.onIdle?.()
    this.offer(worker.queue)
  }

  #returned(entry: JobEntry, run: JobRun, answer: JobReturn): void {
    if (!answer || !('park' in answer)) return this.#end(entry, 'done', { result: answer?.result })
    if (entry.cancelled !== undefined) return this.#end(entry, 'cancelled', { reason: entry.cancelled })
    if (this.#wakes.has(answer.park, run.startedAt)) return this.#enqueue(entry)
    this.#enter(entry, 'parked')
    entry.token = answer.park
    this.#parked.set(answer.park, (this.#parked.get(answer.park) ?? new Set()).add(entry))
  }

  #unpark(entry: JobEntry, token: string): void {
    const others = this.#parked.get(token)
    others?.delete(entry)
    if (others?.size === 0) this.#parked.delete(token)
    entry.token = undefined
  }

  #threw(entry: JobEntry, reason: string): void {
    if (entry.cancelled !== undefined) return this.#end(entry, 'cancelled', { reason: entry.cancelled })
    if (++entry.failures >= (entry.job.attempts ?? 1)) return this.#end(entry, 'failed', { reason })
    entry.reason = reason
    this.#queueAt(entry, this.#clock.wall() + this.#limits.backOff(entry.failures))
  }

  #crashed({ stop }: JobRun, entry: JobEntry): void {
    entry.run = undefined
    stop.abort(new ToolyardError('unavailable', 'the job was lost to another worker'))
    const reason = 'its worker died or was silent for too long'
    if (entry.cancelled !== undefined) return this.#end(entry, 'cancelled', { reason: entry.cancelled })
    if (entry.job.onCrash !== 'retry' || ++entry.crashes >= this.#limits.crashes)
      return this.#end(entry, 'unknown', { reason })
    entry.reason = reason
    this.#enqueue(entry, true)
  }

  #end(
    entry: JobEntry,
    status: JobEnd,
    { reason, result }: { readonly reason?: string; readonly result?: unknown },
  ): void {
    this.#enter(entry, status)
    entry.reason = reason
    this.#ended.add(entry)
    this.#forgetOld()
    this.#bus.open(entry.job.id, entry.attempt).end(status, status === 'done' ? result : reason)
  }

  #forgetOld(): void {
    const oldest = this.#clock.wall() - this.#limits.keepMs
    for (const entry of this.#ended) {
      if (this.#ended.size <= this.#limits.ended && entry.since > oldest) return
      this.#ended.delete(entry)
      this.entries.delete(entry.job.id)
    }
  }

  #runs(): readonly JobRun[] {
    return [...this.workers.values()].flatMap((workers) =>
      [...workers].flatMap(({ running }) => [...running.keys()]),
    )
  }
}

function takeFor(worker: MemoryWorker, line: FairQueue<JobEntry>): JobEntry | undefined {
  const most = worker.options.perTenant ?? Infinity
  const isOf = (tenant: string): number =>
    [...worker.running.values()].filter(({ job }) => (job.tenant ?? '') === tenant).length
  return line.take({
    isWanted: ({ state }) => state === 'waiting',
    mayHave: (tenant) => most === Infinity || isOf(tenant) < most,
  })
}

function lineOf({ queue, tenant = '' }: Job): string {
  return JSON.stringify([queue, tenant])
}
