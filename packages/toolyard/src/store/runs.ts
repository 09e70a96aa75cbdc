/**
 * The port to runs: each time an agent works, for whom, how it stands and what it came to.
 *
 * @module
 */
import type { Awaitable } from './awaitable.ts'

/** `unknown`: the process that ran it ended in between. */
export type RunStatus = 'running' | 'done' | 'failed' | 'stopped' | 'unknown'

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
  /** Runs that were started together. */
  readonly batch?: string | undefined
  readonly depth: number
  readonly status: RunStatus
  readonly steps: number
  readonly inputTokens: number
  readonly outputTokens: number
  readonly result?: string | undefined
  readonly error?: string | undefined
  readonly startedAt: number
  readonly endedAt?: number | undefined
}

export interface RunStore {
  /** Creates, durably where the store can: false if the id is taken, in whichever process. Throws `conflict` as `save`. */
  begin(run: RunRecord): Awaitable<boolean>
  /** Creates or replaces, whole. Throws `conflict` where it runs and another one runs in its thread. */
  save(run: RunRecord): Awaitable<void>
  find(id: string): Awaitable<RunRecord | undefined>
  /** Newest first. */
  list(filter: {
    readonly agent?: string | undefined
    readonly threadId?: string | undefined
    readonly principal?: string | undefined
    readonly parentId?: string | undefined
    readonly parentThreadId?: string | undefined
    readonly batch?: string | undefined
    readonly status?: RunStatus | undefined
    readonly limit?: number | undefined
  }): Awaitable<readonly RunRecord[]>
}
