/**
 * The engine of a fleet: many processes and machines that share one Redis.
 *
 * @module
 */
import { ToolyardError } from '../../kernel/index.ts'
import type { Engine } from '../engine.ts'
import { checkRedis, type RedisFacts, redisVersion } from './check-redis.ts'
import { FleetBus } from './fleet-bus.ts'
import { fleetInspection } from './fleet-inspection.ts'
import { FleetJobs } from './fleet-jobs.ts'
import { FleetLimits } from './fleet-limits.ts'
import { FleetMember } from './fleet-member.ts'
import { loadRedis } from './load-redis.ts'
import { scriptsFor } from './lua/scripts.ts'
import { RedisLink } from './redis-link.ts'
import { type FleetOptions, usualAwayMs, usualLimits, usualPatienceMs, usualPlaces } from './settings.ts'

export interface FleetEngine extends Engine {
  /** How its Redis stands. Throws `unavailable`. */
  examine(): Promise<RedisFacts>
  /** Lets go of everything now, as a crash does: others take over when the lease has ended. */
  abandon(): void
}

/** Resolves when this process has joined. Throws `unavailable` if Redis or its client is not there, `invalid_config` if it can't carry a fleet. */
export async function createFleetEngine(options: FleetOptions): Promise<FleetEngine> {
  const { url, clock, prefix = 'toolyard', patienceMs = usualPatienceMs, warn = () => {} } = options
  const { awayMs = usualAwayMs } = options
  const limits = { ...usualLimits, ...options.limits }
  const link = new RedisLink(await loadRedis(), {
    url,
    prefix,
    patienceMs,
    warn,
    scripts: scriptsFor(limits),
  })
  const member = new FleetMember({ link, clock, warn, leaseMs: limits.leaseMs, awayMs })
  const jobs = new FleetJobs(member)
  const bus = new FleetBus(member)
  const held = new FleetLimits(member, options.places ?? usualPlaces)
  const abandon = (): void => {
    member.stop()
    jobs.abandon()
    bus.close()
    link.close()
  }
  try {
    await link.open()
    if (options.database !== undefined) await claim(link, prefix, options.database)
    await member.join()
  } catch (error) {
    abandon()
    throw error
  }
  return {
    jobs,
    bus,
    limits: held,
    inspection: fleetInspection(link),
    abandon,
    examine: () => examine(link),
    async close() {
      await jobs.close()
      await member.leave()
      abandon()
    },
  }
}

/** Two fleets under one prefix would take each other's jobs, and find no rows for them. */
async function claim(link: RedisLink, prefix: string, database: string): Promise<void> {
  if ((await link.run('claim', database)) === 1) return
  throw new ToolyardError(
    'invalid_config',
    `this Redis carries the jobs of another database under the prefix "${prefix}"`,
    {
      hint: `Give one of the two another prefix: engine: { redis: { url, prefix } }. If that database is gone for good, run "redis-cli del '${link.prefix}database'".`,
    },
  )
}

async function examine(link: RedisLink): Promise<RedisFacts> {
  const info = await link.info()
  const began = performance.now()
  await link.publish('ping', '')
  return { version: redisVersion(info), findings: checkRedis(info), latencyMs: performance.now() - began }
}
