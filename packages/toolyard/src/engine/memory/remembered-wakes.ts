/**
 * Wakes that came while jobs ran: a job that parks on such a token after it goes on at once.
 *
 * @module
 */
/** Tokens after which it is looked whether older ones can be forgotten. */
const many = 1000

export class RememberedWakes {
  readonly #tokens = new Map<string, number>()
  #count = 0

  /** Grows with every wake. */
  get now(): number {
    return this.#count
  }

  /** A wake from before all of these runs began concerns none of them. */
  note(token: string, running: readonly { readonly startedAt: number }[]): void {
    this.#count++
    if (running.length === 0) return this.#tokens.clear()
    this.#tokens.set(token, this.#count)
    if (this.#tokens.size < many) return
    const first = running.reduce((least, { startedAt }) => Math.min(least, startedAt), Infinity)
    for (const [old, at] of this.#tokens) if (at <= first) this.#tokens.delete(old)
  }

  has(token: string, since: number): boolean {
    return (this.#tokens.get(token) ?? 0) > since
  }
}
