/**
 * Keyed read/write locks: calls that touch the same thing take turns, all others run at once.
 *
 * First come, first served for each key. A call inside another (same `owner`) never waits for it. Several keys are taken
 * in one order, so that two calls can't wait for each other.
 *
 * @module
 */
import type { LockRequest } from '../limits.ts'

interface LockWaiter {
  readonly owner: string
  readonly access: 'read' | 'write'
  readonly grant: () => void
}

interface Lock {
  /** Owners, each as often as it reads. */
  readonly readers: string[]
  writer: string | undefined
  writes: number
  readonly queue: LockWaiter[]
}

export class MemoryLocks {
  readonly #locks = new Map<string, Lock>()

  /** Answers the release function, at once if nothing is in the way. Rejects with the signal's reason while waiting. */
  acquire(
    requests: readonly LockRequest[],
    owner: string,
    signal: () => AbortSignal,
  ): (() => void) | Promise<() => void> {
    const [only] = requests
    if (only && requests.length === 1 && this.#take(only, owner)) return () => this.#release(only, owner)
    const ordered = widest(requests)
    const held: LockRequest[] = []
    const release = (): void => {
      for (const request of held.splice(0)) this.#release(request, owner)
    }
    for (const [index, request] of ordered.entries()) {
      if (!this.#take(request, owner))
        return this.#acquireSlowly(ordered.slice(index), { owner, held, release, signal: signal() })
      held.push(request)
    }
    return release
  }

  async #acquireSlowly(
    rest: readonly LockRequest[],
    at: { owner: string; held: LockRequest[]; release: () => void; signal: AbortSignal },
  ): Promise<() => void> {
    try {
      for (const request of rest) {
        if (!this.#take(request, at.owner)) await this.#wait(request, at.owner, at.signal)
        at.held.push(request)
      }
      return at.release
    } catch (error) {
      at.release()
      throw error
    }
  }

  #take({ key, access }: LockRequest, owner: string): boolean {
    let lock = this.#locks.get(key)
    if (!lock) this.#locks.set(key, (lock = { readers: [], writer: undefined, writes: 0, queue: [] }))
    const mine = lock.writer === owner || lock.readers.includes(owner)
    if (lock.queue.length > 0 && !mine) return false
    return grantIfFree(lock, access, owner)
  }

  #wait({ key, access }: LockRequest, owner: string, signal: AbortSignal): Promise<void> {
    const lock = this.#locks.get(key)
    if (!lock) return Promise.resolve()
    signal.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const abandon = (): void => {
      lock.queue.splice(lock.queue.indexOf(waiter), 1)
      this.#serve(key, lock)
      reject(signal.reason as Error)
    }
    const waiter: LockWaiter = {
      owner,
      access,
      grant: () => {
        signal.removeEventListener('abort', abandon)
        resolve()
      },
    }
    signal.addEventListener('abort', abandon, { once: true })
    lock.queue.push(waiter)
    return promise
  }

  #release({ key, access }: LockRequest, owner: string): void {
    const lock = this.#locks.get(key)
    if (!lock) return
    if (access === 'write') {
      if (--lock.writes === 0) lock.writer = undefined
    } else {
      const at = lock.readers.indexOf(owner)
      if (at >= 0) lock.readers.splice(at, 1)
    }
    this.#serve(key, lock)
  }

  #serve(key: string, lock: Lock): void {
    for (
      let first = lock.queue[0];
      first && grantIfFree(lock, first.access, first.owner);
      first = lock.queue[0]
    ) {
      lock.queue.shift()
      first.grant()
    }
    if (lock.queue.length === 0 && lock.writes === 0 && lock.readers.length === 0) this.#locks.delete(key)
  }
}

function grantIfFree(lock: Lock, access: 'read' | 'write', owner: string): boolean {
  const writerIsOther = lock.writer !== undefined && lock.writer !== owner
  const othersRead = lock.readers.some((reader) => reader !== owner)
  if (writerIsOther || (access === 'write' && othersRead)) return false
  if (access === 'write') {
    lock.writer = owner
    lock.writes++
  } else lock.readers.push(owner)
  return true
}

/** One request a key, the wider access, in a fixed order. */
export function widest(requests: readonly LockRequest[]): LockRequest[] {
  if (requests.length < 2) return [...requests]
  const byKey = new Map<string, LockRequest>()
  for (const request of requests)
    if (byKey.get(request.key)?.access !== 'write') byKey.set(request.key, request)
  return [...byKey.values()].toSorted((left, right) => (left.key < right.key ? -1 : 1))
}
