/**
 * Pages that a conversation has fetched, for a while: reading on costs no second request.
 *
 * @module
 */
import type { Clock } from '../../../kernel/index.ts'
import type { Fetched } from './fetched.ts'

const mostPages = 8
const keptMs = 15 * 60_000

export class PageCache {
  readonly #pages = new Map<string, { readonly page: Fetched; readonly at: number }>()
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  get(key: string): Fetched | undefined {
    const kept = this.#pages.get(key)
    return kept && this.#clock.now() - kept.at < keptMs ? kept.page : undefined
  }

  keep(key: string, page: Fetched): void {
    this.#pages.delete(key)
    this.#pages.set(key, { page, at: this.#clock.now() })
    const [oldest] = this.#pages.keys()
    if (this.#pages.size > mostPages && oldest !== undefined) this.#pages.delete(oldest)
  }
}
