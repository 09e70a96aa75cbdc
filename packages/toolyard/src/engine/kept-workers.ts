/**
 * The workers of this process: which queues they serve, what they did, and how they end.
 *
 * An engine that goes through here takes jobs of the chosen queues alone. When the process is to end, its workers take nothing new;
 * jobs that still run after the grace are told to stop and given back, so that another worker goes on with them.
 *
 * @module
 */
import { messageOf, settlesWithin, ToolyardError } from '../kernel/index.ts'
import type { Engine } from './engine.ts'
import type { JobHandler, JobReturn, Jobs, JobWorker, RunningJob } from './jobs.ts'
import { queueFamily } from './queue-name.ts'

export interface WorkRules {
  /** Names of queues, without their workspaces; all by default. */
  readonly queues?: readonly string[] | undefined
  /** How many jobs of each queue run at once; what the worker says by default. */
  readonly concurrency?: number | undefined
}

/** How one attempt at a job went. */
export interface JobNote {
  readonly id: string
  readonly queue: string
  readonly kind: string
  readonly attempt: number
  readonly end: 'done' | 'parked' | 'failed' | 'given back'
  readonly ms: number
  readonly reason?: string | undefined
}

/** For jobs that were told to stop, to end and be given back. */
const stopMs = 3000

export class KeptWorkers {
  readonly #rules: WorkRules
  readonly #workers = new Map<JobWorker, string>()
  readonly #leaving = new AbortController()
  readonly #listeners = new Set<(note: JobNote) => void>()
  #isDraining = false

  constructor(rules: WorkRules = {}) {
    this.#rules = rules
  }

  /** Those that are served now, in the order of names. */
  get queues(): readonly string[] {
    return [...new Set(this.#workers.values())].toSorted()
  }

  serves(queue: string): boolean {
    return this.#rules.queues?.includes(queueFamily(queue)) ?? true
  }

  /** Told of every job that ended here. Answers how to stop. */
  follow(listener: (note: JobNote) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** The same engine, whose workers are kept here. */
  keep(engine: Engine): Engine {
    const { jobs, bus, limits, inspection } = engine
    const kept: Jobs = {
      submit: (job) => jobs.submit(job),
      cancel: (id, reason) => jobs.cancel(id, reason),
      wake: (token) => jobs.wake(token),
      work: async (queue, options, handler) => {
        if (this.#isDraining || !this.serves(queue)) return { drain: async () => {} }
        const { concurrency = options.concurrency } = this.#rules
        const run: JobHandler = (running) => this.#run(jobs, running, handler)
        const worker = await jobs.work(queue, { ...options, concurrency }, run)
        this.#workers.set(worker, queue)
        const drain = async (): Promise<void> => {
          await worker.drain()
          this.#workers.delete(worker)
        }
        if (this.#leaving.signal.aborted || this.#isDraining) void drain()
        return { drain }
      },
    }
    return { jobs: kept, bus, limits, inspection, close: () => engine.close() }
  }

  /** Takes nothing new. Resolves when what runs has ended or was given back, or does not stop. */
  async drain(graceMs: number): Promise<void> {
    this.#isDraining = true
    const drained = Promise.allSettled([...this.#workers.keys()].map((worker) => worker.drain()))
    if (await settlesWithin(drained, graceMs)) return
    this.#leaving.abort(
      new ToolyardError('closed', 'this process ends, and another one goes on with the job'),
    )
    await settlesWithin(drained, stopMs)
  }

  async #run(jobs: Jobs, running: RunningJob, handler: JobHandler): Promise<JobReturn> {
    const began = performance.now()
    const tell = (end: JobNote['end'], reason?: string): void => {
      if (this.#listeners.size === 0) return
      const { id, queue, kind } = running.job
      const ms = performance.now() - began
      for (const hear of this.#listeners) hear({ id, queue, kind, attempt: running.attempt, end, ms, reason })
    }
    const leaving = this.#leaving.signal
    try {
      const answer = await handler({ ...running, signal: AbortSignal.any([running.signal, leaving]) })
      tell(answer && 'park' in answer ? 'parked' : 'done')
      return answer
    } catch (error) {
      if (!leaving.aborted || running.signal.aborted || running.job.onCrash !== 'retry') {
        tell('failed', messageOf(error))
        throw error
      }
      tell('given back')
      return giveBack(jobs, running)
    }
  }
}

/** It parks on what was woken already: it waits again at once, and this is no failure of its. */
async function giveBack(jobs: Jobs, { job }: RunningJob): Promise<JobReturn> {
  const park = `given-back-${job.id}`
  await jobs.wake(park)
  return { park }
}
