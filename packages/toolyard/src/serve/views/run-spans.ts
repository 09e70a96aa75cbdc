/**
 * A run as a waterfall: from what was written down of it, the bars that show where its time went.
 *
 * Pure: what is known goes in, spans come out in the order in which they are shown. Times come from several processes and several kinds
 * of records: a span never ends before it starts, and nothing of a run is open once the run is over.
 *
 * @module
 */
import {
  type CallRecord,
  type InboxEntry,
  isOpenRun,
  type RunRecord,
  type RunStep,
  type RunStepCall,
} from '../../store/index.ts'

/** `step`: the model was asked. `run`: of a sub-agent. `paused`: no process had the run. */
export type RunSpanKind = 'step' | 'call' | 'run' | 'paused'

export interface SpanWait {
  readonly requestId: string
  readonly kind: 'approval' | 'question'
  readonly startedAt: number
  /** Absent while it goes on. */
  readonly endedAt?: number | undefined
}

export interface RunSpan {
  readonly id: string
  readonly kind: RunSpanKind
  /** How deep it stands below the run. */
  readonly level: number
  /** The model, the tool or the agent. */
  readonly name: string
  /** Of a step how it ended or `running`, of a call and a run its own; `unrecorded` if the journal has no such call. */
  readonly status: string
  readonly startedAt: number
  /** Absent while it goes on. */
  readonly endedAt?: number | undefined
  /** Its times were worked out from what stands around it. */
  readonly isEstimated?: boolean | undefined
  readonly step?: number | undefined
  readonly attempt?: number | undefined
  readonly compactedAt?: number | undefined
  readonly firstAt?: number | undefined
  readonly retries?: number | undefined
  readonly error?: string | undefined
  readonly steps?: number | undefined
  readonly inputTokens?: number | undefined
  readonly outputTokens?: number | undefined
  readonly cachedTokens?: number | undefined
  readonly cost?: number | undefined
  readonly callId?: string | undefined
  readonly runId?: string | undefined
  readonly threadId?: string | undefined
  /** When it waited for people. */
  readonly waits?: readonly SpanWait[] | undefined
}

export interface SpanSources {
  readonly run: RunRecord
  /** Those that are shown, in order. */
  readonly steps: readonly RunStep[]
  /** Beside them; undefined if there is none. */
  readonly previous?: RunStep | undefined
  readonly next?: RunStep | undefined
  /** Of the journal, by id. */
  readonly calls: ReadonlyMap<string, Pick<CallRecord, 'status' | 'startedAt' | 'durationMs'>>
  readonly requests: readonly Pick<
    InboxEntry,
    'id' | 'kind' | 'status' | 'callId' | 'createdAt' | 'expiresAt' | 'answeredAt'
  >[]
  /** Started by it. */
  readonly runs: readonly RunRecord[]
  /** Times of steps were not written down. */
  readonly isEstimated?: boolean | undefined
  readonly now: number
}

export function runSpans(sources: SpanSources): readonly RunSpan[] {
  const { run, steps, previous, next } = sources
  const strays = strayRuns(sources)
  const spans: RunSpan[] = []
  let before = previous
  let end = previous ? endOf(callSpans(sources, previous), previous.endedAt) : run.startedAt
  for (const [index, step] of steps.entries()) {
    if (step.attempt > (before?.attempt ?? 1)) spans.push(...pause(sources, { from: end, step }))
    const below = callSpans(sources, step)
    spans.push(stepSpan(sources, step), ...below)
    const until = steps[index + 1]?.startedAt ?? next?.startedAt ?? Infinity
    const isFirst = index === 0 && previous === undefined
    spans.push(
      ...strays
        .filter(({ startedAt }) => startedAt < until && (isFirst || startedAt >= step.startedAt))
        .map((child) => childSpan(sources, child, 1)),
    )
    end = endOf(below, step.endedAt)
    before = step
  }
  if (!next) spans.push(...tail(sources, { last: before, end, spans }))
  if (steps.length === 0 && !previous) spans.push(...strays.map((child) => childSpan(sources, child, 1)))
  return spans
}

function stepSpan({ run, isEstimated }: SpanSources, step: RunStep): RunSpan {
  const startedAt = Math.max(step.startedAt, run.startedAt)
  const within = (time: number | undefined): number | undefined =>
    time === undefined ? undefined : Math.min(Math.max(time, startedAt), Math.max(step.endedAt, startedAt))
  return {
    id: `${run.id}:${step.position ?? step.number}`,
    kind: 'step',
    level: 0,
    name: step.model ?? run.model ?? '',
    status: step.end,
    startedAt,
    endedAt: Math.max(step.endedAt, startedAt),
    ...(isEstimated && { isEstimated }),
    step: step.number,
    attempt: step.attempt,
    compactedAt: within(step.compactedAt),
    firstAt: within(step.firstAt),
    retries: step.retries,
    error: step.error,
    inputTokens: step.inputTokens,
    outputTokens: step.outputTokens,
    cachedTokens: step.cachedTokens,
    cost: step.cost,
  }
}

/** The calls of a step, each with the runs that it started. */
function callSpans(sources: SpanSources, step: RunStep): readonly RunSpan[] {
  return step.calls.flatMap((call) => [
    callSpan(sources, step, call),
    ...sources.runs
      .filter(({ callId }) => callId === call.id)
      .toSorted(byStart)
      .map((child) => childSpan(sources, child, 2)),
  ])
}

