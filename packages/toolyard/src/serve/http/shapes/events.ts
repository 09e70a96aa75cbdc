/**
 * What event streams tell of calls and runs. Streams are written and never checked at run time, so these are types alone;
 * `test/api.types.ts` holds them against the events that calls and runs tell.
 *
 * @module
 */
import type { z } from 'zod'
import type { attachedPart, runFile } from './attachments.ts'
import type { toolResult } from './calls.ts'

type Result = z.output<typeof toolResult>
type Attached = z.output<typeof attachedPart>
type RunFile = z.output<typeof runFile>

export type ToolEvent =
  | { type: 'started'; callId: string; tool: string }
  | { type: 'progress'; callId: string; message?: string; done?: number; total?: number }
  | { type: 'chunk'; callId: string; data: unknown }
  | { type: 'result'; callId: string; result: Result }

export interface RunUsage {
  steps: number
  inputTokens: number
  outputTokens: number
  cachedTokens?: number
  cacheWriteTokens?: number
  reasoningTokens?: number
  cost?: number
}

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

export type RunEvent =
  | { type: 'started'; runId: string; threadId: string }
  | { type: 'text' | 'reasoning'; delta: string }
  | { type: 'tool_call'; callId: string; tool: string; input: unknown }
  | { type: 'tool_event'; callId: string; event: ToolEvent }
  | { type: 'tool_result'; callId: string; result: Result }
  | { type: 'usage'; usage: RunUsage }
  | { type: 'retry'; reason: string; delayMs: number }
  | { type: 'message'; id: string; text: string; attachments?: Attached[]; from?: string }
  | { type: 'notice'; text: string }
  | { type: 'step_restarted'; step: number; attempt: number }
  | {
      type: 'compacted'
      by: 'cuts' | 'model' | 'list'
      messages: number
      tokensBefore: number
      tokensAfter: number
    }
  | { type: 'done'; reason: RunEnd; text: string; output?: unknown; files?: RunFile[]; usage: RunUsage }
  | {
      type: 'error'
      error: NonNullable<Result['error']> & { says?: { key: string; values: string[] } }
      files?: RunFile[]
      usage: RunUsage
    }
