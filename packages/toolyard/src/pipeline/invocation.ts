/**
 * One call on its way, and the way: a ticket, its companion, and how far it has come. Everything after validation works on it,
 * never on raw JSON.
 *
 * A call owns its right to go on: `stop` ends it for one reason, once. The abort signal exists only if it is asked for, because
 * most tools never do. Its clock stands still while people are asked.
 *
 * @module
 */
import type { Executor, Tool, ToolManifest, ToolResource, ToolResult } from '../define/index.ts'
import type { Rate } from '../engine/index.ts'
import { type Shape, ToolyardError } from '../kernel/index.ts'
import type { CallStep } from '../store/index.ts'
import type { ChunkStream } from './chunk-stream.ts'
import type { ActiveHook } from './hooks/index.ts'
import type { Outcome, StepAnswer } from './outcome.ts'
import type { Decision, ToolPolicy } from './policy/index.ts'
import type { CallThread, Span } from './ports.ts'
import type { CallCompanion, CallTicket } from './ticket.ts'

/**
 * What one step does about the calls of one tool. `run` answers at once or with a promise; `read` turns what came into undefined,
 * to go on, or into an outcome; `failed` does so with what was thrown.
 */
export interface Stage {
  readonly run: (invocation: Invocation) => unknown
  readonly read?: ((invocation: Invocation, value: unknown) => StepAnswer) | undefined
  readonly failed?: ((invocation: Invocation, error: unknown) => Outcome | undefined) | undefined
  /** Whether the call can go on without the one that it waits for here. */
  readonly interruptible?: boolean | undefined
  /** The longest wait here. */
  readonly timeoutMs?: number | undefined
}

/** What is known of one tool's calls before any of them comes. */
export interface PlanFacts {
  readonly tool: Tool
  readonly manifest: ToolManifest
  readonly executor: Executor
  readonly shape: Shape | undefined
  readonly policy: ToolPolicy
  /** The decision if it is the same for every call. */
  readonly constant: Decision | undefined
  /** The same for a call of which the tool says that no one has to confirm it. */
  readonly unconfirmed?: PlanFacts | undefined
  readonly preHooks: readonly ActiveHook[]
  readonly timeoutMs: number
  /** Whether it runs programs that are to be kept from the rest of the machine. */
  readonly needsSandbox: boolean
  readonly rate: Rate | undefined
}

/**
 * The way of one tool's calls, worked out once: a tool without hooks, rules and limits has a short list of stages, and nothing asks
 * per call whether there are any. Plans are dropped when tools, hooks or policy change.
 */
export interface Plan extends PlanFacts {
  readonly kind: 'plan'
  readonly short: ShortWay | undefined
  /** From validation to the tool itself. */
  readonly stages: readonly Stage[]
  /** What makes a result of the outcome. */
  readonly settling: readonly Stage[]
  /** What comes after, by how it ended. */
  readonly after: {
    readonly ok: readonly Stage[]
    readonly failed: readonly Stage[]
    readonly skipped: readonly Stage[]
  }
}

/** Of a tool whose calls are only validated and run: no one is asked, nothing is locked, nothing looks at the answer. */
export interface ShortWay {
  readonly plan: PlanFacts
  /** The stages that take over when something has to be looked at. */
  readonly checking: Stage
  readonly running: Stage
}

/** Of one call's story. */
const mostSteps = 100

const noStages: readonly Stage[] = []

/** Hears how a wait ends. */
export interface Ears {
  readonly heard: (came: unknown) => void
  readonly failed: (error: unknown) => void
}

export type StopReason = 'cancelled' | 'timeout' | 'closed'

