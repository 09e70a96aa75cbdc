/**
 * Limits in one process. Whatever is free is given at once, without a promise.
 *
 * @module
 */
import type { Clock } from '../../kernel/index.ts'
import type { Limits, LockRequest, PlaceLimits } from '../limits.ts'
import type { Member } from './members.ts'
import { MemoryLeases } from './memory-leases.ts'
import { MemoryLocks } from './memory-locks.ts'
import { MemoryPlaces } from './memory-places.ts'
import { MemoryRate } from './memory-rate.ts'

/** Budgets that are remembered. */
const mostBudgets = 100_000

/** What members share. */
export class MemoryLimits {
  readonly locks = new MemoryLocks()
  readonly leases = new MemoryLeases()
  readonly #rates = new Map<string, MemoryRate>()
  /** What was used of them, the last used last. */
  readonly #budgets = new Map<string, number>()
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** One bucket for a key and a limit: a limit that was changed begins full. */
  rate(key: string, perMinute: number): MemoryRate {
    const id = `${perMinute} ${key}`
    let rate = this.#rates.get(id)
    if (!rate) this.#rates.set(id, (rate = new MemoryRate(perMinute, this.#clock.now())))
    return rate
  }

  spend(key: string, most: number): boolean {
    const used = this.#budgets.get(key) ?? 0
    if (used >= most) return false
    this.#budgets.delete(key)
    this.#budgets.set(key, used + 1)
    const [oldest] = this.#budgets.size > mostBudgets ? this.#budgets.keys() : []
    if (oldest !== undefined) this.#budgets.delete(oldest)
    return true
  }

  of(member: Member, places: PlaceLimits): Limits {
    return {
      places: new MemoryPlaces(places),
      lock: (requests, owner, signal) => this.locks.acquire(requests, owner, signal),
      rate: (key, perMinute) => this.rate(key, perMinute),
      spend: (key, most) => this.spend(key, most),
      lease: async (key) => {
        await member.awake
        return this.leases.take(key, member)
      },
    }
  }
}

/** Lets go of locks when their holder is lost. */
export class HeldLocks {
  readonly #held = new Set<() => void>()

  guard(limits: Limits): Limits {
    return {
      ...limits,
      lock: (requests: readonly LockRequest[], owner: string, signal: () => AbortSignal) => {
        const held = limits.lock(requests, owner, signal)
        return held instanceof Promise ? held.then((release) => this.#note(release)) : this.#note(held)
      },
    }
  }

  lost(): void {
    for (const release of this.#held) release()
    this.#held.clear()
  }

  #note(release: () => void): () => void {
    this.#held.add(release)
    return () => {
      if (this.#held.delete(release)) release()
    }
  }
}
