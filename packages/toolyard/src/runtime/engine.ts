/**
 * The engine of an installation, opened when it is first asked for: in Redis if one is set, in the database of the store, so that
 * the processes on it share it, or in memory.
 *
 * @module
 */
import {
  createMemoryEngine,
  type Engine,
  type JobNote,
  KeptWorkers,
  type Limits,
  type PlaceLimits,
  type QueueCounts,
  type Signs,
} from '../engine/index.ts'
import type { FleetEngine, RedisFacts } from '../engine/fleet/index.ts'
import type { SecretReader } from '../host/index.ts'
import { type Clock, createClock, settlesWithin, ToolyardError } from '../kernel/index.ts'
import type { Store } from '../store/index.ts'
import { fleetOf } from './fleet-identity.ts'
import type { EngineSettings } from './option-groups.ts'
import { sharedLimits } from './shared-limits.ts'
import { StoreSigns, storeTopic } from './store-signs.ts'

export interface InstallationEngine {
  /** Limits and streams of this process: at once, and without a file. */
  readonly here: Engine
  /** What calls are limited by: rates, budgets, and locks of what no machine has for itself hold in all processes that share the engine. */
  readonly limits: Limits
  /** Where jobs are kept. */
  readonly kind: EngineKind
  /** Jobs that outlive the process, as far as the store does. */
  readonly shared: () => Promise<Engine>
  /** Tell that something was written to the store, in whichever process. */
  readonly signs: Signs
  /** The workers of this process. */
  readonly workers: KeptWorkers
  /** Figures of all queues, some seconds old at most. Undefined if the engine does not answer; empty if none was opened. */
  readonly counts: () => Promise<readonly QueueCounts[] | undefined>
  /** How the Redis stands; undefined if there is none. */
  readonly examine: () => Promise<RedisFacts | undefined>
  /** Told of every job that ended here, and in a line of what people should know. Answers how to stop. */
  readonly follow: (listeners: EngineListeners) => () => void
  readonly close: () => Promise<void>
}

export type EngineKind = 'redis' | 'file' | 'postgres' | 'memory'

export interface EngineListeners {
  readonly job?: ((note: JobNote) => void) | undefined
  readonly notice?: ((line: string) => void) | undefined
}

export interface EngineParts {
  readonly store: Store
  readonly clock: Clock
  readonly settings?: { readonly concurrency: PlaceLimits } | undefined
  readonly secrets: SecretReader
  readonly workspace: string
  /** Told of what people should know, if no one follows. */
  readonly late: { readonly failed?: (error: unknown) => void }
}

const countsMs = 5000
/** A scrape does not wait for longer. */
const patienceMs = 1000

/** Throws `invalid_config` if jobs are to be shared and their rows are not. */
export function engineOf(given: EngineSettings = {}, parts: EngineParts): InstallationEngine {
  const { store, clock, settings, late } = parts
  const workers = new KeptWorkers(given)
  const here = workers.keep(
    createMemoryEngine({ clock, places: settings?.concurrency, jobs: jobLimits(given.quotas) }),
  )
  const notices = new Set<(line: string) => void>()
  const tell = (line: string): void => {
    for (const hear of notices) hear(line)
    if (notices.size === 0) late.failed?.(new ToolyardError('unavailable', line))
  }
  const kind = kindOf(store, given)
  if (kind === 'redis' && !store.durable) throw needsDatabase()
  let opened: Promise<Engine> | undefined
  let fleet: FleetEngine | undefined
  const open = async (): Promise<Engine> => {
    if (kind === 'redis') return workers.keep((fleet = await openRedis(given, parts, tell)))
    if (kind === 'postgres') return workers.keep(await openPostgres(store.address?.() ?? '', given))
    return workers.keep(await openFile(store.file ?? '', given))
  }
  let isClosed = false
  const shared = async (): Promise<Engine> => {
    if (kind === 'memory') return here
    if (isClosed) throw new ToolyardError('closed', 'Toolyard is closed')
    const opening = (opened ??= open())
    // What can't be opened now may be opened later.
    opening.catch(() => (opened = undefined))
    return opening
  }
  const signs = new StoreSigns(store, { here, shared })
  return {
    here,
    limits: kind === 'memory' ? here.limits : sharedLimits(here.limits, parts.workspace, shared),
    kind,
    shared,
    signs,
    workers,
    counts: cachedCounts(async () => {
      if (!opened && kind !== 'redis' && kind !== 'memory') return []
      return (await shared()).inspection.counts()
    }),
    examine: async () => {
      if (kind === 'redis') await shared()
      return fleet?.examine()
    },
    follow({ job, notice }) {
      const stop = job && workers.follow(job)
      if (notice) notices.add(notice)
      return () => {
        stop?.()
        if (notice) notices.delete(notice)
      }
    },
    async close() {
      await signs.close()
      isClosed = true
      await (await opened?.catch(() => undefined))?.close()
    },
  }
}

