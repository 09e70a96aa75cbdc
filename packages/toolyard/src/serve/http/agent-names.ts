/**
 * Names of agents by id or name, remembered for a second: every call on behalf of an agent asks, and rows are kept under its name.
 *
 * @module
 */
import type { AgentStore } from '../../store/index.ts'

const freshMs = 1000
const mostKept = 1000

export class AgentNames {
  readonly #agents: AgentStore
  readonly #names = new Map<string, { readonly name: string; readonly at: number }>()

  constructor(agents: AgentStore) {
    this.#agents = agents
  }

  /** Undefined if there is no such agent. */
  async of(idOrName: string): Promise<string | undefined> {
    const now = performance.now()
    const known = this.#names.get(idOrName)
    if (known && now - known.at < freshMs) return known.name
    this.#names.delete(idOrName)
    const found = await this.#agents.find(idOrName)
    if (!found) return undefined
    if (this.#names.size >= mostKept) this.#names.clear()
    this.#names.set(idOrName, { name: found.name, at: now })
    return found.name
  }
}
