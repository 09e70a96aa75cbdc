/**
 * Jobs that run in this process: starts their handlers, gives them their signals, and writes how they ended.
 *
 * @module
 */
import { type Clock, messageOf, ToolyardError } from '../../kernel/index.ts'
import type { JobReturn } from '../jobs.ts'
import type { DatabaseBus } from './database-bus.ts'
import { jobOfRow, type JobRow } from './job-row.ts'
import { findJob, finishJob, type JobRules, type Outcome, pruneJobs } from './job-steps.ts'
import type { LocalRun, LocalWorker } from './local-worker.ts'
import type { Membership } from './membership.ts'
import type { Signals } from './signals.ts'
import { streamSign } from './signs.ts'
import { writeEvent } from './streams.ts'
import type { Taken } from './take-jobs.ts'
import { type EngineDatabase, rowsOf } from './transaction.ts'

export interface JobParts {
  readonly database: EngineDatabase
  readonly clock: Clock
  readonly signals: Signals
  readonly bus: DatabaseBus
  readonly membership: Membership
  readonly rules: JobRules
}

/** Before what could not be written is written again. */
const againMs = 1000

export class LocalRuns {
  readonly #parts: JobParts
  readonly #workers: ReadonlySet<LocalWorker>
  /** A place is free: more may be taken. */
  readonly #left: (queue: string) => void
  /** Jobs that have ended, as far as this process knows. */
  #ended = 0
  #isClosing = false

  constructor(parts: JobParts, workers: ReadonlySet<LocalWorker>, left: (queue: string) => void) {
    this.#parts = parts
    this.#workers = workers
    this.#left = left
    parts.membership.onLost(() => this.#lost())
  }

  get isRunning(): boolean {
    return [...this.#workers].some(({ running }) => running.size > 0)
  }

  async start({ worker, row }: Taken): Promise<void> {
    const { membership, rules, database } = this.#parts
    const attempt = row.attempt + 1
    const stop = new AbortController()
    const run: LocalRun = { id: row.id, owner: membership.id, attempt, tenant: row.tenant, stop }
    worker.running.add(run)
    const emit = async (data: unknown): Promise<boolean> => this.#emit(run, data)
    let outcome: Outcome
    try {
      outcome = outcomeOf(await worker.handler({ job: jobOfRow(row), attempt, signal: stop.signal, emit }))
    } catch (error) {
      const backOffMs = rules.jobs.backOff(row.failures + 1)
      outcome = { type: 'threw', reason: messageOf(error), backOffMs }
    }
    await this.#finish(worker, run, outcome)
    database.expect()
  }

  /** Gives jobs that are to be cancelled their signal. */
  async stopCancelled(): Promise<void> {
    const { database, membership } = this.#parts
    const rows = await database.read(() =>
      rowsOf<JobRow>(
        "select * from engine_jobs where owner = ? and state = 'running' and cancelled is not null",
        membership.id,
      ),
    )
    for (const { running } of this.#workers)
      for (const { id, attempt, stop } of running) {
        const row = rows.find((other) => other.id === id && other.attempt === attempt)
        if (row && !stop.signal.aborted) stop.abort(new ToolyardError('cancelled', row.cancelled ?? ''))
      }
  }

  /** A job has ended; looks whether too many are kept. */
  async noteEnd(id: string): Promise<void> {
    const { signals, bus, rules } = this.#parts
    signals.give(streamSign(id))
    await bus.noteEnds(1)
    if (++this.#ended > rules.jobs.ended) await this.prune()
  }

  async prune(): Promise<void> {
    const { database, clock, rules } = this.#parts
    this.#ended = await database.change(() => pruneJobs(rules.jobs, clock.wall()))
  }

  /** An end that can't be written is not tried again from now on. */
  close(): void {
    this.#isClosing = true
  }

  /** Until it is written: an end that can't be written now is not lost while the process lives. */
  async #finish(worker: LocalWorker, run: LocalRun, outcome: Outcome): Promise<void> {
    const { clock, signals } = this.#parts
    worker.ending(run)
    for (;;) {
      try {
        const { hasEnded } = await this.#writeEnd(worker, run, outcome)
        worker.leave(run)
        // Also if an earlier try had done it, and its answer was lost.
        signals.give(streamSign(run.id))
        // What is not pruned now is pruned later.
        if (hasEnded) await this.noteEnd(run.id).catch(() => {})
        return
      } catch (error) {
        if (this.#isClosing || (ToolyardError.isInstance(error) && error.code === 'closed'))
          return worker.leave(run)
        await new Promise<void>((resolve) => {
          clock.after(againMs, resolve)
        })
      }
    }
  }

  async #writeEnd(worker: LocalWorker, run: LocalRun, outcome: Outcome) {
    const { database, clock, rules } = this.#parts
    const written = database.change(() => finishJob(run, { outcome, now: clock.wall(), rules }))
    this.#left(worker.queue)
    return written
  }

  async #emit(run: LocalRun, data: unknown): Promise<boolean> {
    const { database, clock, rules, signals } = this.#parts
    const { id, attempt } = run
    const isWritten = await database.change(function* emit() {
      const row = yield* findJob(id)
      if (row?.state !== 'running' || row.owner !== run.owner || row.attempt !== attempt) return false
      return yield* writeEvent({ id, attempt, data, now: clock.wall() }, rules.streams)
    })
    if (isWritten) signals.give(streamSign(id))
    return isWritten
  }

  /** Others have taken everything that ran here. */
  #lost(): void {
    for (const worker of this.#workers)
      for (const run of worker.running) {
        run.stop.abort(new ToolyardError('unavailable', 'the job was lost to another worker'))
        worker.leave(run)
      }
  }
}

function outcomeOf(answer: JobReturn): Outcome {
  if (answer && 'park' in answer) return { type: 'park', token: answer.park }
  return { type: 'done', result: answer?.result }
}