export class Invocation {
  readonly ticket: CallTicket
  companion: CallCompanion
  parent: Invocation | undefined = undefined
  readonly startedAt: number
  depth = 0
  /** The outermost call's id: calls inside it share its locks. */
  root: string
  /** As it came in, or as hooks changed it; not looked at after validation. */
  raw: unknown
  input: unknown = undefined
  plan: Plan | undefined = undefined
  thread: CallThread | undefined = undefined
  resources: readonly ToolResource[] | undefined = undefined
  decision: Decision | undefined = undefined
  stopped: StopReason | undefined = undefined
  /** The agent under whose name it has a place in line; `''` is none. */
  place: string | undefined = undefined
  /** Gives back its locks. */
  release: (() => void) | undefined = undefined
  span: Span | undefined = undefined
  /** Neighbours in the list of running calls. */
  before: Invocation | undefined = undefined
  after: Invocation | undefined = undefined
  /** The latest time that was looked up for this call. */
  clockedAt: number
  /** What is before it, and which comes next. */
  stages: readonly Stage[] = noStages
  next = 0
  /** The stage that it waits in. */
  waiting: Stage | undefined = undefined
  /** Whether that stage has read what came, and what it makes of it is waited for. */
  isRead = false
  /** When the watchdog first saw it wait there; 0 if it has not yet. */
  waitingSince = 0
  /** Counts up when the call goes on without the one that it waited for: an answer of an earlier era is not heard. */
  era = 0
  /** What hears the answers that it waits for in this era. */
  ears: Ears | undefined = undefined
  /** Whether the tool was started. */
  ran = false
  outcome: Outcome | undefined = undefined
  result: ToolResult | undefined = undefined
  /** What the caller gets, once the call has ended. */
  answer: ToolResult | Promise<ToolResult> | undefined = undefined
  /** Answers a caller who waits already. */
  finish: ((answer: ToolResult | Promise<ToolResult>) => void) | undefined = undefined
  /** Takes the call on when it is stopped in a stage that can be left. */
  interrupt: ((invocation: Invocation, reason: StopReason) => void) | undefined = undefined

  // What most calls never come to is no member of theirs until they do: a call is made for every tool that is called.
  /** Why the model calls, in its words. */
  declare explanation: string | undefined
  /** Other names under which parameters came, by their own. */
  declare written: ReadonlyMap<string, string> | undefined
  /** The arguments with hooks' changes, if there are any: as they came, to be checked again, and as hooks see them. */
  declare changed:
    | { readonly input: Record<string, unknown>; readonly seen: Record<string, unknown> }
    | undefined
  /** What hooks said about asking: `allow` lifts the mode's question, a text asks one. */
  declare hookSays: 'allow' | { readonly ask: string } | undefined
  declare approvedBy: string | undefined
  /** Questions that its tool has asked. */
  declare asked: number | undefined
  /** What it waits for without a process: the answer of its tool does not count. */
  declare waitsFor: ToolyardError | undefined
  /** What the tool has sent so far. */
  declare chunks: ChunkStream | undefined
  /** Gives back the locks of a tool that was left behind, once it answers: in the era in which it was waited for. */
  declare leave: { readonly era: number; readonly release: () => void } | undefined
  /** Told when `stop` happens while a person is asked. */
  declare onStop: ((reason: StopReason) => void) | undefined
  /** In a batch: held back until the calls before it have taken their place in line. */
  declare turn: { readonly wait: Promise<void>; passed(): void } | undefined
  declare requestDigest: string | undefined
  /** Its intent is in the journal already. */
  declare isTaken: true | undefined
  /** The id belongs to another call: nothing is written under it. */
  declare isAnothers: true | undefined
  /** What happened beside the plain course of a call. */
  declare steps: CallStep[] | undefined
  /** Where its tool failed by a fault of its own, for developers. */
  declare stack: string | undefined
  /** How long people were waited for here, and while no process did. */
  declare waitedHereMs: number | undefined
  declare waitedBeforeMs: number | undefined

