/**
 * The port to runs: each time an agent works, for whom, how it stands and what it came to.
 *
 * @module
 */
import type { Awaitable } from './awaitable.ts'
import type { RunStep } from './run-steps.ts'
import type { ThreadMessage } from './threads.ts'

/** Of runs that have not ended. `queued`: a worker takes it up. `waiting`: for people or another run, without a worker. */
export const openRunStatuses = ['queued', 'running', 'waiting'] as const
/**
 * `done`: it has finished. `incomplete`: it ended before it had; `reason` says at which limit. `unknown`: the process that ran it has
 * ended, and no other can take it up.
 */
export type RunStatus =
  | (typeof openRunStatuses)[number]
  | 'done'
  | 'incomplete'
  | 'failed'
  | 'stopped'
  | 'unknown'

export function isOpenRun({ status }: Pick<RunRecord, 'status'>): boolean {
  return openRunStatuses.some((open) => open === status)
}

/** What another process needs to take a run up. */
export interface RunPlan {
  readonly workspace: string
  readonly model: string
  /** What this run has instead of its agent's settings. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined
  /** JSON Schema of the last answer, if it is to be data. */
  readonly output?: Readonly<Record<string, unknown>> | undefined
  readonly limits: {
    readonly maxSteps: number
    readonly sharedSteps?: number | undefined
    readonly maxTokens?: number | undefined
    readonly maxCost?: number | undefined
  }
  /** Names of the agents above. */
  readonly above: readonly string[]
  /** Whether the result is sent to the thread of the run above. */
  readonly reports: boolean
  /** The policy mode of the process that began it: elsewhere it may do no more. */
  readonly mode?: string | undefined
  /** Where it stands in a trace, as W3C's `traceparent`. */
  readonly trace?: string | undefined
}

export interface RunRecord {
  readonly id: string
  /** The name of the agent. */
  readonly agent: string
  readonly threadId: string
  /** On whose behalf; undefined if that was not kept. */
  readonly principal?: string | undefined
  readonly task: string
  readonly label?: string | undefined
  /** The run that started it, and the thread in which its result is awaited. */
  readonly parentId?: string | undefined
  readonly parentThreadId?: string | undefined
  /** The call that started it. */
  readonly callId?: string | undefined
  /** The run at the top of those that started each other; its own id if no run started it. */
  readonly rootId?: string | undefined
  /** Runs that were started together. */
  readonly batch?: string | undefined
  readonly depth: number
  readonly status: RunStatus
  /** Counts the processes that have had it; what an earlier one writes is refused. */
  readonly attempt: number
  /** How it ended, in a word: `finished`, `max_steps`, … */
  readonly reason?: string | undefined
  /** The request in the inbox, or the run, that it waits for. */
  readonly waitsFor?: string | undefined
  /** Without it, a run whose process has ended is `unknown`; with it, `queued`. */
  readonly plan?: RunPlan | undefined
  /** The job that works on it. */
  readonly job?: string | undefined
  readonly steps: number
  readonly inputTokens: number
  readonly outputTokens: number
  /** Of the input: what the service had read before, and what it wrote down to read again. Absent if it does not tell. */
  readonly cachedTokens?: number | undefined
  readonly cacheWriteTokens?: number | undefined
  /** Of the output. */
  readonly reasoningTokens?: number | undefined
  /** In the currency of the configured prices; absent if the model has none. */
  readonly cost?: number | undefined
  /** As the configuration names it. */
  readonly model?: string | undefined
  readonly result?: string | undefined
  /** The answer as data, if the run was asked for some. */
  readonly output?: unknown
  readonly error?: string | undefined
  /** What its calls have written, in the order in which they did; absent if nothing. */
  readonly files?: readonly WrittenPath[] | undefined
  readonly startedAt: number
  readonly endedAt?: number | undefined
  /** Its place among all runs; given by lists. */
  readonly position?: number | undefined
}

export interface RunFilter {
  readonly agent?: string | undefined
  /** Part of the agent's name; small and capital letters are the same. */
  readonly agentPart?: string | undefined
  readonly threadId?: string | undefined
  readonly principal?: string | undefined
  readonly parentId?: string | undefined
  readonly parentThreadId?: string | undefined
  readonly callId?: string | undefined
  readonly rootId?: string | undefined
  readonly batch?: string | undefined
  readonly waitsFor?: string | undefined
  readonly status?: RunStatus | readonly RunStatus[] | undefined
  /** Only those that no other run, and no other conversation, has started. */
  readonly isTop?: boolean | undefined
  /** Only runs that started at or after the one time, and before the other. */
  readonly since?: number | undefined
  readonly until?: number | undefined
  /** Only runs before this position: the next page. */
  readonly before?: number | undefined
  readonly limit?: number | undefined
  /** Without what may be long: plan, result, output; of the task the first `briefTask` characters. */
  readonly brief?: boolean | undefined
}

export const briefTask = 300

/** Databases know no other small letters in every installation. */
export function asciiLower(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/** What is written together with how a run stands. */
export interface StepOptions {
  /** How it must stand until then; `running` by default. */
  readonly from?: RunStatus | undefined
  readonly steps?: readonly RunStep[] | undefined
}

/** Runs that began from a time on, and before another. Names are whole, or parts of names. */
export interface RunUsageQuery {
  readonly since: number
  readonly until: number
  readonly stepMs: number
  /** How far the clock of who asks is ahead of UTC: days begin there. */
  readonly offsetMs?: number | undefined
  readonly agent?: string | undefined
  readonly principal?: string | undefined
  readonly match?: 'whole' | 'part' | undefined
}

/** What runs that began in a stretch of time have used. */
export interface RunUsageSlot {
  readonly at: number
  readonly runs: number
  readonly inputTokens: number
  readonly outputTokens: number
  /** Of the runs whose model has a price, and how many those are; absent if there are none. */
  readonly cost?: number | undefined
  readonly priced?: number | undefined
}

/** A file that a call of a run wrote. */
export interface WrittenPath {
  /** From the workspace. */
  readonly path: string
  readonly tool: string
}

export interface RunStore {
  /** Creates, durably where the store can: false if the id is taken, in whichever process. With its first words. Throws `conflict` as `save`. */
  begin(run: RunRecord, said?: FirstWords): Awaitable<boolean>
  /**
   * Writes how a run stands together with what was said in its thread and the steps that were taken, all or none. False if another
   * process has taken it up, or it is no longer as `from` says.
   */
  step(run: RunRecord, messages?: readonly ThreadMessage[], options?: StepOptions): Awaitable<boolean>
  /** In order; only those after a position where one is given. */
  steps(
    runId: string,
    page?: { readonly after?: number | undefined; readonly limit?: number | undefined },
  ): Awaitable<readonly RunStep[]>
  /**
   * Takes up a run that is queued or waits, or that this very job had already: from now on it is this process's, with one attempt
   * more. Undefined if another was quicker.
   */
  take(run: Pick<RunRecord, 'id' | 'attempt'>, job: string): Awaitable<RunRecord | undefined>
  /** Creates or replaces, whole. Throws `conflict` if it is open and another one of its thread is. */
  save(run: RunRecord): Awaitable<void>
  find(id: string): Awaitable<RunRecord | undefined>
  /** Newest first. */
  list(filter: RunFilter): Awaitable<readonly RunRecord[]>
  /** Oldest first; stretches of time without a run are left out. */
  usage(query: RunUsageQuery): Awaitable<readonly RunUsageSlot[]>
}

/** What a run begins with in its thread. */
export interface FirstWords {
  readonly title: string
  readonly messages: readonly ThreadMessage[]
}
