/**
 * What can happen to a job, as changes of its row and its stream.
 *
 * Every change by a worker is checked against process and attempt: one that has lost the job changes nothing.
 *
 * @module
 */
import type { Job, JobEnd } from '../jobs.ts'
import type { JobLimits } from '../memory/job-table.ts'
import type { StreamLimits } from '../memory/memory-bus.ts'
import type { JobRow } from './job-row.ts'
import { cancelSign, queueSign } from './signs.ts'
import { forgetEnded, writeEvent } from './streams.ts'
import { changeLater, giveSign, plainText, rowOf, rowsOf, type SqlValue, type Step } from './transaction.ts'

export interface JobRules {
  readonly jobs: JobLimits
  readonly streams: StreamLimits
}

/** One attempt of one process at one job. */
export interface Attempt {
  readonly id: string
  readonly owner: string
  readonly attempt: number
}

/** How an attempt ended, by itself. */
export type Outcome =
  | { readonly type: 'done'; readonly result: unknown }
  | { readonly type: 'park'; readonly token: string }
  | { readonly type: 'threw'; readonly reason: string; readonly backOffMs: number }

/** A change, and whether a stream has ended with it. */
export interface Changed {
  readonly isChanged: boolean
  readonly hasEnded: boolean
}

const unchanged: Changed = { isChanged: false, hasEnded: false }
const changed: Changed = { isChanged: true, hasEnded: false }
const ended: Changed = { isChanged: true, hasEnded: true }

/** Of its queue, its queue and its tenant: behind the tenant's own, and not behind all of the others. */
const turnOf = `(select max(turn) from (
  select coalesce(min(turn), 0) as turn from engine_jobs where queue = ? and state = 'waiting'
  union all
  select coalesce(max(turn) + 1, 0) from engine_jobs where queue = ? and tenant = ? and state = 'waiting') as turns)`

export function* submitJob(job: Job, now: number): Step<boolean> {
  const notBefore = job.notBefore === undefined ? null : Math.ceil(job.notBefore)
  const isDelayed = notBefore !== null && notBefore > now
  const tenant = job.tenant ?? ''
  const facts = [job.id, job.queue, job.kind, tenant, notBefore, job.attempts ?? null, job.onCrash ?? null]
  const row = yield* rowOf<{ old: number | null }>(
    `insert into engine_jobs (id, queue, kind, tenant, not_before, attempts, on_crash, state, since, due, turn,
       attempt, failures, crashes, wakes)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ${isDelayed ? 0 : turnOf}, 0, 0, 0, 0) on conflict (id) do nothing
     returning (select ended from engine_streams where id = ?) as old`,
    ...facts,
    ...([isDelayed ? 'delayed' : 'waiting', now, isDelayed ? notBefore : null] satisfies SqlValue[]),
    ...(isDelayed ? [] : [job.queue, job.queue, tenant]),
    job.id,
  )
  if (!row) return false
  // A stream of an earlier life of this id.
  if (row.old !== null) yield* forgetEnded(job.id)
  yield* giveSign(queueSign(job.queue))
  return true
}

export function* cancelJob(
  id: string,
  { reason, now, rules }: { readonly reason: string; readonly now: number; readonly rules: JobRules },
): Step<Changed & { readonly owner?: string | null }> {
  const row = yield* findJob(id)
  if (!row || isEnd(row.state)) return unchanged
  if (row.state !== 'running') return yield* endJob(row, { status: 'cancelled', reason, now, rules })
  yield* changeLater(
    'update engine_jobs set cancelled = coalesce(cancelled, ?) where id = ?',
    plainText(reason),
    id,
  )
  if (row.owner !== null) yield* giveSign(cancelSign(row.owner))
  return { ...changed, owner: row.owner }
}

/** The queues in which something waits because of it. */
export function* wakeJobs(token: string, now: number): Step<readonly string[]> {
  yield* noteWake(token)
  const rows = yield* rowsOf<JobRow>("select * from engine_jobs where token = ? and state = 'parked'", token)
  for (const row of rows) yield* enqueueJob(row, now)
  return [...new Set(rows.map(({ queue }) => queue))]
}

/** Starts anew what has ended without success. */
export function* retryJob(id: string, now: number): Step<string | undefined> {
  const row = yield* findJob(id)
  if (!row || !isEnd(row.state) || row.state === 'done') return undefined
  yield* enqueueJob(row, now)
  yield* changeLater('update engine_jobs set failures = 0, crashes = 0, reason = null where id = ?', id)
  return row.queue
}

export function* finishJob(
  { id, owner, attempt }: Attempt,
  { outcome, now, rules }: { readonly outcome: Outcome; readonly now: number; readonly rules: JobRules },
): Step<Changed> {
  const row = yield* findJob(id)
  if (row?.state !== 'running' || row.owner !== owner || row.attempt !== attempt) return unchanged
  if (outcome.type === 'done')
    return yield* endJob(row, { status: 'done', result: outcome.result, now, rules })
  if (row.cancelled !== null)
    return yield* endJob(row, { status: 'cancelled', reason: row.cancelled, now, rules })
  if (outcome.type === 'park') return yield* parkJob(row, outcome.token, now)
  const failures = row.failures + 1
  if (failures >= (row.attempts ?? 1))
    return yield* endJob(row, { status: 'failed', reason: outcome.reason, now, rules })
  yield* changeLater(
    `update engine_jobs set state = 'delayed', since = ?, due = ?, failures = ?, reason = ?, owner = null where id = ?`,
    now,
    Math.ceil(now + outcome.backOffMs),
    failures,
    plainText(outcome.reason),
    id,
  )
  yield* giveSign(queueSign(row.queue))
  return changed
}

