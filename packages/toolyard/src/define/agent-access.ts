/**
 * What tools may ask of agents: ports that the runtime fills in, so that a tool knows nothing of models or stores.
 *
 * @module
 */

export interface SubRun {
  readonly runId: string
  readonly threadId: string
  readonly agent: string
  readonly status: 'running' | 'done' | 'incomplete' | 'failed' | 'stopped' | 'unknown'
  /** What it came to; of one that has not finished, what it said last. */
  readonly text?: string | undefined
  readonly error?: string | undefined
}

/** Starts other agents under the caller's rules: never wider, and counted against the caller's limits. */
export interface AgentAccess {
  /** The agents that may be asked, with what they are for. */
  list(): Promise<
    readonly { readonly name: string; readonly prompt: string; readonly tags: readonly string[] }[]
  >
  /** Throws a `ToolyardError` where limits, names or rights forbid it. */
  start(request: {
    readonly agent?: string | undefined
    readonly task: string
    readonly label?: string | undefined
    /** A conversation to go on with; a new one by default. */
    readonly threadId?: string | undefined
    readonly batch?: string | undefined
    /** Whether the result is also sent to the caller's thread as a message. */
    readonly report: boolean
  }): Promise<SubRun>
  /** Waits until it has ended. */
  wait(runId: string, signal: AbortSignal): Promise<SubRun>
  find(filter: { readonly batch?: string; readonly runId?: string }): Promise<readonly SubRun[]>
}

/** The tools that are there and not shown yet. */
export interface ToolFinder {
  /** By name, description and parameters, best first; those found are shown to the caller's thread from now on. */
  find(
    query: string,
    limit: number,
  ): Promise<{
    readonly tools: readonly { readonly name: string; readonly description: string }[]
    /** What is missing in the answer, and why. */
    readonly note?: string | undefined
  }>
}
