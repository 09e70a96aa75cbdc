/** `RunStore` in memory: the newest runs within a limit. */
import type { RunRecord, RunStore } from '../runs.ts'
import { threadAtWork } from '../thread-at-work.ts'

const mostRuns = 10_000
const defaultLimit = 100

export function createMemoryRuns(): RunStore {
  const runs = new Map<string, RunRecord>()
  const save = (run: RunRecord): void => {
    const other = run.status === 'running' ? atWork(runs, run) : undefined
    if (other) throw threadAtWork(run.threadId, other.id)
    runs.set(run.id, run)
    if (runs.size > mostRuns) dropOldest(runs)
  }
  return {
    begin(run) {
      if (runs.has(run.id)) return false
      save(run)
      return true
    },
    save,
    find: (id) => runs.get(id),
    list: ({ limit = defaultLimit, ...filter }) =>
      [...runs.values()]
        .toReversed()
        .filter((run) =>
          Object.entries(filter).every(
            ([key, value]) => value === undefined || run[key as keyof RunRecord] === value,
          ),
        )
        .slice(0, limit),
  }
}

function atWork(runs: ReadonlyMap<string, RunRecord>, { id, threadId }: RunRecord): RunRecord | undefined {
  return runs.values().find((run) => run.status === 'running' && run.threadId === threadId && run.id !== id)
}

function dropOldest(runs: Map<string, RunRecord>): void {
  const oldest = runs.values().find(({ status }) => status !== 'running')
  if (oldest) runs.delete(oldest.id)
}
