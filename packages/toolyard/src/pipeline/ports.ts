/**
 * What the pipeline needs from others: who is asked, what callers may do, who traces.
 *
 * @module
 */
import type {
  Executor,
  Caller,
  FormSchema,
  FormValues,
  Question,
  ThreadState,
  ToolManifest,
  ToolResource,
  ToolResult,
} from '../define/index.ts'
import type { RegistryEntry, Snapshot } from '../registry/index.ts'
import type { Awaitable } from '../store/index.ts'
import type { LoopGuard } from './limits/index.ts'
import type { Refused } from './outcome.ts'
import type { Rule } from './policy/index.ts'

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
  /** What the person reads: every character, those that can't be seen as marks; of registered secrets their name and length. */
  readonly text: string
  readonly explanation: string | undefined
  /** What was hashed, as canonical JSON. */
  readonly bytes: string
  /** The same without the values of registered secrets: what may be kept. */
  readonly shown: string
  /** The policy rule that "always" would save; absent where it is not offered. */
  readonly offer: string | undefined
  readonly expiresAt: number
  /** The call belongs to a run of an agent, which goes on when it is answered: its model can't call again under the same id. */
  readonly ofRun: boolean
}

export interface ApprovalAnswer {
  /**
   * `pending`: no person is waited for; who calls again with the same id hears what was answered by then.
   * `void`: the request can't be answered, or its approval used, any more; the reason says why.
   */
  readonly decision: 'approve' | 'reject' | 'pending' | 'void'
  readonly by: string
  readonly reason?: string
  /** For how long an approval holds: this call by default. */
  readonly scope?: 'once' | 'thread' | 'agent'
}

/** Asks a person. Agents can't be asked: an approver speaks for a person. */
export interface Approver {
  /** If another person was quicker, the signal aborts with their answer as its reason. */
  ask(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer>
  /** A tool's question to the same person; answers undefined if they are only told of it. */
  question?(question: OpenQuestion, signal: AbortSignal): Promise<QuestionAnswer | undefined>
  /** A request that was made for this call before, perhaps by a process that has ended. */
  earlier?(callId: string): Awaitable<
    | {
        readonly id: string
        readonly expiresAt: number
        readonly digest: string
        readonly createdAt?: number | undefined
      }
    | undefined
  >
}

/** A tool's question that waits for an answer. */
export interface OpenQuestion extends Caller {
  readonly id: string
  readonly callId: string
  readonly tool: string
  /** Control and bidi characters visible. */
  readonly text: string
  readonly choices?: readonly string[] | undefined
  /** What is filled in; then the answer has `values`. */
  readonly form?: FormSchema | undefined
  /** What the answer is called, where the tool says so. */
  readonly name?: string | undefined
  readonly expiresAt: number
}

export interface QuestionAnswer {
  /** Of a form: it is read if there are no `values`, as a JSON object. */
  readonly text: string
  /** By the names of the form's fields. */
  readonly values?: Readonly<Record<string, unknown>> | undefined
  /** They do not want to answer; the text says why. */
  readonly declined?: boolean | undefined
  readonly by: string
}

/** Puts a tool's question to a person. */
export interface Questioner {
  ask(question: PutQuestion, signal: AbortSignal): Promise<HeardAnswer>
}

export interface PutQuestion extends Omit<Question, 'schema'>, Caller {
  readonly form?: FormSchema | undefined
  readonly callId: string
  readonly tool: string
  /** Which question of a call it is, from 0, if the call may come again under its id: an answer that is there already counts. */
  readonly number?: number | undefined
  /** Throws `approval_pending` instead of waiting. */
  readonly parks?: boolean | undefined
}

export interface HeardAnswer {
  readonly text: string
  /** Of a form: they fit it. */
  readonly values?: FormValues | undefined
  /** When it was asked, if that was before the call came again. */
  readonly askedAt?: number | undefined
}

/** Who answers for people. */
export interface People {
  readonly approver: Approver | undefined
  readonly questioner: Questioner | undefined
}

/** The tools of one agent. */
export interface AgentTools {
  readonly kind: 'tools'
  /** The name of the agent. */
  readonly agent: string
  readonly names: readonly string[]
  has(tool: string): boolean
  /** The only version that this agent may use, where it is bound to one. */
  pinned(tool: string): string | undefined
}

/** A rule that a person has granted to one conversation or one agent. */
export interface GrantedRule {
  readonly id: string
  readonly rule: Rule
  readonly by: string
}

/**
 * What is known of callers and tools beside the registry: bindings, holds, grants. It may be changed by other processes, so
 * every call first asks whether it is fresh.
 */
export interface CallRights {
  /** Nothing where it is fresh; else it is waited for. Never rejects. */
  fresh(now: number): Promise<void> | undefined
  /** The name of an agent that may have been named by its id. */
  agentName(agent: string): string
  /** The tools of an agent; undefined if the name is only a label; a refusal if it may not call at all. */
  toolsOf(agent: string): AgentTools | Refused | undefined
  /** Why no one may run this version of a tool. */
  hold(manifest: ToolManifest): Refused | undefined
  grants(
    manifest: ToolManifest,
    caller: Partial<Pick<Caller, 'threadId' | 'agent' | 'principal'>>,
  ): readonly GrantedRule[]
}

/** Who wants something of agents, plans and tools: what its call came with. */
export interface CompanyCaller {
  readonly callId?: string | undefined
  readonly threadId?: string | undefined
  readonly agent?: string | undefined
  readonly principal?: string | undefined
  readonly person?: Approver | undefined
  readonly run?: { readonly id: string; readonly above: readonly string[] } | undefined
  /** It waits without a process. */
  readonly parks?: boolean | undefined
  /** The policy mode that its call was asked for in, if that was elsewhere. */
  readonly mode?: string | undefined
}

/** A running span; ended once, with what the caller got. */
export interface Span {
  end(result: ToolResult): void
}

export interface Tracer {
  start(call: TracedCall): Span
}

export interface TracedCall extends Caller {
  readonly id: string
  readonly manifest: ToolManifest
  readonly input: unknown
  /** The run that makes it. */
  readonly runId?: string | undefined
  /** The call whose tool makes it. */
  readonly parentId?: string | undefined
}

/** One conversation, as the pipeline uses it. */
export interface CallThread {
  readonly state: ThreadState
  /** Calls made in it, in this process. */
  calls: number
  /** Calls that run now: a thread with one is not idle. */
  active: number
  guard: LoopGuard | undefined
  /** Who made the first call in it. */
  principal: string | undefined
  /** The tools that the model was shown last. */
  shown: Snapshot | undefined
  /** Moves the moment from which it counts as idle. */
  touch(now: number): void
}

export interface CallThreads {
  get(id: string): CallThread
}

/** Where tools are looked up, and who runs them. */
export interface ToolSource {
  get(name: string): RegistryEntry | undefined
  /** The name of the tool that is meant by a name that models may know from elsewhere. */
  nameOf(name: string): string
  snapshot(): Snapshot
  executorFor(manifest: ToolManifest): Executor
}

/** A failure inside a tool, as developers see it. */
export interface ToolBug {
  readonly tool: string
  readonly callId: string
  readonly stack: string
}
