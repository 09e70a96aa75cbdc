/**
 * `Inspection`: what people see of the jobs, and the one thing they can do beside `cancel`.
 *
 * Promised: what is told is as fresh as the last change that was acknowledged. Jobs that have ended are told of while their
 * ids are known.
 *
 * @module
 */
import type { Job, JobState } from './jobs.ts'

export interface Inspection {
  /** In the order in which they came. */
  list(filter: JobFilter): Promise<readonly JobView[]>
  /** One that failed, was cancelled or is unknown starts anew, with all its attempts. False for any other. */
  retry(id: string): Promise<boolean>
  /** Of every queue that has jobs or workers. */
  counts(): Promise<readonly QueueCounts[]>
}

export interface JobFilter {
  readonly queue?: string | undefined
  readonly state?: JobState | undefined
  readonly tenant?: string | undefined
  readonly id?: string | undefined
  /** 100 by default. */
  readonly limit?: number | undefined
}

export interface JobView {
  readonly job: Job
  readonly state: JobState
  /** How often it was started. */
  readonly attempt: number
  /** Wall time at which it came into this state. */
  readonly since: number
  /** Why it failed, was cancelled, or is tried again. */
  readonly reason?: string | undefined
  /** What it is parked on. */
  readonly token?: string | undefined
}

export interface QueueCounts {
  readonly queue: string
  readonly waiting: number
  readonly delayed: number
  readonly running: number
  readonly parked: number
  /** Failed and unknown, as far as they are kept. */
  readonly failed: number
  readonly workers: number
  /** Since when the job that waits longest is waiting, in wall time. */
  readonly oldest?: number | undefined
}
