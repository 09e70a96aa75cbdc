/**
 * What becomes of the things that a process held when it is gone.
 *
 * @module
 */
import type { JobRow } from './job-row.ts'
import { crashedJob, type JobRules } from './job-steps.ts'
import { freeLocks } from './lock-steps.ts'
import { changeLater, rowsOf, type Step } from './transaction.ts'

export function* takeBack(process: string, now: number, rules: JobRules): Step<void> {
  const rows = yield* rowsOf<JobRow>(
    "select * from engine_jobs where owner = ? and state = 'running' order by n",
    process,
  )
  for (const row of rows) yield* crashedJob(row, now, rules)
  yield* freeLocks(process)
  yield* changeLater('update engine_leases set process = null where process = ?', process)
  yield* changeLater('delete from engine_workers where process = ?', process)
}
