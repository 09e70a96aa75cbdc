/**
 * How long servers are waited for, and how much is taken from them.
 *
 * @module
 */

export interface McpLimits {
  /** Until a server is connected and has told its tools. */
  readonly connectMs: number
  /** Until a program that does not answer the newer greeting counts as an older server. */
  readonly probeMs: number
  /** Silence of a running request, where the server's configuration says nothing else. */
  readonly idleMs: number
  /** The first pause after a server has ended by itself; doubled each time, with jitter. */
  readonly pauseMs: number
  readonly maxPauseMs: number
  /** What was before counts no more when it has run for so long. */
  readonly stableMs: number
  /** Lists are read again at most so often, however often a server says that they have changed. */
  readonly refreshMs: number
  /** How many servers are reached at once if no caller waits for them. */
  readonly atOnce: number
  /** One that does not answer holds up those behind it for so long. */
  readonly turnMs: number
}

export const defaultLimits: McpLimits = {
  connectMs: 60_000,
  probeMs: 5000,
  idleMs: 60_000,
  pauseMs: 1000,
  maxPauseMs: 60_000,
  stableMs: 60_000,
  refreshMs: 1000,
  atOnce: 4,
  turnMs: 2000,
}
