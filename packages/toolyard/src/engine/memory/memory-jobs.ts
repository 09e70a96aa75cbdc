/**
 * Jobs and their inspection, as one member sees them.
 *
 * @module
 */
import { type Clock, ToolyardError } from '../../kernel/index.ts'
import type { Inspection, JobFilter, QueueCounts } from '../inspection.ts'
import type { Jobs, JobState, JobWorker } from '../jobs.ts'
import { type JobEntry, type MemoryWorker, viewOf } from './job-entry.ts'
import type { JobTable } from './job-table.ts'
import type { Member } from './members.ts'
import { MemoryRate } from './memory-rate.ts'

const defaultLimit = 100

export interface MemberJobs extends Jobs {
  close(): Promise<void>
}

export function jobsOf(table: JobTable, member: Member, clock: Clock): MemberJobs {
  const workers = new Set<JobWorker>()
  let isClosed = false
  const requireOpen = (): void => {
    if (isClosed) throw new ToolyardError('closed', 'the engine is closed')
  }
  return {
    async submit(job) {
      requireOpen()
      return table.submit(job)
    },
    cancel: async (id, reason) => table.cancel(id, reason),
    wake: async (token) => table.wake(token),
    async work(queue, options, handler) {
      requireOpen()
      const rate =
        options.perMinute === undefined ? undefined : new MemoryRate(options.perMinute, clock.now())
      const worker: MemoryWorker = {
        queue,
        member,
        handler,
        options,
        rate,
        running: new Map(),
        isDraining: false,
        isHeld: false,
        onIdle: undefined,
      }
      const own = { drain: () => drain(table, worker) }
      workers.add(own)
      table.add(worker)
      return own
    },
    async close() {
      isClosed = true
      await Promise.all([...workers].map((worker) => worker.drain()))
    },
  }
}

async function drain(table: JobTable, worker: MemoryWorker): Promise<void> {
  worker.isDraining = true
  if (worker.running.size > 0) {
    const idle = Promise.withResolvers<void>()
    const before = worker.onIdle
    worker.onIdle = () => {
      before?.()
      idle.resolve()
    }
    await idle.promise
  }
  table.remove(worker)
}

export function inspectionOf(table: JobTable): Inspection {
  return {
    async list({ limit = defaultLimit, ...filter }) {
      const found: JobEntry[] = []
      for (const entry of table.entries.values()) {
        if (found.length >= limit) break
        if (fits(entry, filter)) found.push(entry)
      }
      return found.map(viewOf)
    },
    retry: async (id) => table.retry(id),
    async counts() {
      const queues = Map.groupBy(table.entries.values(), ({ job }) => job.queue)
      const names = new Set([...queues.keys(), ...table.workers.keys()])
      return [...names].map((queue) => countsOf(queue, queues.get(queue) ?? [], table))
    },
  }
}

function fits({ job, state }: JobEntry, filter: Omit<JobFilter, 'limit'>): boolean {
  return (
    (filter.id === undefined || job.id === filter.id) &&
    (filter.queue === undefined || job.queue === filter.queue) &&
    (filter.state === undefined || state === filter.state) &&
    (filter.tenant === undefined || job.tenant === filter.tenant)
  )
}

function countsOf(queue: string, entries: readonly JobEntry[], table: JobTable): QueueCounts {
  const count = (...states: JobState[]): number =>
    entries.filter(({ state }) => states.includes(state)).length
  const oldest = entries.reduce(
    (least, { state, since }) => (state === 'waiting' ? Math.min(least, since) : least),
    Infinity,
  )
  return {
    queue,
    waiting: count('waiting'),
    delayed: count('delayed'),
    running: count('running'),
    parked: count('parked'),
    failed: count('failed', 'unknown'),
    workers: [...(table.workers.get(queue) ?? [])].filter(({ member }) => member.isWell).length,
    ...(oldest < Infinity && { oldest }),
  }
}
