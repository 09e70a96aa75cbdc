/**
 * One job as the table holds it.
 *
 * @module
 */
import type { StreamWriter } from '../bus.ts'
import type { JobView } from '../inspection.ts'
import type { Job, JobEnd, JobHandler, JobState, WorkOptions } from '../jobs.ts'
import type { Member } from './members.ts'
import type { MemoryRate } from './memory-rate.ts'

export interface JobEntry {
  readonly job: Job
  state: JobState
  since: number
  attempt: number
  failures: number
  crashes: number
  reason: string | undefined
  token: string | undefined
  /** Why it is to end, while it runs. */
  cancelled: string | undefined
  run: JobRun | undefined
}

/** One attempt. It counts while it is the entry's. */
export interface JobRun {
  readonly worker: MemoryWorker
  readonly writer: StreamWriter
  readonly stop: AbortController
  /** Wakes after this moment came while it ran. */
  readonly startedAt: number
}

export interface MemoryWorker {
  readonly queue: string
  readonly member: Member
  readonly handler: JobHandler
  readonly options: WorkOptions
  readonly rate: MemoryRate | undefined
  readonly running: Map<JobRun, JobEntry>
  isDraining: boolean
  /** Its rate is used up. */
  isHeld: boolean
  onIdle: (() => void) | undefined
}

/** Not queued yet. */
export function entryOf(job: Job, now: number): JobEntry {
  return {
    job,
    state: 'delayed',
    since: now,
    attempt: 0,
    failures: 0,
    crashes: 0,
    reason: undefined,
    token: undefined,
    cancelled: undefined,
    run: undefined,
  }
}

export function viewOf({ job, state, attempt, since, reason, token }: JobEntry): JobView {
  return {
    job,
    state,
    attempt,
    since,
    ...(reason !== undefined && { reason }),
    ...(token !== undefined && { token }),
  }
}

const ends: readonly JobState[] = ['done', 'failed', 'cancelled', 'unknown'] satisfies JobEnd[]

export function hasEnded({ state }: JobEntry): boolean {
  return ends.includes(state)
}

export function mayTake({ isDraining, isHeld, member, running, options }: MemoryWorker): boolean {
  return !isDraining && !isHeld && member.isWell && running.size < (options.concurrency ?? 1)
}
