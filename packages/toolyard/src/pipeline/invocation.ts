/**
 * One call on its way: everything after validation works on it, never on raw JSON.
 *
 * It owns the call's right to go on: `stop` ends it for one reason, once. The abort signal exists only where somebody
 * asks for it, because most tools never do. Its clock stands still while people are asked.
 *
 * @module
 */
import type { Tool, ToolEvent, ToolResource } from '../define/index.ts'
import { type Clock, type Deadline, ToolyardError } from '../kernel/index.ts'
import type { Plan } from './plan.ts'
import type { Decision } from './policy/index.ts'
import type { CallThread, Span } from './ports.ts'
import type { ChunkStream } from './chunk-stream.ts'

/** What a caller may say beside tool and arguments. */
export interface CallOptions {
  /** Repeating an id repeats nothing: a finished call that may have changed something answers its recorded result. */
  readonly callId?: string | undefined
  readonly threadId?: string | undefined
  readonly agent?: string | undefined
  readonly principal?: string | undefined
  /** The door: `typescript`, `cli`, `mcp`, `http`, … */
  readonly origin?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** Shortens the tool's own limit, never lengthens it past the maximum. */
  readonly timeoutMs?: number | undefined
  /** Values for the parameters that the application provides. */
  readonly provided?: Readonly<Record<string, unknown>> | undefined
  /** The definition that the caller was shown; another one answers `stale_tool`. */
  readonly fingerprint?: string | undefined
}

/** Takes events while a call runs; a promise means "wait before you send more". */
export interface EventSink {
  push(event: ToolEvent): void | Promise<void>
}

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
  plan: Plan | undefined = undefined
  thread: CallThread | undefined = undefined
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
  /** Told when `stop` happens while a tool runs. */
  onStop: ((reason: StopReason) => void) | undefined = undefined
  /** In a batch: held back until the calls before it have taken their place in line. */
  turn: { readonly wait: Promise<void>; passed(): void } | undefined = undefined
  requestDigest: string | undefined = undefined
  #controller: AbortController | undefined = undefined
  #deadline: Deadline | undefined = undefined
  #deadlineAt = 0
  #remaining = 0
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
  }

  /** Calls inside this one end with it. */
  adopt(child: Invocation): () => void {
    this.#children ??= new Set()
    this.#children.add(child)
    if (this.stopped) child.stop('cancelled')
    return () => void this.#children?.delete(child)
  }

  startClock(clock: Clock, ms: number): void {
    if (this.#pauses > 0) {
      this.#remaining = ms
      return
    }
    this.#deadlineAt = this.clockedAt + ms
    this.#deadline = clock.after(ms, () => this.stop('timeout'), this.clockedAt)
  }

  /** Waiting for people stops the clock, of this call and of those around it. */
  pauseClock(clock: Clock): void {
    this.parent?.pauseClock(clock)
    this.#pauses++
    if (!this.#deadline) return
    this.#remaining = Math.max(1, this.#deadlineAt - clock.now())
    this.#deadline.cancel()
    this.#deadline = undefined
  }

  resumeClock(clock: Clock): void {
    this.clockedAt = clock.now()
    if (--this.#pauses === 0 && this.#remaining > 0) {
      this.startClock(clock, this.#remaining)
      this.#remaining = 0
    }
    this.parent?.resumeClock(clock)
  }

  stopClock(): void {
    this.#deadline?.cancel()
    this.#deadline = undefined
    this.#remaining = 0
  }
}

function stopError(reason: StopReason): ToolyardError {
  if (reason === 'timeout') return new ToolyardError('timeout', 'The call took too long.')
  return new ToolyardError(
    'cancelled',
    reason === 'closed' ? 'Toolyard is shutting down.' : 'The call was cancelled.',
  )
}
