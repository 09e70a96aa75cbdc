/**
 * Pages that a conversation has fetched, for a while: reading on costs no second request.
 *
 * @module
 */
import type { Clock } from '../../../kernel/index.ts'
import type { Fetched } from './fetched.ts'

const mostPages = 8
/** Of all pages together, as long as there is more than one. */
const mostCharacters = 10_000_000
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
    let characters = 0
    for (const [at, [name, kept]] of [...this.#pages].toReversed().entries()) {
      characters += kept.page.text.length
      if (at >= mostPages || (at > 0 && characters > mostCharacters)) this.#pages.delete(name)
    }
  }
}
