/**
 * `Jobs`: work that belongs to the installation, not to the process that asked for it.
 *
 * Promised by every implementation:
 * - A job is an id and where to run it. Arguments, principals and answers stay in the database: a handler reads the row.
 * - An id is accepted once. Submitting it again changes nothing, also for a while after the job has ended.
 * - A job has one final state, and `Bus.watch` of its id shows one final event. What a worker does after it lost the job
 *   (it died, or was silent for longer than its lease) changes nothing: every change is checked against the attempt.
 * - Of one queue, tenants take turns; jobs of one tenant start in the order in which they came.
 * - A wake that comes while the job runs counts for the park that follows, so none is lost.
 *
 * @module
 */
export interface Jobs {
  /** Durable when it resolves, as far as the implementation is. Throws `busy` if too many wait, `unavailable`, `closed`. */
  submit(job: Job): Promise<'accepted' | 'known'>
  /** Queued and parked jobs end now; a running one gets its signal, wherever it runs. False if it has ended or is not known. */
  cancel(id: string, reason: string): Promise<boolean>
  /** Jobs parked on this token start again, and look at their rows. Carries no value. Whether there was one. */
  wake(token: string): Promise<boolean>
  /** Takes jobs of a queue until it is drained. */
  work(queue: string, options: WorkOptions, handler: JobHandler): Promise<JobWorker>
}

export interface Job {
  /** Idempotency key, such as a call id, a run id, or the slot of a schedule. Without ":". */
  readonly id: string
  readonly queue: string
  readonly kind: string
  /** For fairness. */
  readonly tenant?: string | undefined
  /** Wall time before which it does not start. */
  readonly notBefore?: number | undefined
  /** How often it may throw until it has failed, with a growing wait between; 1 by default. */
  readonly attempts?: number | undefined
  /** When its worker dies in the middle: `fail` (the default) ends as `unknown` and never starts twice. */
  readonly onCrash?: 'retry' | 'fail' | undefined
}

export interface WorkOptions {
  /** How many jobs run at once; 1 by default. */
  readonly concurrency?: number | undefined
  /** How many of them may be of one tenant. */
  readonly perTenant?: number | undefined
  /** How many may start within a minute. */
  readonly perMinute?: number | undefined
}

/** What it throws is a failure of the attempt. */
export type JobHandler = (running: RunningJob) => Promise<JobReturn>

/** Nothing, a small result for those who watch (a large one is a handle), or what the job waits for without a worker. */
export type JobReturn = void | { readonly result: unknown } | { readonly park: string }

export interface RunningJob {
  readonly job: Job
  /** Counts every start of the job, from 1. */
  readonly attempt: number
  /** Aborted when the job is cancelled (the reason is that of `cancel`) or was lost to another worker. */
  readonly signal: AbortSignal
  /** One more chunk for those who watch the job. False if this attempt does not count any more. */
  readonly emit: (data: unknown) => Promise<boolean>
}

export interface JobWorker {
  /** Takes nothing new; resolves when everything that runs has ended. */
  drain(): Promise<void>
}

export type JobState = 'waiting' | 'delayed' | 'running' | 'parked' | JobEnd
/** `unknown`: its worker died, and whether the work was done is not known. */
export type JobEnd = 'done' | 'failed' | 'cancelled' | 'unknown'
