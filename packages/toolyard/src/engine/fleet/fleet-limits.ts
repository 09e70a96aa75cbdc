/**
 * Limits of a fleet: locks, rates and leases in Redis; places are this process's own.
 *
 * @module
 */
import { randomUUID } from 'node:crypto'
import type { Lease, Limits, LockRequest, PlaceLimits, Places, Rate } from '../limits.ts'
import { MemoryPlaces } from '../memory/memory-places.ts'
import { doubtfulBeats, type FleetMember } from './fleet-member.ts'

interface HeldLease {
  readonly key: string
  readonly lost: AbortController
}

export class FleetLimits implements Limits {
  readonly places: Places
  readonly #member: FleetMember
  readonly #leases = new Set<HeldLease>()
  /** Those who wait, by ticket: true if it was granted, false if it was lost. */
  readonly #waiting = new Map<number, (isGranted: boolean) => void>()
  /** Locks whose answer was lost, and how many beats they are still looked for: one may arrive late. */
  readonly #doubtful = new Map<string, number>()
  readonly #asking = new Set<string>()
  /** Granted before it was known who waits. */
  readonly #early = new Set<number>()

  constructor(member: FleetMember, places: PlaceLimits) {
    this.#member = member
    this.places = new MemoryPlaces(places)
    member.listen({
      lost: () => this.#lost(),
      told: (sign, text) => {
        if (sign === 'g') this.#granted(Number(text))
      },
      lookAgain: () => this.#lookAgain(),
      beat: () => this.#beat(),
    })
  }

  async lock(
    requests: readonly LockRequest[],
    owner: string,
    signal: () => AbortSignal,
  ): Promise<() => void> {
    const keys = new Map<string, 'r' | 'w'>()
    for (const { key, access } of requests)
      if (keys.get(key) !== 'w') keys.set(key, access === 'write' ? 'w' : 'r')
    if (keys.size === 0) return () => {}
    for (;;) {
      const { name } = this.#member
      const [ticket, isGranted] = await this.#ask(owner, JSON.stringify([...keys]))
      if (ticket < 0) await this.#member.rejoin(name)
      else if (isGranted === 1 || (await this.#wait(ticket, signal()))) return this.#release(ticket)
    }
  }

  rate(key: string, perMinute: number): Rate {
    const { link } = this.#member.parts
    return { take: async () => Number(await link.run('rate', key, perMinute)) }
  }

  async spend(key: string, most: number): Promise<boolean> {
    return Number(await this.#member.parts.link.run('spend', key, most)) === 1
  }

  async lease(key: string): Promise<Lease | undefined> {
    const { name, parts } = this.#member
    const isHeld = this.#asking.has(key) || [...this.#leases].some((held) => held.key === key)
    this.#asking.add(key)
    let fence: number
    try {
      fence = Number(await parts.link.run('lease', name, key, isHeld ? 1 : 0))
    } finally {
      if (!isHeld) this.#asking.delete(key)
    }
    if (fence < 0) {
      await this.#member.rejoin(name)
      return this.lease(key)
    }
    if (fence === 0) return undefined
    const held: HeldLease = { key, lost: new AbortController() }
    this.#leases.add(held)
    return {
      key,
      fence,
      lost: held.lost.signal,
      release: async () => {
        this.#leases.delete(held)
        await parts.link.run('unlease', name, key, fence)
      },
    }
  }

  async #ask(owner: string, keys: string): Promise<[ticket: number, isGranted: number]> {
    const own = randomUUID()
    try {
      return (await this.#member.parts.link.run('lock', this.#member.name, owner, keys, own)) as [
        number,
        number,
      ]
    } catch (error) {
      this.#doubtful.set(own, doubtfulBeats)
      throw error
    }
  }

  /** Once. A lock that can't be given back now is given back when Redis is there again. */
  #release(ticket: number): () => void {
    let isHeld = true
    return () => {
      if (isHeld) this.#member.insist('unlock', ticket).catch(() => {})
      isHeld = false
    }
  }

  async #wait(ticket: number, signal: AbortSignal): Promise<boolean> {
    if (this.#early.delete(ticket)) return true
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const abandon = (): void => resolve(false)
    this.#waiting.set(ticket, resolve)
    signal.addEventListener('abort', abandon, { once: true })
    if (signal.aborted) abandon()
    const isGranted = await promise
    this.#waiting.delete(ticket)
    signal.removeEventListener('abort', abandon)
    if (!signal.aborted) return isGranted
    this.#release(ticket)()
    throw signal.reason as Error
  }

  #granted(ticket: number): void {
    const tell = this.#waiting.get(ticket)
    if (tell) tell(true)
    else if (this.#early.size < 1000) this.#early.add(ticket)
  }

  #lookAgain(): void {
    for (const [ticket, tell] of this.#waiting)
      void this.#member.parts.link.run('lockState', ticket).then(
        (state) => {
          if (state !== '0') tell(state === '1')
        },
        () => {},
      )
  }

  #beat(): void {
    const { clock, leaseMs } = this.#member.parts
    if (clock.now() - this.#member.wellAt > leaseMs) this.#loseLeases()
    if (this.#waiting.size > 0) this.#lookAgain()
    for (const [own, beats] of this.#doubtful) {
      this.#member.parts.link.run('unlockLost', this.#member.name, own).catch(() => {})
      if (beats > 1) this.#doubtful.set(own, beats - 1)
      else this.#doubtful.delete(own)
    }
  }

  #lost(): void {
    this.#loseLeases()
    for (const tell of this.#waiting.values()) tell(false)
  }

  #loseLeases(): void {
    for (const { lost } of this.#leases) lost.abort()
    this.#leases.clear()
  }
}
