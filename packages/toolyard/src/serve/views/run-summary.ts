/**
 * Where the time of a run went and which tools it used, and what sets two runs apart.
 *
 * @module
 */
import { createClock } from '../../kernel/index.ts'
import type { ToolService } from '../../runtime/index.ts'
import type { RunRecord } from '../../store/index.ts'
import { lineDiff, type TextDiff } from './line-diff.ts'
import { callsOf, everyStep, requestsOf } from './read-spans.ts'

/** More calls of a run are not looked at. */
const mostCalls = 20_000

export interface RunSummary {
  /** In which the model was asked. */
  readonly modelMs: number
  /** In which calls ran, and in which they waited for people: apart, and each moment once. */
  readonly callsMs: number
  readonly waitingMs: number
  readonly calls: number
  readonly retries: number
  /** Most used first. */
  readonly tools: readonly ToolUse[]
}

export interface ToolUse {
  readonly tool: string
  readonly calls: number
  /** Of these: those that did not end well. */
  readonly failed: number
}

type Stretch = readonly [start: number, end: number]

export async function summarise(
  yard: Pick<ToolService, 'store' | 'journal' | 'inbox'>,
  run: RunRecord,
): Promise<RunSummary> {
  const now = run.endedAt ?? createClock().wall()
  const tools = new Map<string, { calls: number; failed: number }>()
  const [models, running, waiting]: [Stretch[], Stretch[], Stretch[]] = [[], [], []]
  let [calls, retries] = [0, 0]
  for await (const steps of everyStep(yard, run)) {
    if (calls >= mostCalls) break
    const wanted = steps.flatMap((step) => step.calls)
    const ids = wanted.map(({ id }) => id)
    const [records, requests] = await Promise.all([callsOf(yard, ids), requestsOf(yard, ids)])
    calls += wanted.length
    for (const step of steps) {
      retries += step.retries
      models.push([step.startedAt, step.endedAt])
    }
    for (const { id, tool } of wanted) {
      const record = records.get(id)
      const used = tools.get(tool) ?? { calls: 0, failed: 0 }
      used.calls++
      if (record && !fine.includes(record.status)) used.failed++
      tools.set(tool, used)
      if (record)
        running.push([
          record.startedAt,
          record.status === 'running' ? now : record.startedAt + record.durationMs,
        ])
    }
    for (const { createdAt, answeredAt, expiresAt } of requests)
      waiting.push([createdAt, answeredAt ?? Math.min(expiresAt, now)])
  }
  const waitingMs = lengthOf(waiting)
  return {
    modelMs: lengthOf(models),
    callsMs: lengthOf([...running, ...waiting]) - waitingMs,
    waitingMs,
    calls,
    retries,
    tools: [...tools]
      .map(([tool, used]) => ({ tool, ...used }))
      .toSorted((left, right) => right.calls - left.calls || (left.tool < right.tool ? -1 : 1)),
  }
}

const fine: readonly string[] = ['ok', 'running', 'pending']

/** How long they are together, each moment once. */
export function lengthOf(stretches: readonly Stretch[]): number {
  let [length, reached] = [0, -Infinity]
  for (const [start, end] of stretches.toSorted(([left], [right]) => left - right)) {
    length += Math.max(0, end - Math.max(start, reached))
    reached = Math.max(reached, end)
  }
  return length
}

/** What two runs said last, line by line. */
export function answersDiff(left: RunRecord, right: RunRecord): TextDiff {
  return lineDiff(left.result ?? left.error ?? '', right.result ?? right.error ?? '')
}
