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
  | AttachedPart

/** A picture or a file that was sent with a message. Its bytes are in the store of attachments, or in the workspace. */
export type AttachedPart =
  | (AttachedFacts & {
      readonly type: 'image'
      readonly handle: string
      readonly width: number
      readonly height: number
    })
  | (AttachedFacts & {
      readonly type: 'file'
      readonly handle: string
      /** Of a PDF, about. */
      readonly pages?: number | undefined
    })
  /** The agent is told of it, no more. */
  | (AttachedFacts & { readonly type: 'file'; readonly path: string })

interface AttachedFacts {
  readonly name: string
  /** As it was found from the bytes. */
  readonly mediaType: string
  readonly bytes: number
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

/** What models are shown of a conversation that is longer than they take. The conversation itself stays whole. */
export interface ThreadView {
  /** The message up to which, itself included, the summary stands for what was said. */
  readonly upTo?: string | undefined
  readonly summary: string
  /** How many messages that is. */
  readonly messages: number
  /** By id of a call or a message: of its text only the beginning is shown. */
  readonly cuts: Readonly<Record<string, TextCut>>
}

export interface TextCut {
  /** Characters that are shown. */
  readonly head: number
  /** Where the whole is kept. */
  readonly handle?: string | undefined
}

export interface ThreadFilter {
  readonly agent?: string | undefined
  readonly principal?: string | undefined
  /** A part of its title or of its agent's name, in whichever case. */
  readonly words?: string | undefined
  /** Only those that come after this one in the order of the list: last used before a time, or at that time with an id before. */
  readonly before?: number | { readonly at: number; readonly id: string } | undefined
  readonly limit?: number | undefined
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
  /** The last ones, in order; of those before a position where one is given. */
  lastMessages(
    threadId: string,
    page: { readonly before?: number | undefined; readonly limit: number },
  ): Awaitable<readonly ThreadMessage[]>
  find(threadId: string): Awaitable<ThreadSummary | undefined>
  /** The one that was used last first. */
  list(filter: ThreadFilter): Awaitable<readonly ThreadSummary[]>
  /** Whether there is such a thread. */
  rename(threadId: string, title: string): Awaitable<boolean>
  /** Undefined if models are shown all of it. */
  view(threadId: string): Awaitable<ThreadView | undefined>
  /** Nothing happens if there is no such thread. */
  saveView(threadId: string, view: ThreadView): Awaitable<void>
  /** With everything said in it. Whether there was such a thread; false too if a run of it is open, where the store can tell. */
  remove(threadId: string): Awaitable<boolean>
}
