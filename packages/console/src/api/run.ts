/**
 * A call that this page has started, as it stands.
 *
 * @module
 */
import type { ToolResult } from './types.ts'

export interface RunRequest {
  readonly tool: string
  readonly input: unknown
  readonly agent?: string | undefined
  readonly threadId?: string | undefined
  readonly explanation?: string | undefined
}

export interface Run {
  readonly callId: string
  readonly request: RunRequest
  readonly state: 'running' | 'cancelling' | 'done'
  readonly startedAt: number
  readonly output: string
  /** Whether the beginning of the output was left out. */
  readonly isCut: boolean
  readonly progress?: { readonly message?: string; readonly done?: number; readonly total?: number }
  readonly result?: ToolResult
  /** Why there is no result. */
  readonly error?: unknown
}
