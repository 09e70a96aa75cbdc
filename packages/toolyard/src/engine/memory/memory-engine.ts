/**
 * The engine in memory: for one process, whose work ends with it.
 *
 * @module
 */
import type { Clock } from '../../kernel/index.ts'
import type { Engine } from '../engine.ts'
import type { PlaceLimits } from '../limits.ts'
import { type JobLimits, JobTable, usualJobs } from './job-table.ts'
import { Member, Members } from './members.ts'
import { MemoryBus, type StreamLimits, usualStreams } from './memory-bus.ts'
import { inspectionOf, jobsOf } from './memory-jobs.ts'
import { HeldLocks, MemoryLimits } from './memory-limits.ts'

export interface MemoryEngineOptions {
  readonly clock: Clock
  readonly places?: PlaceLimits | undefined
  readonly jobs?: Partial<JobLimits> | undefined
  readonly streams?: Partial<StreamLimits> | undefined
  /** How long a member may be silent. */
  readonly leaseMs?: number | undefined
}

/** Bus and limits that answer at once. */
export interface MemoryEngine extends Engine {
  readonly bus: MemoryBus
}

/** Several processes in one: what tests of every implementation need. */
export interface MemoryFleet {
  join(): MemoryEngine
  /** It does nothing until it is thawed; it has lost what it held if that is too long. */
  freeze(engine: Engine): void
  thaw(engine: Engine): void
  kill(engine: Engine): void
}

export const usualPlaces: PlaceLimits = { total: 64, perAgent: 16, queue: 1000 }
const usualLeaseMs = 10_000

export function createMemoryEngine(options: MemoryEngineOptions): MemoryEngine {
  return openFleet(options, { isAlone: true }).join()
}

export function createMemoryFleet(options: MemoryEngineOptions): MemoryFleet {
  return openFleet(options, { isAlone: false })
}

/** A process that is alone need not note which locks it holds: they end with it. */
function openFleet(options: MemoryEngineOptions, { isAlone }: { readonly isAlone: boolean }): MemoryFleet {
  const { clock, places = usualPlaces } = options
  const bus = new MemoryBus(clock, { ...usualStreams, ...options.streams })
  const table = new JobTable(clock, bus, { ...usualJobs, ...options.jobs })
  const limits = new MemoryLimits(clock)
  const members = new Members(clock, options.leaseMs ?? usualLeaseMs)
  const joined = new Map<Engine, { readonly member: Member; readonly locks: HeldLocks }>()
  members.onLost((member) => {
    limits.leases.lost(member)
    for (const other of joined.values()) if (other.member === member) other.locks.lost()
    table.lost(member)
  })
  const memberOf = (engine: Engine): Member => joined.get(engine)?.member ?? new Member()
  return {
    join() {
      const member = new Member()
      const locks = new HeldLocks()
      const jobs = jobsOf(table, member, clock)
      const engine: MemoryEngine = {
        jobs,
        bus,
        limits: isAlone ? limits.of(member, places) : locks.guard(limits.of(member, places)),
        inspection: inspectionOf(table),
        async close() {
          await jobs.close()
          limits.leases.lost(member)
          joined.delete(engine)
          if (joined.size === 0) table.close()
        },
      }
      joined.set(engine, { member, locks })
      return engine
    },
    freeze: (engine) => members.freeze(memberOf(engine)),
    thaw(engine) {
      memberOf(engine).thaw()
      for (const queue of table.workers.keys()) table.offer(queue)
    },
    kill: (engine) => members.kill(memberOf(engine)),
  }
}
