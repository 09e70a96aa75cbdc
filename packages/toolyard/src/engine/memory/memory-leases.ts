/**
 * Leases in memory: a member that is well keeps what it holds, and one that was silent for too long has lost it.
 *
 * @module
 */
import type { Lease } from '../limits.ts'
import type { Member } from './members.ts'

interface HeldLease {
  readonly member: Member
  readonly lost: AbortController
}

export class MemoryLeases {
  readonly #held = new Map<string, HeldLease>()
  #fence = 0

  take(key: string, member: Member): Lease | undefined {
    if (this.#held.has(key)) return undefined
    const held: HeldLease = { member, lost: new AbortController() }
    this.#held.set(key, held)
    return {
      key,
      fence: ++this.#fence,
      lost: held.lost.signal,
      release: async () => {
        if (this.#held.get(key) === held) this.#held.delete(key)
      },
    }
  }

  lost(member: Member): void {
    for (const [key, held] of this.#held) {
      if (held.member !== member) continue
      this.#held.delete(key)
      held.lost.abort()
    }
  }
}
