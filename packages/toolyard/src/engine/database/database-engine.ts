/**
 * The engine over a database: work, streams and limits that outlive their processes and are shared by them.
 *
 * @module
 */
import type { Clock } from '../../kernel/index.ts'
import type { Engine } from '../engine.ts'
import type { PlaceLimits } from '../limits.ts'
import { type JobLimits, usualJobs } from '../memory/job-table.ts'
import { type StreamLimits, usualStreams } from '../memory/memory-bus.ts'
import { usualPlaces } from '../memory/memory-engine.ts'
import { MemoryPlaces } from '../memory/memory-places.ts'
import { DatabaseBus } from './database-bus.ts'
import { inspectionOf } from './database-inspection.ts'
import { DatabaseJobs } from './database-jobs.ts'
import { DatabaseLimits } from './database-limits.ts'
import { Membership } from './membership.ts'
import { Signals } from './signals.ts'
import { topicsSign } from './signs.ts'
import { takeBack } from './take-back.ts'
import { Topics } from './topics.ts'
import type { EngineDatabase } from './transaction.ts'
import { isUnavailable } from './unavailable.ts'

export interface DatabaseEngineOptions {
  readonly clock: Clock
  /** How long a process may be silent until others take what it held. */
  readonly leaseMs?: number | undefined
  readonly places?: PlaceLimits | undefined
  readonly jobs?: Partial<JobLimits> | undefined
  readonly streams?: Partial<StreamLimits> | undefined
  /** The topic that is told when others have written to the database, whatever it was. */
  readonly othersTopic?: string | undefined
}

export const usualLeaseMs = 10_000
/** How often what is old is looked for. */
const pruneMs = 60_000
/** On a disk there is more room than in memory. */
const keptStreams = { each: { events: 50_000, size: 16_000_000 }, endedSize: 64_000_000 }

export function createDatabaseEngine(database: EngineDatabase, options: DatabaseEngineOptions): Engine {
  const { clock, leaseMs = usualLeaseMs, places = usualPlaces, othersTopic } = options
  const streams: StreamLimits = { ...usualStreams, ...keptStreams, ...options.streams }
  const rules = { jobs: { ...usualJobs, ...options.jobs }, streams }
  const signals = new Signals()
  const topics = new Topics(database, clock)
  const bus = new DatabaseBus({ database, clock, signals, topics, limits: streams })
  const look = (signs?: ReadonlySet<string>): void => {
    if (signs) for (const sign of signs) signals.give(sign)
    else signals.giveAll()
    if (signs?.has(topicsSign) !== false) void topics.look()
    // A database that is away is told to those who use it.
    void jobs.look(signs).catch(() => {})
  }
  const membership = new Membership({
    database,
    clock,
    leaseMs,
    takeBack: (process) => takeBack(process, clock.wall(), rules),
    tookBack: () => look(),
  })
  const jobs = new DatabaseJobs({ database, clock, signals, bus, membership, rules })
  const limits = new DatabaseLimits({
    database,
    clock,
    signals,
    membership,
    places: new MemoryPlaces(places),
  })
  database.onOthers(() => {
    look()
    if (othersTopic !== undefined) topics.tell(othersTopic, null)
  })
  const prunes = pruneNowAndThen(clock, async () => {
    await topics.prune()
    await bus.prune()
    await jobs.prune()
    await limits.prune()
  })
  const closeAll = async (): Promise<void> => {
    prunes.stop()
    try {
      await jobs.close()
      await membership.close()
    } catch (error) {
      // What this process held is taken by others after its lease.
      if (!isUnavailable(error)) throw error
    } finally {
      await database.close()
    }
  }
  let closing: Promise<void> | undefined
  return {
    jobs,
    bus,
    limits,
    inspection: inspectionOf(database, (id) => jobs.retry(id)),
    close: () => (closing ??= closeAll()),
  }
}

function pruneNowAndThen(clock: Clock, prune: () => Promise<void>): { stop(): void } {
  let deadline: { cancel(): void }
  const plan = (): void => {
    deadline = clock.after(pruneMs, () => {
      plan()
      // The next one tries again.
      prune().catch(() => {})
    })
  }
  plan()
  return { stop: () => deadline.cancel() }
}