/** Its process is gone. */
export function* crashedJob(row: JobRow, now: number, rules: JobRules): Step<Changed> {
  const reason = 'its worker died or was silent for too long'
  if (row.cancelled !== null)
    return yield* endJob(row, { status: 'cancelled', reason: row.cancelled, now, rules })
  if (row.on_crash !== 'retry' || row.crashes + 1 >= rules.jobs.crashes)
    return yield* endJob(row, { status: 'unknown', reason, now, rules })
  // Its turn is the one it had, so it comes first.
  yield* changeLater(
    `update engine_jobs set state = 'waiting', since = ?, crashes = crashes + 1, reason = ?, owner = null where id = ?`,
    now,
    reason,
    row.id,
  )
  yield* giveSign(queueSign(row.queue))
  return changed
}

/** Moves what is due into the queues; answers when the next is. */
export function* dueJobs(now: number): Step<number | undefined> {
  const first = yield* nextDue()
  if (first === undefined || first > now) return first
  const rows = yield* rowsOf<JobRow>(
    "select * from engine_jobs where state = 'delayed' and due <= ? order by due, n",
    now,
  )
  for (const row of rows) yield* enqueueJob(row, now)
  return yield* nextDue()
}

/** When the next job that is delayed is due, in wall time. */
export function* nextDue(): Step<number | undefined> {
  const next = yield* rowOf<{ due: number | null }>(
    "select min(due) as due from engine_jobs where state = 'delayed'",
  )
  return next?.due ?? undefined
}

/** At least the first of those that wait, of tenants that may have one more; about as many as are wanted. */
export function* firstWaiting(
  queue: string,
  { without = [], wanted = 1 }: { readonly without?: readonly string[]; readonly wanted?: number } = {},
): Step<{ readonly rows: readonly JobRow[]; readonly areAll: boolean }> {
  const others = without.map(() => '?').join(', ')
  const rule = without.length === 0 ? '' : `and tenant not in (${others})`
  // Few numbers, so that there are few statements.
  const limit = [1, 10].find((number) => number >= wanted) ?? 100
  const rows = yield* rowsOf<JobRow>(
    `select * from engine_jobs where queue = ? and state = 'waiting' ${rule} order by turn, n limit ${limit}`,
    queue,
    ...without,
  )
  return { rows, areAll: rows.length < limit }
}

export function* startJob(row: JobRow, owner: string, now: number): Step<void> {
  yield* changeLater(
    `update engine_jobs set state = 'running', since = ?, owner = ?, attempt = attempt + 1, cancelled = null,
       wakes = coalesce((select max(n) from engine_wakes), 0) where id = ?`,
    now,
    owner,
    row.id,
  )
}

export function findJob(id: string): Step<JobRow | undefined> {
  return rowOf('select * from engine_jobs where id = ?', id)
}

/** Drops jobs that ended long ago, and the oldest beyond the number; answers how many are kept. */
export function* pruneJobs({ ended: most, keepMs }: JobLimits, now: number): Step<number> {
  yield* changeLater('delete from engine_jobs where ended < ?', now - keepMs)
  const kept = yield* rowOf<{ count: number }>(
    'select count(*) as count from engine_jobs where ended is not null',
  )
  const count = kept?.count ?? 0
  if (count <= most) return count
  const surplus = count - Math.floor((most * 7) / 8)
  yield* changeLater(
    `delete from engine_jobs where n in
       (select n from engine_jobs where ended is not null order by ended, n limit ?)`,
    surplus,
  )
  return count - surplus
}

function isEnd(state: JobRow['state']): state is JobEnd {
  return state === 'done' || state === 'failed' || state === 'cancelled' || state === 'unknown'
}

function* enqueueJob({ id, queue, tenant }: JobRow, now: number): Step<void> {
  yield* changeLater(
    `update engine_jobs set state = 'waiting', since = ?, turn = ${turnOf}, due = null, ended = null, token = null,
       cancelled = null, owner = null where id = ?`,
    ...([now, queue, queue, tenant, id] satisfies SqlValue[]),
  )
  yield* giveSign(queueSign(queue))
}

/** Unless it was woken while it ran. */
function* parkJob(row: JobRow, token: string, now: number): Step<Changed> {
  const wake = yield* rowOf('select n from engine_wakes where token = ? and n > ? limit 1', token, row.wakes)
  if (wake) yield* enqueueJob(row, now)
  else
    yield* changeLater(
      "update engine_jobs set state = 'parked', since = ?, token = ?, owner = null where id = ?",
      now,
      token,
      row.id,
    )
  return changed
}

/** For jobs that run and park later. A wake from before all of them began concerns none. */
function* noteWake(token: string): Step<void> {
  const running = yield* rowOf<{ first: number | null }>(
    "select min(wakes) as first from engine_jobs where state = 'running'",
  )
  const first = running?.first ?? undefined
  if (first === undefined) yield* changeLater('delete from engine_wakes')
  else yield* changeLater('delete from engine_wakes where n <= ?', first)
  if (first !== undefined) yield* changeLater('insert into engine_wakes (token) values (?)', token)
}

function* endJob(
  row: JobRow,
  end: {
    readonly status: JobEnd
    readonly reason?: string
    readonly result?: unknown
    readonly now: number
    readonly rules: JobRules
  },
): Step<Changed> {
  const { status, now, rules } = end
  const reason = end.reason === undefined ? null : plainText(end.reason)
  yield* changeLater(
    'update engine_jobs set state = ?, since = ?, ended = ?, due = null, token = null, owner = null, reason = ? where id = ?',
    status,
    now,
    now,
    reason,
    row.id,
  )
  const data = status === 'done' ? end.result : (reason ?? undefined)
  yield* writeEvent({ id: row.id, attempt: row.attempt, data, status, now }, rules.streams)
  return ended
}