  #controller: AbortController | undefined = undefined
  #limitMs = 0
  #runsSince = 0
  #pausedAt = 0
  #pausedMs = 0
  /** People who are being asked, by this call or by calls inside it. */
  #pauses = 0
  #children: Set<Invocation> | undefined = undefined

  constructor(ticket: CallTicket, companion: CallCompanion, startedAt: number) {
    this.ticket = ticket
    this.companion = companion
    this.raw = ticket.input
    this.startedAt = startedAt
    this.clockedAt = startedAt
    this.root = ticket.id
  }

  get id(): string {
    return this.ticket.id
  }

  get name(): string {
    return this.ticket.tool
  }

  /** For the story of the call. */
  note(step: string, text: string, now = this.clockedAt): void {
    this.steps ??= []
    if (this.steps.length < mostSteps) this.steps.push({ at: Math.round(now - this.startedAt), step, text })
  }

  /** Makes this a call inside another. */
  nest(parent: Invocation): void {
    this.parent = parent
    this.depth = parent.depth + 1
    this.root = parent.root
  }

  get tool(): Tool {
    if (!this.plan) throw new ToolyardError('internal', `call ${this.id} has no tool yet`)
    return this.plan.tool
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.stopped && !this.#controller.signal.aborted) this.#controller.abort(stopError(this.stopped))
    return this.#controller.signal
  }

  /** Ends the call; later reasons do not count. */
  stop(reason: StopReason): void {
    if (this.stopped) return
    this.stopped = reason
    this.#controller?.abort(stopError(reason))
    for (const child of this.#children ?? []) child.stop('cancelled')
    this.onStop?.(reason)
    if (this.waiting?.interruptible) this.interrupt?.(this, reason)
  }

  /** Calls inside this one end with it. */
  adopt(child: Invocation): () => void {
    this.#children ??= new Set()
    this.#children.add(child)
    if (this.stopped) child.stop('cancelled')
    return () => void this.#children?.delete(child)
  }

  /** The tool runs from now on, for so long at the most. */
  startClock(ms: number): void {
    this.#limitMs = ms
    this.#runsSince = this.clockedAt
    this.#pausedMs = 0
    this.#pausedAt = this.clockedAt
  }

  /** Waiting for people stops the clock, of this call and of those around it. */
  pauseClock(now: number): void {
    this.parent?.pauseClock(now)
    if (this.#pauses++ === 0) this.#pausedAt = now
  }

  resumeClock(now: number): void {
    this.clockedAt = now
    if (--this.#pauses === 0) {
      const waited = now - this.#pausedAt
      this.#pausedMs += waited
      this.waitedHereMs = (this.waitedHereMs ?? 0) + waited
    }
    this.parent?.resumeClock(now)
  }

  /** People had been asked for so long when the call came again. */
  waitedFor(ms: number): void {
    this.waitedBeforeMs = Math.max(this.waitedBeforeMs ?? 0, ms)
  }

  stopClock(): void {
    this.#limitMs = 0
  }

  /** Milliseconds until the tool has had its time; endless while it does not run, or people are asked. */
  remaining(now: number): number {
    if (this.#limitMs === 0 || this.#pauses > 0) return Infinity
    return this.#limitMs - (now - this.#runsSince - this.#pausedMs)
  }
}

function stopError(reason: StopReason): ToolyardError {
  if (reason === 'timeout') return new ToolyardError('timeout', 'The call took too long.')
  return reason === 'closed'
    ? new ToolyardError('closed', 'Toolyard is shutting down.')
    : new ToolyardError('cancelled', 'The call was cancelled.')
}

/** What a trace tells of a call. */
export function spanFacts(invocation: Invocation, { manifest }: Plan) {
  const { ticket } = invocation
  return {
    id: invocation.id,
    manifest,
    input: invocation.raw,
    threadId: ticket.threadId,
    agent: ticket.agent,
    principal: ticket.principal ?? 'local',
    runId: ticket.run?.id,
    parentId: invocation.parent?.id,
  }
}
