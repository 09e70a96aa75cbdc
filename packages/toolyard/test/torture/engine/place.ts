/** Where an engine lives while it is tried: a file of one machine, a PostgreSQL, or a Redis. Its address is all that a process needs to join. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Engine } from '../../../src/engine/engine.ts'
import { Postgres } from '../../helpers/postgres.ts'
import { RedisServer } from '../../helpers/redis.ts'
import { type EngineTerms, openEngine } from './open-engine.ts'

export const placeKinds = ['embedded', 'postgres', 'fleet'] as const
export type PlaceKind = (typeof placeKinds)[number]

export interface Place extends AsyncDisposable {
  readonly kind: PlaceKind
  /** For logs and databases of the gate. */
  readonly folder: string
  /** Of the engine. */
  readonly address: string
  /** The address of its store, opened when it is first asked for. A fleet has its rows in PostgreSQL, as its servers share them. */
  readonly database: () => Promise<string>
  /** Of a fleet. */
  readonly redis?: RedisServer
  readonly postgres?: Postgres
  /** An engine in this process, closed with the place. */
  open(terms?: Partial<EngineTerms>): Promise<Engine>
}

export async function openPlace(kind: PlaceKind): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-torture-'))
  const redis = kind === 'fleet' ? await RedisServer.start() : undefined
  const postgres = kind === 'postgres' ? await Postgres.start() : undefined
  const own = postgres ? await postgres.createDatabase() : `sqlite:${join(folder, 'yard.db')}`
  const address = redis?.url ?? own
  const opened: Engine[] = []
  let beside: Promise<Postgres> | undefined
  return {
    kind,
    folder,
    address,
    database: async () => (redis ? (await (beside ??= Postgres.start())).url('postgres') : own),
    ...(redis && { redis }),
    ...(postgres && { postgres }),
    async open(terms) {
      const engine = await openEngine({ address, ...terms })
      opened.push(engine)
      return engine
    },
    async [Symbol.asyncDispose]() {
      for (const engine of opened) await letGo(engine)
      await redis?.[Symbol.asyncDispose]()
      await (await beside)?.[Symbol.asyncDispose]()
      await postgres?.[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A gate that failed may have left jobs that never end. */
async function letGo(engine: Engine): Promise<void> {
  if ('abandon' in engine && typeof engine.abandon === 'function') (engine.abandon as () => void)()
  else await Promise.race([engine.close(), new Promise((resolve) => setTimeout(resolve, 2000).unref())])
}
