/**
 * One call on its way: everything after validation works on it, never on raw JSON.
 *
 * It owns the call's right to go on: `stop` ends it for one reason, once. The abort signal exists only where somebody
 * asks for it, because most tools never do. Its clock stands still while people are asked.
 *
 * @module
 */
import type { SampleModel, Tool, ToolEvent, ToolResource, ToolResult } from '../define/index.ts'
import { ToolyardError } from '../kernel/index.ts'
import type { CallStep } from '../store/index.ts'
import type { Plan } from './plan.ts'
import type { Decision } from './policy/index.ts'
import type { Approver, CallThread, Span } from './ports.ts'
import type { ChunkStream } from './chunk-stream.ts'
import type { Outcome } from './outcome.ts'

/** What a caller may say beside tool and arguments. */
export interface CallOptions {
  /** Repeating an id repeats nothing: a finished call that may have changed something answers its recorded result. */
  readonly callId?: string | undefined
  /**
   * Together with an id of the caller's choosing: the call is written down before anything else, whatever its tool does, and
   * this is told once that is durable. An id that runs or has run is refused with `duplicate_call`, and nothing is told.
   */
  readonly onTaken?: (() => void) | undefined
  readonly threadId?: string | undefined
  readonly agent?: string | undefined
  readonly principal?: string | undefined
  /** The door: `typescript`, `cli`, `mcp`, `http`, … */
  readonly origin?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** When it aborts, a call that waits for a person waits no longer: its request stays open, and it answers `pending`. */
  readonly leave?: AbortSignal | undefined
  /** Shortens the tool's own limit, never lengthens it past the maximum. */
  readonly timeoutMs?: number | undefined
  /** Values for the parameters that the application provides. */
  readonly provided?: Readonly<Record<string, unknown>> | undefined
  /** The definition that the caller was shown; another one answers `stale_tool`. */
  readonly fingerprint?: string | undefined
  /** Who can be asked about this call beside those who always are: the person at the other end of the door. */
  readonly person?: Approver | undefined
  /** What a person agreed to where the call comes from. They are taken at their word about exactly this, once. */
  readonly agreed?: Agreement | undefined
  /** The run of an agent that makes the call, and the agents above it: what one of them may not call, it may not either. */
  readonly run?: { readonly id: string; readonly above: readonly string[] } | undefined
  /** Asks the model of whoever calls, where it has one for the tools that it calls. */
  readonly sample?: SampleModel | undefined
  /**
   * A client uses what a server offers beside tools: an agent may have it without having it as a tool. No model calls, so the same
   * again and again is no loop.
   */
  readonly isOffer?: boolean | undefined
}

/** A definition and valid arguments for it, as `explain` tells them. */
export interface Agreement {
  readonly by: string
  readonly fingerprint: string
  readonly input: unknown
}

/** Takes events while a call runs; a promise means "wait before you send more". */
export interface EventSink {
  /** Told the id of the call, before anything else. */
  named?(callId: string): void
  push(event: ToolEvent): void | Promise<void>
}

/**
 * One part of a call's way, made for one tool. `run` answers at once or with a promise; `read` turns what came into nothing,
 * to go on, or into an outcome; `failed` does so with what was thrown.
 */
export interface Part {
  run(invocation: Invocation): unknown
  read?(invocation: Invocation, value: unknown): Outcome | undefined | Promise<Outcome | undefined>
  failed?(invocation: Invocation, error: unknown): Outcome | undefined
  /** Whether the call can go on without whom it waits for here. */
  readonly interruptible?: boolean
  /** How long somebody may be waited for here. */
  readonly timeoutMs?: number
}

/** Of one call's story. */
const mostSteps = 100

const noParts: readonly Part[] = []

export type StopReason = 'cancelled' | 'timeout' | 'closed'

export class Invocation {
  readonly id: string
  readonly name: string
  readonly options: CallOptions
  parent: Invocation | undefined = undefined
  readonly startedAt: number
  depth = 0
  /** The outermost call's id: calls inside it share its locks. */
  root: string
  /** As it came in; not looked at after validation. */
  raw: unknown
  input: unknown = undefined
  explanation: string | undefined = undefined
  /** Other names under which parameters came, by their own. */
  written: ReadonlyMap<string, string> | undefined = undefined
  plan: Plan | undefined = undefined
  thread: CallThread | undefined = undefined
  /** The arguments with hooks' changes, where there are any: as they came, to be checked again, and as hooks see them. */
  changed: { readonly input: Record<string, unknown>; readonly seen: Record<string, unknown> } | undefined =
    undefined
  resources: readonly ToolResource[] | undefined = undefined
  decision: Decision | undefined = undefined
  /** What hooks said about asking: `allow` lifts the mode's question, a text asks one. */
  hookSays: 'allow' | { readonly ask: string } | undefined = undefined
  approvedBy: string | undefined = undefined
  sink: EventSink | undefined = undefined
  /** What the tool has sent so far, where it sends anything. */
  chunks: ChunkStream | undefined = undefined
  stopped: StopReason | undefined = undefined
  /** Gives back locks and places in line. */
  release: (() => void) | undefined = undefined
  span: Span | undefined = undefined
  /** Neighbours in the list of running calls. */
  before: Invocation | undefined = undefined
  after: Invocation | undefined = undefined
  /** The latest time that was looked up for this call. */
  clockedAt: number
  /** The parts of its way, and which comes next. */
  parts: readonly Part[] = noParts
  next = 0
  /** The part that somebody is waited for in. */
  waiting: Part | undefined = undefined
  /** When the watchdog first saw it wait there; 0 where it has not yet. */
  waitingSince = 0
  /** Counts up when the call goes on without whom it waited for: an answer of an earlier era is not heard. */
  era = 0
  /** Whether the tool was started. */
  ran = false
  outcome: Outcome | undefined = undefined
  result: ToolResult | undefined = undefined
  /** Answers the caller. */
  finish: ((result: ToolResult | Promise<ToolResult>) => void) | undefined = undefined
  /** Takes the call on when it is stopped in a part that can be left. */
  interrupt: ((invocation: Invocation, reason: StopReason) => void) | undefined = undefined
  /** Gives back the locks of a tool that was left behind. */
  leave: (() => void) | undefined = undefined
  /** Told when `stop` happens while a person is asked. */
  onStop: ((reason: StopReason) => void) | undefined = undefined
  /** In a batch: held back until the calls before it have taken their place in line. */
  turn: { readonly wait: Promise<void>; passed(): void } | undefined = undefined
  requestDigest: string | undefined = undefined
  /** Its intent is in the journal already. */
  isTaken = false
  /** The id belongs to another call: nothing is written under it. */
  isAnothers = false
  /** What happened beside the plain course of a call. */
  steps: CallStep[] | undefined = undefined
  #controller: AbortController | undefined = undefined
  #limitMs = 0
  #runsSince = 0
  #pausedAt = 0
  #pausedMs = 0
  /** People who are being asked, by this call or by calls inside it. */
  #pauses = 0
  #children: Set<Invocation> | undefined = undefined

  constructor(
    name: string,
    raw: unknown,
    from: { readonly id: string; readonly options: CallOptions; readonly startedAt: number },
  ) {
    this.name = name
    this.raw = raw
    this.id = from.id
    this.options = from.options
    this.startedAt = from.startedAt
    this.clockedAt = from.startedAt
    this.root = from.id
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
    if (--this.#pauses === 0) this.#pausedMs += now - this.#pausedAt
    this.parent?.resumeClock(now)
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
