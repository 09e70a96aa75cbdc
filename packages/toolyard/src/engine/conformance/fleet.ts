/** What a suite needs of an implementation: several processes that share one engine, and their troubles. */
import type { SuiteTest } from '../../kernel/conformance/index.ts'
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
  /** Lets everything happen that can happen now. With a server between, it waits a little in real time. */
  settle(): Promise<void>
  /** Lets so much time pass; resolves when what was due has happened. Tests pass seconds and a few leases, never minutes. */
  pass(ms: number): Promise<void>
  now(): number
  wall(): number
  /** A silent process has lost what it held after this. A fleet in real time has a short one, about a second. */
  readonly leaseMs: number
}

/** Smaller than usual, so that a test can reach them. */
export interface FleetLimits {
  readonly waitingJobs?: number
  /** Of one tenant in one queue. */
  readonly waitingOfTenant?: number
  readonly streamEvents?: number
  readonly endedStreams?: number
  readonly keepMs?: number
}

/** What it opens, it closes with `test.after`. */
export type OpensFleet = (test: SuiteTest, limits?: FleetLimits) => Awaitable<Fleet>

export function jobOf(id: string, facts: Partial<Job> = {}): Job {
  return { id, queue: 'calls', kind: 'test', ...facts }
}

/** Everything to the final event. */
export async function readAll(engine: Engine, id: string, after?: number): Promise<StreamEvent[]> {
  const events: StreamEvent[] = []
  // One that never ends fails by what is missing.
  for await (const event of engine.bus.watch(id, after, AbortSignal.timeout(patienceMs))) events.push(event)
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

/** Guards against a hang: a sign that has not come by then does not come. */
const patienceMs = 30_000

/** Waits for a sign, not for a time. */
export async function until(fleet: Fleet, isSo: () => Awaitable<boolean>): Promise<void> {
  await turnUntil(isSo, () => fleet.settle())
}

/** The same for what comes with time. */
export async function passUntil(fleet: Fleet, isSo: () => Awaitable<boolean>, stepMs = 500): Promise<void> {
  await turnUntil(isSo, () => fleet.pass(stepMs))
}

async function turnUntil(isSo: () => Awaitable<boolean>, turn: () => Promise<void>): Promise<void> {
  const end = performance.now() + patienceMs
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error('it did not come to be so')
    await turn()
  }
}
