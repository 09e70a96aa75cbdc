/**
 * The port to conversations: what was said in a thread, in order, and what waits to be read in it.
 *
 * @module
 */
import type { ContentBlock, ToolStatus } from '../define/index.ts'
import type { Awaitable } from './awaitable.ts'

/** One part of a message, in no provider's form. `signature`: what the model's service wants back with the part; no other code reads it. */
export type MessagePart =
  | { readonly type: 'text'; readonly text: string; readonly signature?: string | undefined }
  | { readonly type: 'reasoning'; readonly text: string; readonly signature?: string | undefined }
  | {
      readonly type: 'tool_call'
      readonly callId: string
      readonly tool: string
      readonly input: unknown
      readonly signature?: string | undefined
    }
  | {
      readonly type: 'tool_result'
      readonly callId: string
      readonly tool: string
      readonly status: ToolStatus
      readonly content: readonly ContentBlock[]
      /** Where the whole of a long answer is kept. */
      readonly handle?: string | undefined
    }

export interface ThreadMessage {
  readonly id: string
  readonly role: 'user' | 'assistant' | 'tool'
  readonly parts: readonly MessagePart[]
  /** Who said it, where it was not the person or the agent of the thread: a sub-agent, a schedule. */
  readonly from?: string | undefined
  readonly runId?: string | undefined
  readonly at: number
  /** Its place in the thread; given by the store. */
  readonly position?: number | undefined
}

export interface ThreadSummary {
  readonly id: string
  readonly agent?: string | undefined
  /** Who began it; undefined if that was not kept. */
  readonly principal?: string | undefined
  readonly title: string
  readonly messages: number
  readonly createdAt: number
  readonly updatedAt: number
}

export interface ThreadStore {
  /** Appends, in order, all or none; makes the thread where it is new. */
  append(
    thread: {
      readonly id: string
      readonly agent?: string | undefined
      readonly principal?: string | undefined
      readonly title?: string | undefined
    },
    messages: readonly ThreadMessage[],
  ): Awaitable<void>
  /** In order; only those after a position where one is given. */
  messages(threadId: string, after?: number): Awaitable<readonly ThreadMessage[]>
  find(threadId: string): Awaitable<ThreadSummary | undefined>
  /** The one that was used last first. */
  list(filter: {
    readonly agent?: string | undefined
    readonly principal?: string | undefined
    readonly before?: number | undefined
    readonly limit?: number | undefined
  }): Awaitable<readonly ThreadSummary[]>
  /** With everything said in it. Whether there was such a thread. */
  remove(threadId: string): Awaitable<boolean>
}
