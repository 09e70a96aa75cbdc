/** `RunStore` in memory: the newest runs within a limit. */
import { isSelected } from '../call-stats.ts'
import type { RunStep } from '../run-steps.ts'
import {
  asciiLower,
  briefTask,
  isOpenRun,
  type RunFilter,
  type RunRecord,
  type RunStore,
  type RunUsageQuery,
  type RunUsageSlot,
} from '../runs.ts'
import { threadAtWork } from '../thread-at-work.ts'
import type { ThreadStore } from '../threads.ts'

const mostRuns = 10_000
const defaultLimit = 100
const defaultSteps = 1000

export function createMemoryRuns(threads: Pick<ThreadStore, 'append'>): RunStore {
  const runs = new Map<string, RunRecord>()
  const places = new Map<string, number>()
  const stepsOf = new Map<string, RunStep[]>()
  let count = 0
  const save = (run: RunRecord): void => {
    const other = isOpenRun(run) ? atWork(runs, run) : undefined
    if (other) throw threadAtWork(run.threadId, other.id)
    runs.set(run.id, run)
    if (!places.has(run.id)) places.set(run.id, ++count)
    const dropped = runs.size > mostRuns ? dropOldest(runs) : undefined
    if (dropped === undefined) return
    places.delete(dropped)
    stepsOf.delete(dropped)
  }
  return {
    begin(run, said) {
      if (runs.has(run.id)) return false
      save(run)
      const { threadId: id, agent, principal } = run
      if (said) void threads.append({ id, agent, principal, title: said.title }, said.messages)
      return true
    },
    step(run, messages = [], { from = 'running', steps = [] } = {}) {
      const known = runs.get(run.id)
      if (known?.attempt !== run.attempt || known.status !== from) return false
      save(run)
      if (messages.length > 0) void threads.append({ id: run.threadId }, messages)
      const before = stepsOf.get(run.id) ?? []
      const kept = steps.map((step, index) => ({ ...step, position: before.length + index + 1 }))
      if (kept.length > 0) stepsOf.set(run.id, [...before, ...kept])
      return true
    },
    steps: (runId, { after = 0, limit = defaultSteps } = {}) =>
      (stepsOf.get(runId) ?? []).slice(after, after + limit),
    take({ id, attempt }, job) {
      const known = runs.get(id)
      if (known?.attempt !== attempt || !isOpenRun(known)) return undefined
      if (known.status === 'running' && known.job !== job) return undefined
      const { waitsFor: _, ...rest } = known
      const taken: RunRecord = { ...rest, status: 'running', attempt: attempt + 1, job }
      runs.set(id, taken)
      return taken
    },
    save,
    find: (id) => runs.get(id),
    list: ({ limit = defaultLimit, brief = false, ...filter }) =>
      [...runs.values()]
        .toReversed()
        .map((run) => ({ ...run, position: places.get(run.id) ?? 0 }))
        .filter((run) => fits(run, filter))
        .slice(0, limit)
        .map((run) => (brief ? briefly(run) : run)),
    usage: (query) => usageOf([...runs.values()], query),
  }
}

function usageOf(
  runs: readonly RunRecord[],
  { since, until, stepMs, offsetMs = 0, ...selection }: RunUsageQuery,
): RunUsageSlot[] {
  const isWanted = (run: RunRecord): boolean =>
    run.startedAt >= since && run.startedAt < until && isSelected(run, selection)
  const slotOf = ({ startedAt }: RunRecord): number =>
    Math.floor((startedAt + offsetMs) / stepMs) * stepMs - offsetMs
  return [...Map.groupBy(runs.filter(isWanted), slotOf)]
    .map(([at, group]) => ({ at, ...used(group) }))
    .toSorted((left, right) => left.at - right.at)
}

function used(runs: readonly RunRecord[]): Omit<RunUsageSlot, 'at'> {
  const sum = (of: (run: RunRecord) => number): number => runs.reduce((all, run) => all + of(run), 0)
  const priced = runs.filter(({ cost }) => cost !== undefined).length
  return {
    runs: runs.length,
    inputTokens: sum(({ inputTokens }) => inputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    ...(priced > 0 && { cost: sum(({ cost = 0 }) => cost), priced }),
  }
}

function fits(run: RunRecord, filter: Omit<RunFilter, 'limit' | 'brief'>): boolean {
  const {
    status,
    agentPart,
    since = -Infinity,
    until = Infinity,
    before = Infinity,
    isTop,
    ...exact
  } = filter
  return (
    (status === undefined || [status].flat().includes(run.status)) &&
    (agentPart === undefined || asciiLower(run.agent).includes(asciiLower(agentPart))) &&
    run.startedAt >= since &&
    run.startedAt < until &&
    (run.position ?? 0) < before &&
    (!isTop || (run.parentId === undefined && run.parentThreadId === undefined)) &&
    Object.entries(exact).every(
      ([key, value]) => value === undefined || run[key as keyof RunRecord] === value,
    )
  )
}

function briefly({ plan: _plan, result: _result, output: _output, ...run }: RunRecord): RunRecord {
  return { ...run, task: run.task.slice(0, briefTask) }
}

function atWork(runs: ReadonlyMap<string, RunRecord>, { id, threadId }: RunRecord): RunRecord | undefined {
  return runs.values().find((run) => isOpenRun(run) && run.threadId === threadId && run.id !== id)
}

function dropOldest(runs: Map<string, RunRecord>): string | undefined {
  const oldest = runs.values().find((run) => !isOpenRun(run))
  if (oldest) runs.delete(oldest.id)
  return oldest?.id
}
