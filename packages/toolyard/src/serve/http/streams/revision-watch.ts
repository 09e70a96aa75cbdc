/**
 * Whether tools, agents or grants have changed since the last look, by whichever process.
 *
 * @module
 */
import type { Store } from '../../../store/index.ts'

const kinds = ['tools', 'agents', 'grants'] as const
export type ChangedKind = (typeof kinds)[number]

export class RevisionWatch {
  readonly #store: Store
  #revision: number | undefined
  #marks: Readonly<Record<ChangedKind, string>> | undefined

  constructor(store: Store) {
    this.#store = store
  }

  /** Nothing is new at the first look. */
  async look(): Promise<{ readonly revision: number; readonly changed: readonly ChangedKind[] }> {
    const revision = await this.#store.revision()
    if (revision === this.#revision) return { revision, changed: [] }
    const before = this.#marks
    const now = await this.#marksOf()
    this.#marks = now
    this.#revision = revision
    return { revision, changed: before ? kinds.filter((kind) => before[kind] !== now[kind]) : [] }
  }

  /** Another text if something of the kind was added, changed or taken away. */
  async #marksOf(): Promise<Record<ChangedKind, string>> {
    const { catalogue, agents, grants } = this.#store
    const [{ tools }, allAgents, allGrants] = await Promise.all([
      catalogue.overview(),
      agents.list(),
      grants.list(),
    ])
    return {
      tools: stamp(tools),
      agents: stamp(allAgents),
      grants: allGrants.map(({ id }) => id).join(),
    }
  }
}

/** When the last one of them changed, and how many there are. */
function stamp(rows: readonly { readonly updatedAt: number }[]): string {
  return `${rows.length} ${rows.reduce((latest, { updatedAt }) => Math.max(latest, updatedAt), 0)}`
}
