/** Opens an engine by its address, in whichever process. */
import type { Engine } from '../../../src/engine/engine.ts'
import { createFleetEngine } from '../../../src/engine/fleet/fleet-engine.ts'
import { createPostgresEngine } from '../../../src/engine/postgres/index.ts'
import { createSqliteEngine } from '../../../src/engine/sqlite/index.ts'
import { createClock } from '../../../src/kernel/index.ts'

export interface EngineTerms {
  /** `sqlite:FILE`, `postgres://…` or `redis://…`. */
  readonly address: string
  readonly leaseMs?: number | undefined
  /** How long a caller waits for the server until it is told. */
  readonly patienceMs?: number | undefined
  /** How many jobs are known after their end. */
  readonly ended?: number | undefined
  readonly warn?: ((line: string) => void) | undefined
}

/** Workers are killed here without end, and that is never the job's fault. */
const crashes = 10_000
const waiting = 200_000
/** On a busy machine a first connection takes seconds. */
const usualPatienceMs = 20_000

export function openEngine(terms: EngineTerms): Promise<Engine> {
  const { address, leaseMs, ended = 10_000, patienceMs = usualPatienceMs, warn } = terms
  const clock = createClock()
  const jobs = { waiting, ended, crashes }
  if (address.startsWith('sqlite:'))
    return createSqliteEngine({ file: address.slice('sqlite:'.length), clock, leaseMs, jobs })
  if (address.startsWith('postgres:'))
    return createPostgresEngine({ url: address, clock, leaseMs, patienceMs, jobs })
  return createFleetEngine({
    url: address,
    clock,
    patienceMs,
    limits: { waiting, endedJobs: ended, ended, crashes, ...(leaseMs !== undefined && { leaseMs }) },
    warn,
  })
}
