/**
 * `Limits`: who may do what at the same time, and how often.
 *
 * Locks, rates and places answer at once if nothing is in the way and no network is between; callers look whether they got a
 * promise. Promised by every implementation:
 * - Locks: first come, first served for each key; readers share, a writer is alone; one owner never waits for itself; several
 *   keys are taken in one order, so that two owners can't wait for each other. What a dead process held is free after its lease.
 * - Rates: a bucket that fills evenly, one for a key, shared by all callers.
 * - Budgets: so many in all for a key, in all processes together. What is used is remembered for a month after the last one.
 * - Leases: one holder at a time. It is kept up by itself while the process is well; a process that dies or is silent for too
 *   long loses it, and is told when it comes back. Each holder has a higher fence than those before.
 *
 * @module
 */
import type { Awaitable } from '../store/index.ts'

export interface Limits {
  /** How many calls run at once in this process. */
  readonly places: Places
  /** Answers how to release. Rejects with the signal's reason while it waits. */
  lock(requests: readonly LockRequest[], owner: string, signal: () => AbortSignal): Awaitable<() => void>
  /** The bucket of this key. */
  rate(key: string, perMinute: number): Rate
  /** Takes one of so many; false if all are used. */
  spend(key: string, most: number): Awaitable<boolean>
  /** Undefined while another process holds it. */
  lease(key: string): Promise<Lease | undefined>
}

export interface LockRequest {
  readonly key: string
  readonly access: 'read' | 'write'
  /** It stands for something that is the same for all machines, such as an address; not for a file of one. */
  readonly isEverywhere?: boolean | undefined
}

export interface Rate {
  /** 0 if it may go on; otherwise the milliseconds until it may. `now` is what the clock said. */
  take(now: number): Awaitable<number>
}

export interface Lease {
  readonly key: string
  /** Grows with every holder of the key. */
  readonly fence: number
  /** Aborted when another may have taken it. */
  readonly lost: AbortSignal
  release(): Promise<void>
}

/** Places in all, and for each agent (`''` is none, and has no limit of its own). Those above wait in line. */
export interface Places {
  /** How many stand in line. */
  readonly waiting: number
  /** Takes a place at once, or answers false. */
  tryEnter(agent: string): boolean
  /** Waits for a place; answers false if the line is full. Rejects with the signal's reason. */
  enter(agent: string, signal: AbortSignal): Promise<boolean>
  leave(agent: string): void
}

export interface PlaceLimits {
  readonly total: number
  readonly perAgent: number
  readonly queue: number
}
