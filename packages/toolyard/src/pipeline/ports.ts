/**
 * What the pipeline needs from others: who runs a tool, who is asked, who traces.
 *
 * @module
 */
import type {
  Caller,
  ThreadState,
  Tool,
  ToolContext,
  ToolManifest,
  ToolResource,
  ToolResult,
} from '../define/index.ts'
import type { RegistryEntry, Snapshot } from '../registry/index.ts'
import type { LoopGuard } from './limits/index.ts'

/** Runs the tools of one type. Answers a value, a promise, or an (async) iterator that streams; may throw. */
export interface Executor {
  execute(tool: Tool, input: unknown, context: ToolContext): unknown
}

/** A question to a person about exactly one call. Everything in it was rendered from the bytes that were hashed. */
export interface ApprovalRequest extends Caller {
  readonly id: string
  readonly callId: string
  readonly tool: string
  readonly manifest: ToolManifest
  readonly input: unknown
  readonly resources: readonly ToolResource[]
  /** Why it is asked, and which rule asks. */
  readonly reason: string
  readonly rule: string
  /** SHA-256 over tool, fingerprint, arguments, resources, folder, caller and expiry. */
  readonly digest: string
  /** What the person reads: control and bidi characters visible. */
  readonly text: string
  readonly explanation: string | undefined
  readonly expiresAt: number
}

export interface ApprovalAnswer {
  readonly decision: 'approve' | 'reject'
  readonly by: string
  readonly reason?: string
}

/** Asks somebody. Agents can't be asked: an approver speaks for a person. */
export interface Approver {
  ask(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer>
}

/** A running span; ended once, with what the caller got. */
export interface Span {
  end(result: ToolResult): void
}

export interface Tracer {
  start(
    call: { readonly id: string; readonly manifest: ToolManifest; readonly input: unknown } & Caller,
  ): Span
}

/** One conversation, as the pipeline uses it. */
export interface CallThread {
  readonly state: ThreadState
  /** Calls made in it, for budgets. */
  calls: number
  /** Calls that run now: a thread with one is not idle. */
  active: number
  guard: LoopGuard | undefined
  /** The tools that the model was shown last. */
  shown: Snapshot | undefined
  /** Moves the moment from which it counts as idle. */
  touch(now: number): void
}

export interface CallThreads {
  get(id: string): CallThread
}

/** Where names are looked up. */
export interface ToolSource {
  get(name: string): RegistryEntry | undefined
  snapshot(): Snapshot
}
