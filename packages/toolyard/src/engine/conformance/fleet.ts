/** What a suite needs of an implementation: several processes that share one engine, and their troubles. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TestContext } from 'node:test'
import type { Awaitable } from '../../store/index.ts'
import type { StreamEvent } from '../bus.ts'
import type { Engine } from '../engine.ts'
import type { Job } from '../jobs.ts'

export interface Fleet {
  /** One more process. */
  join(): Awaitable<Engine>
  /** As SIGSTOP and SIGCONT do. */
  freeze(engine: Engine): Awaitable<void>
  thaw(engine: Engine): Awaitable<void>
  /** As SIGKILL does. */
  kill(engine: Engine): Awaitable<void>
  /** Lets so much time pass; resolves when what was due has happened. */
  pass(ms: number): Promise<void>
  now(): number
  wall(): number
  /** A silent process has lost what it held after this. */
  readonly leaseMs: number
}

/** Smaller than usual, so that a test can reach them. */
export interface FleetLimits {
  readonly waitingJobs?: number
  readonly streamEvents?: number
  readonly endedStreams?: number
  readonly keepMs?: number
}

export type OpensFleet = (test: TestContext, limits?: FleetLimits) => Awaitable<Fleet>

/** Lets everything happen that can happen now. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await nextTurn()
}

export function jobOf(id: string, facts: Partial<Job> = {}): Job {
  return { id, queue: 'calls', kind: 'test', ...facts }
}

/** Everything to the final event. */
export async function readAll(engine: Engine, id: string, after?: number): Promise<StreamEvent[]> {
  const events: StreamEvent[] = []
  // One that never ends fails by what is missing.
  for await (const event of engine.bus.watch(id, after, AbortSignal.timeout(20_000))) events.push(event)
  return events
}

/** What a reader sees, briefly: `1 a`, `2 end done`. */
export function told(events: readonly StreamEvent[]): string[] {
  return events.map((event) => {
    if (event.type === 'missed') return `${event.sequence} missed ${event.count}`
    const data = event.data === undefined ? [] : [`${event.data as string | number}`]
    return [event.sequence, ...(event.type === 'end' ? ['end', event.status] : []), ...data].join(' ')
  })
}

/** A handler whose end the test decides. */
export function gate<T = void>(): PromiseWithResolvers<T> {
  return Promise.withResolvers<T>()
}

/** Waits for a sign, not for a time. */
export async function until(isSo: () => Awaitable<boolean>): Promise<void> {
  for (let turn = 0; !(await isSo()); turn++) {
    if (turn > 10_000) throw new Error('it did not come to be so')
    await nextTurn()
  }
}
