/**
 * What people see of the jobs in a database.
 *
 * @module
 */
import type { Inspection, JobFilter, QueueCounts } from '../inspection.ts'
import type { JobState } from '../jobs.ts'
import { type JobRow, viewOfRow } from './job-row.ts'
import { type EngineDatabase, rowsOf, type SqlValue, type Step } from './transaction.ts'

const defaultLimit = 100

interface StateRow {
  readonly queue: string
  readonly state: JobState
  readonly count: number
  readonly oldest: number
}

interface WorkerRow {
  readonly queue: string
  readonly count: number
}

export function inspectionOf(database: EngineDatabase, retry: (id: string) => Promise<boolean>): Inspection {
  return {
    list: async (filter) => (await database.read(() => listJobs(filter))).map(viewOfRow),
    retry,
    counts: async () => database.read(countJobs),
  }
}

function* listJobs({ limit = defaultLimit, ...filter }: JobFilter): Step<readonly JobRow[]> {
  const facts = Object.entries(filter).filter((fact): fact is [string, string] => fact[1] !== undefined)
  const rules = facts.map(([name]) => `${columns[name as keyof typeof columns]} = ?`)
  const where = rules.length === 0 ? '' : `where ${rules.join(' and ')}`
  const values: SqlValue[] = [...facts.map(([, value]) => value), limit]
  return yield* rowsOf<JobRow>(`select * from engine_jobs ${where} order by n limit ?`, ...values)
}

const columns = { queue: 'queue', state: 'state', tenant: 'tenant', id: 'id' } as const

function* countJobs(): Step<readonly QueueCounts[]> {
  const rows = yield* rowsOf<StateRow>(
    'select queue, state, count(*) as count, min(since) as oldest from engine_jobs group by queue, state',
  )
  const workers = yield* rowsOf<WorkerRow>(
    'select queue, count(*) as count from engine_workers group by queue',
  )
  const queues = new Set([...rows, ...workers].map(({ queue }) => queue))
  return [...queues].map((queue) => countsOf(queue, rows, workers))
}

function countsOf(queue: string, rows: readonly StateRow[], workers: readonly WorkerRow[]): QueueCounts {
  const of = (state: JobState): StateRow | undefined =>
    rows.find((row) => row.queue === queue && row.state === state)
  const count = (state: JobState): number => of(state)?.count ?? 0
  const oldest = of('waiting')?.oldest
  return {
    queue,
    waiting: count('waiting'),
    delayed: count('delayed'),
    running: count('running'),
    parked: count('parked'),
    failed: count('failed') + count('unknown'),
    workers: workers.find((row) => row.queue === queue)?.count ?? 0,
    ...(oldest !== undefined && { oldest }),
  }
}
