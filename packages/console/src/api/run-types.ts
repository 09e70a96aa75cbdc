/**
 * What the server tells of runs of agents and their conversations.
 *
 * @module
 */
import type { CallStatus, ContentBlock, Fault, ToolEvent, ToolResult } from './types.ts'

export type RunEnd = 'finished' | 'cut_off' | 'max_steps' | 'token_budget' | 'cost_budget' | 'stopped'

export interface RunUsage {
  readonly steps: number
  readonly inputTokens: number
  readonly outputTokens: number
}

export type RunEvent =
  | { readonly type: 'started'; readonly runId: string; readonly threadId: string }
  | { readonly type: 'text' | 'reasoning'; readonly delta: string }
  | { readonly type: 'tool_call'; readonly callId: string; readonly tool: string; readonly input: unknown }
  | { readonly type: 'tool_event'; readonly callId: string; readonly event: ToolEvent }
  | { readonly type: 'tool_result'; readonly callId: string; readonly result: ToolResult }
  | { readonly type: 'usage'; readonly usage: RunUsage }
  | { readonly type: 'retry'; readonly reason: string; readonly delayMs: number }
  | { readonly type: 'done'; readonly reason: RunEnd; readonly text: string; readonly usage: RunUsage }
  | { readonly type: 'error'; readonly error: Fault; readonly usage: RunUsage }

export interface RunRecord {
  readonly id: string
  readonly agent: string
  readonly threadId: string
  readonly task: string
  readonly status: 'running' | 'done' | 'failed' | 'stopped' | 'unknown'
  readonly steps: number
  readonly inputTokens: number
  readonly outputTokens: number
  readonly error?: string
  readonly startedAt: number
}

export type MessagePart =
  | { readonly type: 'text' | 'reasoning'; readonly text: string }
  | { readonly type: 'tool_call'; readonly callId: string; readonly tool: string; readonly input: unknown }
  | {
      readonly type: 'tool_result'
      readonly callId: string
      readonly tool: string
      readonly status: CallStatus
      readonly content: readonly ContentBlock[]
      readonly handle?: string
    }

export interface ThreadMessage {
  readonly id: string
  readonly role: 'user' | 'assistant' | 'tool'
  readonly parts: readonly MessagePart[]
  readonly from?: string
  readonly runId?: string
  readonly at: number
}

export interface ConversationSummary {
  readonly id: string
  readonly agent?: string
  readonly title: string
  readonly messages: number
  readonly updatedAt: number
}

export interface StartedRun {
  readonly runId: string
  readonly threadId: string
}
