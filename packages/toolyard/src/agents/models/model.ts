/**
 * The port to a language model: one answer to a conversation, streamed.
 *
 * A model knows nothing of runs, steps or budgets, and never calls a tool. What goes wrong is thrown as a `ToolyardError`
 * that says whether asking again helps and when.
 *
 * @module
 */
import type { DialectName } from '../../dialects/index.ts'
import type { JsonSchema } from '../../kernel/index.ts'
import type { Attachment, MessagePart, ThreadMessage } from '../../store/index.ts'
import type { ReasoningEffort } from '../step-settings.ts'

/** The result of a call, as a conversation keeps it. */
export type ToolResultPart = Extract<MessagePart, { type: 'tool_result' }>

export interface Models {
  /** By its configured name, such as `anthropic/claude-sonnet-5`. Throws if provider, key or script are missing. */
  open(name: string): Promise<Model>
}

export interface Model {
  readonly name: string
  /** In which form it takes tools, and whether it is held to their schemas if that can be had. */
  readonly dialect: DialectName
  readonly strict: boolean
  /** Tokens that question and answer may have together. */
  readonly contextLimit: number
  /** Absent if it is not configured. */
  readonly price?: ModelPrice | undefined
  /** Ends with `finish` or `too_long`, or throws. */
  stream(request: ModelRequest): AsyncIterable<ModelEvent>
}

/** In any currency, for a million tokens. */
export interface ModelPrice {
  readonly input: number
  readonly output: number
  /** Input that the service had already read; as `input` if it is absent. */
  readonly cachedInput?: number | undefined
  /** Input that the service writes down to read it again; as `input` if it is absent. */
  readonly cacheWrite?: number | undefined
}

export interface ModelRequest {
  readonly system: string
  /** Every call has its result in the message after it. */
  readonly messages: readonly ThreadMessage[]
  /** The bytes of a picture or a file that a message names; without it, they are only named. */
  readonly attachment?: ((handle: string) => Promise<Attachment | undefined>) | undefined
  readonly tools: readonly ModelTool[]
  /** How many answers the model has given in the whole conversation; undefined if this is a question beside it, such as for a summary. */
  readonly answers?: number | undefined
  readonly options: ModelOptions
  /** What the model is made to do; by default it chooses whether it calls a tool. */
  readonly toolChoice?: ModelToolChoice | undefined
  readonly signal: AbortSignal
  /** For which run it is asked. */
  readonly runId?: string | undefined
}

/** A tool as this model is shown it. */
export interface ModelTool {
  /** The name that the model writes, and the one under which calls stand in messages. */
  readonly name: string
  readonly tool: string
  readonly description: string
  readonly inputSchema: JsonSchema
  readonly strict?: boolean | undefined
  readonly examples?: readonly Readonly<Record<string, unknown>>[] | undefined
}

export interface ModelOptions {
  readonly temperature?: number | undefined
  readonly maxOutputTokens?: number | undefined
  readonly reasoning?: ReasoningEffort | undefined
}

/** `tool`: the name that the model writes. */
export type ModelToolChoice = 'required' | 'none' | { readonly tool: string }

export type ModelEvent =
  | { readonly type: 'text'; readonly delta: string }
  | { readonly type: 'reasoning'; readonly delta: string }
  | ModelAnswer
  /** Something that people should know, and that does not end the answer. */
  | { readonly type: 'notice'; readonly text: string }
  /** The conversation does not fit; nothing was answered. */
  | { readonly type: 'too_long'; readonly message: string }

export interface ModelAnswer {
  readonly type: 'finish'
  /** Text, reasoning and calls in their order. Calls have the names that the model wrote, and text as input if it is no JSON. */
  readonly parts: readonly MessagePart[]
  /** `length`: it is not whole, it reached the longest that the service gives. `refused`: the service withheld it, or a part of it. */
  readonly reason: 'stop' | 'length' | 'refused'
  readonly usage: ModelUsage
}

/** Of one answer; what the service does not tell is absent. */
export interface ModelUsage {
  readonly inputTokens?: number | undefined
  /** Of the input, what the service had already read. */
  readonly cachedTokens?: number | undefined
  /** Of the input, what the service wrote down to read it again. */
  readonly cacheWriteTokens?: number | undefined
  readonly outputTokens?: number | undefined
  /** Of the output. */
  readonly reasoningTokens?: number | undefined
}
