/**
 * One job as its row holds it.
 *
 * @module
 */
import type { JobView } from '../inspection.ts'
import type { Job, JobState } from '../jobs.ts'

export interface JobRow {
  readonly n: number
  readonly id: string
  readonly queue: string
  readonly kind: string
  /** Empty for none. */
  readonly tenant: string
  readonly not_before: number | null
  readonly attempts: number | null
  readonly on_crash: 'retry' | 'fail' | null
  readonly state: JobState
  readonly since: number
  /** Its place in the queue: jobs of all tenants with a lower turn come first. */
  readonly turn: number
  readonly attempt: number
  readonly failures: number
  readonly crashes: number
  readonly reason: string | null
  readonly token: string | null
  /** Why it is to end, while it runs. */
  readonly cancelled: string | null
  /** The process that runs it. */
  readonly owner: string | null
  /** The last wake before it was started. */
  readonly wakes: number
}

export function jobOfRow(row: JobRow): Job {
  return {
    id: row.id,
    queue: row.queue,
    kind: row.kind,
    ...(row.tenant !== '' && { tenant: row.tenant }),
    ...(row.not_before !== null && { notBefore: row.not_before }),
    ...(row.attempts !== null && { attempts: row.attempts }),
    ...(row.on_crash !== null && { onCrash: row.on_crash }),
  }
}

export function viewOfRow(row: JobRow): JobView {
  return {
    job: jobOfRow(row),
    state: row.state,
    attempt: row.attempt,
    since: row.since,
    ...(row.reason !== null && { reason: row.reason }),
    ...(row.token !== null && { token: row.token }),
  }
}