async function openFile(file: string, { quotas }: EngineSettings): Promise<Engine> {
  const { createSqliteEngine } = await import('../engine/sqlite/index.ts')
  const clock = createClock({ quiet: true })
  return createSqliteEngine({ file, clock, jobs: jobLimits(quotas), othersTopic: storeTopic })
}

async function openPostgres(url: string, { quotas }: EngineSettings): Promise<Engine> {
  const { createPostgresEngine } = await import('../engine/postgres/index.ts')
  return createPostgresEngine({ url, clock: createClock({ quiet: true }), jobs: jobLimits(quotas) })
}

function kindOf({ file, address }: Store, { redis }: EngineSettings): EngineKind {
  if (redis !== undefined) return 'redis'
  if (file !== undefined) return 'file'
  return address === undefined ? 'memory' : 'postgres'
}

async function openRedis(
  { redis = '', quotas }: EngineSettings,
  { store, secrets }: EngineParts,
  warn: (line: string) => void,
): Promise<FleetEngine> {
  const { url, prefix } = typeof redis === 'string' ? { url: redis, prefix: undefined } : redis
  const address = filledAddress(secrets, url)
  const { createFleetEngine } = await import('../engine/fleet/index.ts')
  return createFleetEngine({
    url: address,
    prefix,
    clock: createClock({ quiet: true }),
    database: await fleetOf(store),
    limits: jobLimits(quotas),
    warn,
  })
}

function filledAddress(secrets: SecretReader, url: string): string {
  const filled = secrets.fill(url, 'engine.redis')
  const address = URL.parse(filled)
  if (address === null || !['redis:', 'rediss:'].includes(address.protocol))
    throw new ToolyardError('invalid_config', 'engine.redis is no address of a Redis', {
      hint: 'Write it as redis://:PASSWORD@HOST:6379, or rediss://… for TLS.',
    })
  if (address.password !== '') secrets.hide(decodeURIComponent(address.password), 'engine.redis')
  return filled
}

type Quotas = NonNullable<EngineSettings['quotas']>

function jobLimits({ waiting, waitingPerPrincipal }: Quotas = {}): {
  readonly waiting?: number
  readonly waitingOfTenant?: number
} {
  return {
    ...(waiting !== undefined && { waiting }),
    ...(waitingPerPrincipal !== undefined && { waitingOfTenant: waitingPerPrincipal }),
  }
}

/** Asked once for all who come within some seconds. Never throws. */
function cachedCounts(
  count: () => Promise<readonly QueueCounts[]>,
): () => Promise<readonly QueueCounts[] | undefined> {
  let asked: { readonly at: number; readonly answer: Promise<readonly QueueCounts[] | undefined> } | undefined
  return async () => {
    if (!asked || performance.now() - asked.at > countsMs)
      asked = { at: performance.now(), answer: count().catch(() => undefined) }
    const { answer } = asked
    return (await settlesWithin(answer, patienceMs)) ? answer : undefined
  }
}

function needsDatabase(): ToolyardError {
  return new ToolyardError('invalid_config', 'engine.redis needs a database that all processes share', {
    hint: "Name one, such as database: 'postgres://…', or leave engine.redis out.",
  })
}

/** Without an engine that its processes share, jobs of a store that outlives them run where that is said. */
export function isWorking(store: Store, given: EngineSettings = {}): boolean {
  return given.work ?? (!store.durable || kindOf(store, given) !== 'memory')
}

/** Queues that are served if none is named; those of tools have to be. */
const usualQueues: readonly string[] = ['runs', 'calls', 'schedules']

/** Those of tools. */
export function toolQueues(queues: readonly string[] = []): readonly string[] {
  return queues.filter((queue) => !usualQueues.includes(queue))
}

export function servesQueue(queue: string, queues: readonly string[] = usualQueues): boolean {
  return queues.includes(queue)
}
