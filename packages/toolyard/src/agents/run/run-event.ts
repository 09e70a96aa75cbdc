/**
 * What a run tells while it goes on. The last event is `done` or `error`, and there is exactly one of them.
 *
 * @module
 */
import type { ToolEvent, ToolFault, ToolResult } from '../../define/index.ts'
import type { AttachedPart, WrittenPath } from '../../store/index.ts'

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
  /** The model wants a call. Told again if the run is taken up before the call has answered. */
  | { readonly type: 'tool_call'; readonly callId: string; readonly tool: string; readonly input: unknown }
  /** Something of a call that runs: progress, a chunk. */
  | { readonly type: 'tool_event'; readonly callId: string; readonly event: ToolEvent }
  | { readonly type: 'tool_result'; readonly callId: string; readonly result: ToolResult }
  | { readonly type: 'usage'; readonly usage: RunUsage }
  /** The model's service failed and is asked again: text and reasoning of this step so far are void. */
  | { readonly type: 'retry'; readonly reason: string; readonly delayMs: number }
  /** Somebody said something while the run went on, and from here on the model knows it. */
  | {
      readonly type: 'message'
      readonly id: string
      readonly text: string
      readonly attachments?: readonly AttachedPart[] | undefined
      readonly from?: string | undefined
    }
  /** Something that people should know, and that does not end the run: a file that nobody has trusted is not read. */
  | { readonly type: 'notice'; readonly text: string }
  /** Another process has taken the run up: text and reasoning of this step so far are void. */
  | { readonly type: 'step_restarted'; readonly step: number; readonly attempt: number }
  /** The conversation was longer than the model takes: what it is shown from now on. All of it stays in the thread. */
  | {
      readonly type: 'compacted'
      readonly by: CompactedBy
      /** How many messages the summary stands for. */
      readonly messages: number
      readonly tokensBefore: number
      readonly tokensAfter: number
    }
  | {
      readonly type: 'done'
      readonly reason: RunEnd
      readonly text: string
      /** The answer as data, if the run was asked for some. */
      readonly output?: unknown
      readonly files?: readonly RunFile[] | undefined
      readonly usage: RunUsage
    }
  | {
      readonly type: 'error'
      readonly error: ToolFault
      readonly files?: readonly RunFile[] | undefined
      readonly usage: RunUsage
    }

/** How a run ends. */
export type LastRunEvent = Extract<RunEvent, { type: 'done' | 'error' }>

/**
 * `finished`: the model has nothing more to do. `stop_condition`: what `stopWhen` of its settings says has come. `cut_off`: its last answer is not whole, it reached the longest that the service gives.
 * `refused`: the model, or its service, would not answer. `loop`: it made the same calls again and again. `invalid_output`: its answer
 * is not the data that it was asked for. The others are limits, and `stopped`: by a person or the run above.
 */
export type RunEnd =
  | 'finished'
  | 'stop_condition'
  | 'cut_off'
  | 'refused'
  | 'loop'
  | 'invalid_output'
  | 'max_steps'
  | 'token_budget'
  | 'cost_budget'
  | 'stopped'

/** Long results were cut, or a summary was made for the beginning: by the model, or as a list if the model could make none. */
export type CompactedBy = 'cuts' | 'model' | 'list'

/** A file that a run, or one below it, wrote by its calls: as it is now. */
export interface RunFile extends WrittenPath {
  /** Whose call wrote it. */
  readonly runId: string
  /** Whether it is still there. */
  readonly exists: boolean
  readonly bytes?: number | undefined
  readonly mediaType?: string | undefined
}

/** Of the whole run so far. */
export interface RunUsage {
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
}
