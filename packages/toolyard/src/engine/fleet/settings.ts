/**
 * What a fleet can be told, and what it uses otherwise.
 *
 * @module
 */
import type { Clock } from '../../kernel/index.ts'
import type { PlaceLimits } from '../limits.ts'

/** Bounds that hold inside Redis. Every process of a fleet has the same. */
export interface FleetLimitsInRedis {
  /** A process that is silent for longer has lost what it held. */
  readonly leaseMs: number
  /** Jobs that may wait; more are refused with `busy`. */
  readonly waiting: number
  /** Those of one tenant that may wait in one queue. */
  readonly waitingOfTenant: number
  /** How long and how many jobs are known after their end. */
  readonly keepJobsMs: number
  readonly endedJobs: number
  /** How often a job may lose its worker until it counts as the cause. */
  readonly crashes: number
  readonly firstRetryMs: number
  readonly longestRetryMs: number
  /** What is kept of one stream: events, and characters. */
  readonly events: number
  readonly size: number
  /** How long a stream is kept after its end; how many that have ended, and how much of them. */
  readonly keepMs: number
  readonly ended: number
  readonly endedSize: number
}

export interface FleetOptions {
  /** Such as `redis://:password@host:6379/0`, or `rediss://…` for TLS. */
  readonly url: string
  readonly clock: Clock
  /** Keeps two fleets on one Redis apart; `toolyard` by default. */
  readonly prefix?: string | undefined
  /** The id of the database that has the rows of its jobs: a prefix belongs to one. */
  readonly database?: string | undefined
  readonly places?: PlaceLimits | undefined
  readonly limits?: Partial<FleetLimitsInRedis> | undefined
  /** How long a caller waits for Redis until it is told that it is away. */
  readonly patienceMs?: number | undefined
  /** How long a worker tries to tell what a job says and how it ended, while Redis is away. Then the job is given up. */
  readonly awayMs?: number | undefined
  /** One line for people: what is odd in Redis, and what a worker refuses. */
  readonly warn?: ((line: string) => void) | undefined
}

/** Grows when jobs are written in another form. A worker leaves newer ones to workers that know them. */
export const jobFormat = 1

export const usualPatienceMs = 5000
export const usualAwayMs = 60_000
export const usualPlaces: PlaceLimits = { total: 64, perAgent: 16, queue: 1000 }

export const usualLimits: FleetLimitsInRedis = {
  leaseMs: 8000,
  waiting: 100_000,
  waitingOfTenant: 1_000_000_000,
  keepJobsMs: 3_600_000,
  endedJobs: 10_000,
  crashes: 3,
  firstRetryMs: 1000,
  longestRetryMs: 60_000,
  events: 50_000,
  size: 40_000_000,
  keepMs: 5 * 60_000,
  ended: 10_000,
  endedSize: 256_000_000,
}
