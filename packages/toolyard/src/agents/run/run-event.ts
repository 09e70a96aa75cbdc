/**
 * What a run tells while it goes on. The last event is `done` or `error`, and there is exactly one of them.
 *
 * @module
 */
import type { ToolEvent, ToolFault, ToolResult } from '../../define/index.ts'

export type RunEvent =
  | {
      readonly type: 'started'
      readonly runId: string
      readonly threadId: string
      readonly agent: string
      readonly model: string
    }
  | { readonly type: 'text'; readonly delta: string }
  | { readonly type: 'reasoning'; readonly delta: string }
  /** The model wants a call. */
  | { readonly type: 'tool_call'; readonly callId: string; readonly tool: string; readonly input: unknown }
  /** Something of a call that runs: progress, a chunk. */
  | { readonly type: 'tool_event'; readonly callId: string; readonly event: ToolEvent }
  | { readonly type: 'tool_result'; readonly callId: string; readonly result: ToolResult }
  | { readonly type: 'usage'; readonly usage: RunUsage }
  /** The model's service failed and is asked again: text and reasoning of this step so far are void. */
  | { readonly type: 'retry'; readonly reason: string; readonly delayMs: number }
  | { readonly type: 'done'; readonly reason: RunEnd; readonly text: string; readonly usage: RunUsage }
  | { readonly type: 'error'; readonly error: ToolFault; readonly usage: RunUsage }

/** How a run ends. */
export type LastRunEvent = Extract<RunEvent, { type: 'done' | 'error' }>

/** `finished`: the model has nothing more to do. `cut_off`: its last answer is not whole, it reached the longest that the service gives. */
export type RunEnd = 'finished' | 'cut_off' | 'max_steps' | 'token_budget' | 'cost_budget' | 'stopped'

/** Of the whole run so far. */
export interface RunUsage {
  readonly steps: number
  readonly inputTokens: number
  readonly outputTokens: number
  /** In the currency of the configured prices; absent if the model has none. */
  readonly cost?: number | undefined
}
