/**
 * Whether the server can work, as `/readyz` tells it: the store is asked to write something, once a second at the most, however
 * many ask.
 *
 * @module
 */
import { messageOf, ToolyardError } from '../../kernel/index.ts'
import type { Store } from '../../store/index.ts'

const freshMs = 1000
const patienceMs = 2000

export class Readiness {
  readonly #store: Store
  #last: { readonly at: number; readonly problem: Promise<ToolyardError | undefined> } | undefined

  constructor(store: Store) {
    this.#store = store
  }

  /** What is in the way; undefined if it can work. */
  problem(): Promise<ToolyardError | undefined> {
    const now = performance.now()
    if (!this.#last || now - this.#last.at >= freshMs) this.#last = { at: now, problem: this.#look() }
    return this.#last.problem
  }

  /** Without data: the caller has shown no token. */
  async #look(): Promise<ToolyardError | undefined> {
    const { promise, resolve } = Promise.withResolvers<ToolyardError>()
    const late = `the database did not answer within ${patienceMs} ms`
    const timer = setTimeout(() => resolve(new ToolyardError('store_unavailable', late)), patienceMs)
    try {
      return await Promise.race([this.#store.probe().then(() => undefined), promise])
    } catch (error) {
      return new ToolyardError('store_unavailable', 'the database can’t be written', {
        cause: messageOf(error),
      })
    } finally {
      clearTimeout(timer)
    }
  }
}
