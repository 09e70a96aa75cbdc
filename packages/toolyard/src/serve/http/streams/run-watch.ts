/**
 * Runs that began, went a step on or ended since the last look, in whichever process.
 *
 * All that are open are known, and so are the newest: what began and ended between two looks is told of as well.
 *
 * @module
 */
import { isOpenRun, openRunStatuses, type RunRecord, type Store } from '../../../store/index.ts'

const mostOpen = 500
const mostNew = 20

export class RunWatch {
  readonly #store: Pick<Store, 'runs'>
  /** By id, how each was seen last. */
  #seen: ReadonlyMap<string, string> | undefined

  constructor(store: Pick<Store, 'runs'>) {
    this.#store = store
  }

  /** Nothing is new at the first look. */
  async look(): Promise<readonly RunRecord[]> {
    const { runs } = this.#store
    const before = this.#seen
    const [open, newest] = await Promise.all([
      runs.list({ status: openRunStatuses, limit: mostOpen, brief: true }),
      runs.list({ limit: mostNew, brief: true }),
    ])
    const found = new Map([...open, ...newest].map((run) => [run.id, run]))
    for (const [id, state] of before ?? []) {
      if (found.has(id) || !state.startsWith('open')) continue
      const run = await runs.find(id)
      if (run) found.set(id, run)
    }
    this.#seen = new Map([...found.values()].map((run) => [run.id, stateOf(run)]))
    if (!before) return []
    return [...found.values()].filter((run) => before.get(run.id) !== stateOf(run))
  }
}

function stateOf(run: RunRecord): string {
  return `${isOpenRun(run) ? 'open' : 'over'} ${run.status} ${run.attempt} ${run.steps} ${run.waitsFor ?? ''}`
}
