/**
 * What a running tool can reach. A tool touches nothing else: no `process.env`, no clock, no database of its own.
 *
 * @module
 */
import type { HostAccess } from '../host/index.ts'
import type { Clock, Ids } from '../kernel/index.ts'
import type { InferInput, SchemaLike } from './infer.ts'
import type { McpAccess } from './mcp-facts.ts'
import type { AgentAccess, ToolFinder } from './agent-access.ts'
import type { ProgressUpdate, ResultReader, ToolResult } from './result.ts'
import type { Services } from './services.ts'
import type { ToolResource } from './tool-resource.ts'

/** Who is calling, and in which conversation. */
export interface Caller {
  readonly threadId?: string | undefined
  readonly agent?: string | undefined
  /** The person or program on whose behalf the call is made. */
  readonly principal: string
}

export interface ToolContext extends Caller, EarlierContext {
  readonly callId: string
  readonly tool: string
  /** Stop soon after this aborts: on timeout, on cancel, on shutdown. */
  readonly signal: AbortSignal
  /** The folder that this call may work in. */
  readonly workspace: string
  /** Files and programs, each through its one guarded way. */
  readonly host: HostAccess
  /** Equal for repeats of the same call: hand it to services that accept one. */
  readonly idempotencyKey: string
  readonly clock: Clock
  readonly ids: Ids
  /** What this conversation owns; ends with it. */
  readonly thread: ThreadState
  /** What the installation offers beside the machine: agents, plans, MCP servers, channels, calendar, board and more. */
  readonly services: Services
  /** What was asked for, and what it was found to touch. */
  readonly request: CallRequestFacts
  /** Tells how far the work is. Cheap: only the latest counts for a slow reader. */
  readonly progress: (update: ProgressUpdate) => void
  /** Sends part of the answer; await it, so that a slow reader slows the tool. */
  readonly emit: (chunk: unknown) => Promise<void>
  /** Asks a person and waits for the answer, as long as it takes; the call's clock stands still meanwhile. */
  readonly ask: Ask
  /** Asks the caller's model, in the words of MCP (`sampling/createMessage`); absent if that can't be asked. */
  readonly sample?: SampleModel | undefined
  /** Calls another tool under the same agent, rules and budget. */
  readonly call: (tool: string, input: unknown) => Promise<ToolResult>
}

/** A call as it came. */
export interface CallRequestFacts {
  /** Why the model calls, if it said so. */
  readonly explanation?: string | undefined
  /** Parameters that the caller wrote under another name: that name, by their own. */
  readonly written?: ReadonlyMap<string, string> | undefined
  /** What the call named before it was allowed. */
  readonly resources?: readonly ToolResource[] | undefined
  /** What policy says of something that the call did not name: for tools that learn it while they work. Outlives the call. */
  readonly judge?: ((resources: readonly ToolResource[]) => 'allow' | 'ask' | 'deny') | undefined
}

/** Where these stood before they were in groups. */
export interface EarlierContext {
  /** @deprecated Use `request.explanation`. */
  readonly explanation?: string | undefined
  /** @deprecated Use `services.results`. */
  readonly results?: ResultReader | undefined
  /** @deprecated Use `services.mcp`. */
  readonly mcp?: McpAccess | undefined
  /** @deprecated Use `services.agents`. */
  readonly agents?: AgentAccess | undefined
  /** @deprecated Use `services.finder`. */
  readonly finder?: ToolFinder | undefined
  /** @deprecated Use `request.resources`. */
  readonly resources?: readonly ToolResource[] | undefined
}

/** What a model should answer to, and what it answered, as MCP writes them. */
export type SampleModel = (
  request: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
) => Promise<Readonly<Record<string, unknown>>>

export interface Question {
  readonly question: string
  /** What can be chosen; any text where it is absent. */
  readonly choices?: readonly string[] | undefined
  /** What the answer is called, for clients that show a form or keep answers by name. */
  readonly name?: string | undefined
  readonly schema?: undefined
}

/** A question that is answered by filling in a form. */
export interface FormQuestion<S extends SchemaLike = SchemaLike> {
  readonly question: string
  /** The fields: a flat object of texts, numbers, booleans, choices (`enum`) and lists of choices. */
  readonly schema: S
}

/** Rejects if the person does not want to answer (`rejected`), or if no answer comes in time. */
export interface Ask {
  <const S extends SchemaLike>(question: FormQuestion<S>): Promise<InferInput<S>>
  (question: Question): Promise<string>
}

/** Things that live as long as a conversation: made on first use, disposed once. */
export interface ThreadState {
  readonly id: string
  /** The value under `key`, made by `create` on first use, also when several calls ask at once. */
  own<T>(key: string, create: () => T | Promise<T>): Promise<T>
  /** The value under `key`, if it was made before. */
  existing?(key: string): unknown
}
