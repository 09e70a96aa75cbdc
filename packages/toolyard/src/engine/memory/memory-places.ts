/**
 * How many calls run at once: in all, and for each agent (`''` is none). Those above wait in line; past the end of the line they are refused.
 *
 * @module
 */
import type { PlaceLimits, Places } from '../limits.ts'

/** Agents without a call whose counter is kept, so that the next call finds it. */
const mostIdleAgents = 1000

interface PlaceWaiter {
  readonly agent: string
  readonly grant: () => void
}

export class MemoryPlaces implements Places {
  #running = 0
  readonly #perAgent = new Map<string, { running: number }>()
  readonly #queue: PlaceWaiter[] = []
  readonly #limits: PlaceLimits

  constructor(limits: PlaceLimits) {
    this.#limits = limits
  }

  /** How many stand in line. */
  get waiting(): number {
    return this.#queue.length
  }

  /** Takes a place at once, or answers false. If there is one, those who wait are of other agents, at their limit. */
  tryEnter(agent: string): boolean {
    if (!this.#fits(agent)) return false
    this.#enter(agent)
    return true
  }

  /** Waits for a place; answers false if the line is full. Rejects with the signal's reason. */
  async enter(agent: string, signal: AbortSignal): Promise<boolean> {
    if (this.#queue.length >= this.#limits.queue) return false
    signal.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const abandon = (): void => {
      this.#queue.splice(this.#queue.indexOf(waiter), 1)
      reject(signal.reason as Error)
    }
    const waiter: PlaceWaiter = {
      agent,
      grant: () => {
        signal.removeEventListener('abort', abandon)
        resolve()
      },
    }
    signal.addEventListener('abort', abandon, { once: true })
    this.#queue.push(waiter)
    await promise
    return true
  }

  leave(agent: string): void {
    this.#running--
    if (agent !== '') this.#leaveAgent(agent)
    if (this.#queue.length > 0) this.#serve()
  }

  #leaveAgent(agent: string): void {
    const counted = this.#perAgent.get(agent)
    if (counted && --counted.running === 0 && this.#perAgent.size > mostIdleAgents)
      this.#perAgent.delete(agent)
  }

  /** An agent at its limit does not hold up the others behind it. */
  #serve(): void {
    for (let index = 0; index < this.#queue.length && this.#running < this.#limits.total;) {
      const waiter = this.#queue[index]
      if (waiter && this.#fits(waiter.agent)) {
        this.#queue.splice(index, 1)
        this.#enter(waiter.agent)
        waiter.grant()
      } else index++
    }
  }

  #fits(agent: string): boolean {
    if (this.#running >= this.#limits.total) return false
    return agent === '' || (this.#perAgent.get(agent)?.running ?? 0) < this.#limits.perAgent
  }

  #enter(agent: string): void {
    this.#running++
    if (agent === '') return
    const counted = this.#perAgent.get(agent)
    if (counted) counted.running++
    else this.#perAgent.set(agent, { running: 1 })
  }
}