function callSpan(sources: SpanSources, step: RunStep, { id, tool }: RunStepCall): RunSpan {
  const { run, calls, next, steps } = sources
  const record = calls.get(id)
  const waits = waitsOf(sources, id)
  const isLatest = (steps.at(-1) ?? sources.previous) === step && !next
  const isOpen = isOpenRun(run) && isLatest
  const begun = [record?.startedAt, waits[0]?.startedAt].filter((time) => time !== undefined)
  const startedAt = Math.max(Math.min(...(begun.length > 0 ? begun : [step.endedAt])), run.startedAt)
  const isWaiting = waits.some(({ endedAt }) => endedAt === undefined)
  const goesOn = isWaiting || (isOpen && (record ? openStatuses.includes(record.status) : true))
  const after = steps[steps.indexOf(step) + 1] ?? (steps.includes(step) ? next : steps[0])
  const over = record
    ? endOfRecord(record, after?.startedAt ?? run.endedAt)
    : (after?.startedAt ?? run.endedAt ?? sources.now)
  return {
    id,
    kind: 'call',
    level: 1,
    name: tool,
    status: isWaiting ? 'pending' : (record?.status ?? (goesOn ? 'running' : 'unrecorded')),
    startedAt,
    ...(!goesOn && { endedAt: Math.max(over, startedAt, ...waits.map(({ endedAt }) => endedAt ?? 0)) }),
    ...(!record && { isEstimated: true }),
    callId: id,
    ...(waits.length > 0 && { waits }),
  }
}

const openStatuses: readonly string[] = ['running', 'pending']

function endOfRecord(
  { status, startedAt, durationMs }: Pick<CallRecord, 'status' | 'startedAt' | 'durationMs'>,
  otherwise: number | undefined,
): number {
  const isOver = status !== 'running' && status !== 'unknown'
  return isOver ? startedAt + durationMs : (otherwise ?? startedAt + durationMs)
}

/** One after the other; those that overlap stay as they are. */
function waitsOf({ requests, run, now }: SpanSources, callId: string): readonly SpanWait[] {
  return requests
    .filter((item) => item.callId === callId)
    .map(({ id, kind, status, createdAt, expiresAt, answeredAt }): SpanWait => {
      const isPending = status === 'pending' && isOpenRun(run) && expiresAt > now
      const end = answeredAt ?? Math.min(expiresAt, run.endedAt ?? now)
      return {
        requestId: id,
        kind,
        startedAt: createdAt,
        ...(!isPending && { endedAt: Math.max(end, createdAt) }),
      }
    })
    .toSorted(byStart)
}

function childSpan({ now }: Pick<SpanSources, 'now'>, child: RunRecord, level: number): RunSpan {
  const { id, agent, status, startedAt, endedAt, threadId, callId } = child
  return {
    id,
    kind: 'run',
    level,
    name: agent,
    status,
    startedAt,
    ...(!isOpenRun(child) && { endedAt: Math.max(endedAt ?? now, startedAt) }),
    runId: id,
    threadId,
    callId,
    steps: child.steps,
    inputTokens: child.inputTokens,
    outputTokens: child.outputTokens,
    cachedTokens: child.cachedTokens,
    cost: child.cost,
  }
}

/** Runs of which no call of a step is known: told by when they started. */
function strayRuns({ run, runs, steps, previous, next }: SpanSources): readonly RunRecord[] {
  const from = previous ? (steps[0]?.startedAt ?? previous.endedAt) : -Infinity
  const isOurs = (id: string | undefined): boolean => id !== undefined && id.startsWith(`${run.id}.`)
  return runs
    .filter(
      ({ callId, startedAt }) =>
        !isOurs(callId) && startedAt >= from && startedAt < (next?.startedAt ?? Infinity),
    )
    .toSorted(byStart)
}

interface Gap {
  readonly from: number
  readonly step: RunStep
}

/** Another process has taken the run up: what there is between what was done before and the step. */
function pause({ run }: SpanSources, { from, step }: Gap): readonly RunSpan[] {
  if (step.startedAt <= from) return []
  return [
    {
      id: `${run.id}:paused:${step.position ?? step.number}`,
      kind: 'paused',
      level: 0,
      name: '',
      status: 'resumed',
      startedAt: from,
      endedAt: step.startedAt,
      attempt: step.attempt,
    },
  ]
}

interface End {
  readonly last: RunStep | undefined
  readonly end: number
  readonly spans: readonly RunSpan[]
}

/** After such a step nothing more is asked, unless it has calls. */
const wholeEnds: readonly RunStep['end'][] = ['answered', 'cut_off', 'refused']

/** What goes on now and is not written down yet. */
function tail({ run }: SpanSources, { last, end, spans }: End): readonly RunSpan[] {
  const open = { level: 0, startedAt: end, isEstimated: true } as const
  if (run.status === 'queued')
    return [{ ...open, id: `${run.id}:paused:now`, kind: 'paused', name: '', status: 'queued' }]
  if (run.status !== 'running') return []
  const isBusy = spans.some(({ kind, endedAt }) => kind === 'call' && endedAt === undefined)
  const isDone = last !== undefined && wholeEnds.includes(last.end) && last.calls.length === 0
  if (isBusy || isDone) return []
  return [
    {
      ...open,
      id: `${run.id}:now`,
      kind: 'step',
      name: run.model ?? '',
      status: 'running',
      step: run.steps + 1,
      attempt: run.attempt,
    },
  ]
}

function endOf(spans: readonly RunSpan[], least: number): number {
  return Math.max(
    least,
    ...spans.filter(({ kind }) => kind === 'call').map(({ endedAt }) => endedAt ?? least),
  )
}

function byStart(left: { readonly startedAt: number }, right: { readonly startedAt: number }): number {
  return left.startedAt - right.startedAt
}
