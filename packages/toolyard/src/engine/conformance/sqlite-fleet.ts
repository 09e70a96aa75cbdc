/** Several engines on one SQLite file, each with a connection of its own, that freeze and die as processes do. */
import type { SuiteTest } from '../../kernel/conformance/index.ts'
import type { Clock } from '../../kernel/index.ts'
import { freshFile } from '../../store/conformance/index.ts'
import type { Fleet, FleetLimits } from './fleet.ts'
import { createDatabaseEngine } from '../database/database-engine.ts'
import type { EngineDatabase } from '../database/transaction.ts'
import type { Engine } from '../engine.ts'
import { usualStreams } from '../memory/memory-bus.ts'
import { openSqliteFile } from '../sqlite/sqlite-file.ts'

export interface SqliteFleetOptions {
  readonly clock: Clock
  readonly leaseMs: number
  readonly limits: FleetLimits
}

type FleetPart = Pick<Fleet, 'join' | 'freeze' | 'thaw' | 'kill'>

export function createSqliteFleet(
  test: SuiteTest,
  { clock, leaseMs, limits }: SqliteFleetOptions,
): FleetPart {
  const file = freshFile(test)
  const { waitingJobs, waitingOfTenant, streamEvents, endedStreams, keepMs } = limits
  const places = new Map<Engine, FrozenPlace>()
  return {
    async join() {
      const place = new FrozenPlace()
      const database = await openSqliteFile(file, { clock: place.clock(clock) })
      test.after(() => database.close())
      const engine = createDatabaseEngine(place.database(database), {
        clock: place.clock(clock),
        leaseMs,
        jobs: {
          ...(waitingJobs !== undefined && { waiting: waitingJobs }),
          ...(waitingOfTenant !== undefined && { waitingOfTenant }),
        },
        streams: {
          ...(streamEvents !== undefined && { each: { ...usualStreams.each, events: streamEvents } }),
          ...(endedStreams !== undefined && { ended: endedStreams }),
          ...(keepMs !== undefined && { keepMs }),
        },
      })
      places.set(engine, place)
      return engine
    },
    freeze: (engine) => places.get(engine)?.freeze(),
    thaw: (engine) => places.get(engine)?.thaw(),
    kill: (engine) => places.get(engine)?.freeze(),
  }
}

/** Stands between an engine and the world: while it is frozen, nothing comes in or goes out. */
class FrozenPlace {
  #frozen: PromiseWithResolvers<void> | undefined

  freeze(): void {
    this.#frozen ??= Promise.withResolvers()
  }

  thaw(): void {
    this.#frozen?.resolve()
    this.#frozen = undefined
  }

  clock(clock: Clock): Clock {
    return {
      ...clock,
      after: (ms, fire, now) => clock.after(ms, () => this.#when(fire), now),
    }
  }

  database(database: EngineDatabase): EngineDatabase {
    return {
      location: database.location,
      change: async (step, options) => {
        await this.#frozen?.promise
        const answer = await database.change(step, options)
        await this.#frozen?.promise
        return answer
      },
      read: (step) => this.#frozen?.promise.then(() => database.read(step)) ?? database.read(step),
      onOthers: (listener) => database.onOthers((signs) => this.#when(() => listener(signs))),
      expect: () => database.expect(),
      close: () => database.close(),
    }
  }

  #when(fire: () => void): void {
    if (this.#frozen) void this.#frozen.promise.then(fire)
    else fire()
  }
}
