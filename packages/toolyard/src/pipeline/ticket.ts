/**
 * A call as its caller gives it: a ticket and a companion.
 *
 * The ticket is data alone: it can be written down as JSON, sent elsewhere and taken up there. The companion is what lives in this
 * process beside it: who can be asked, who listens, what stops it.
 *
 * @module
 */
import type { SampleModel, ToolEvent, ToolResource } from '../define/index.ts'
import type { Approver, CompanyCaller } from './ports.ts'

/** What a caller may say of a call beside tool and arguments, as data. */
export interface CallTerms {
  readonly threadId?: string | undefined
  readonly agent?: string | undefined
  readonly principal?: string | undefined
  /** The door: `typescript`, `cli`, `mcp`, `http`, … */
  readonly origin?: string | undefined
  /** Shortens the tool's own limit, never lengthens it past the maximum. */
  readonly timeoutMs?: number | undefined
  /** Values for the parameters that the application provides. */
  readonly provided?: Readonly<Record<string, unknown>> | undefined
  /** The definition that the caller was shown; another one answers `stale_tool`. */
  readonly fingerprint?: string | undefined
  /** What a person agreed to at the place where the call comes from. They are taken at their word about exactly this, once. */
  readonly agreed?: Agreement | undefined
  /** The run of an agent that makes the call, and the agents above it: what one of them may not call, it may not either. */
  readonly run?: { readonly id: string; readonly above: readonly string[] } | undefined
  /**
   * A client uses what a server offers beside tools: an agent may have it without having it as a tool. No model calls, so the same
   * again and again is no loop.
   */
  readonly isOffer?: boolean | undefined
  /** The policy mode of the process that it was asked for in: here it may do no more than there. */
  readonly mode?: string | undefined
}

/**
 * One call, as data.
 *
 * @public
 */
export interface CallTicket extends CallTerms {
  /** Of the call; what its tool is given to recognise a repetition by. */
  readonly id: string
  /** Whether the caller chose the id: then a repetition repeats nothing. */
  readonly isChosenId: boolean
  /** The tool's own name. */
  readonly tool: string
  /** As it came; not looked at after validation. */
  readonly input: unknown
  /** The call that this one was made in. */
  readonly parentId?: string | undefined
}

/**
 * What stays in this process while a call runs.
 *
 * @public
 */
export interface CallCompanion {
  readonly signal?: AbortSignal | undefined
  /** When it aborts, a call that waits for a person waits no longer: its request stays open, and it answers `pending`. */
  readonly leave?: AbortSignal | undefined
  /**
   * It waits for people without a process: a call that needs one answers `pending` at once, and is made again under its id when
   * they have answered. A tool that may change something waits for answers to its own questions all the same.
   */
  readonly parks?: boolean | undefined
  /** Who can be asked about this call beside those who always are: the person at the other end of the door. */
  readonly person?: Approver | undefined
  /** Asks the model of the caller, if it has one for the tools that it calls. */
  readonly sample?: SampleModel | undefined
  /**
   * Together with an id of the caller's choosing: the call is written down before anything else, whatever its tool does, and
   * this is told once that is durable. An id that runs or has run is refused with `duplicate_call`, and nothing is told.
   */
  readonly onTaken?: (() => void) | undefined
  /** Told what its tool has touched, if the tool ran and says so. */
  readonly touched?: ((resources: readonly ToolResource[]) => void) | undefined
  /** Told what the call tells while it runs. */
  readonly sink?: EventSink | undefined
}

/** What a caller may say beside tool and arguments. */
export interface CallOptions extends CallTerms, Omit<CallCompanion, 'sink'> {
  /** Repeating an id repeats nothing: a finished call that may have changed something answers its recorded result. */
  readonly callId?: string | undefined
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

export function ticketOf(
  { id, tool, input }: Pick<CallTicket, 'id' | 'tool' | 'input'>,
  given: CallOptions,
  made: Pick<CallTicket, 'agent' | 'parentId'>,
): CallTicket {
  return {
    id,
    isChosenId: given.callId !== undefined,
    tool,
    input,
    parentId: made.parentId,
    threadId: given.threadId,
    agent: made.agent,
    principal: given.principal,
    origin: given.origin,
    timeoutMs: given.timeoutMs,
    provided: given.provided,
    fingerprint: given.fingerprint,
    agreed: given.agreed,
    run: given.run,
    isOffer: given.isOffer,
    mode: given.mode,
  }
}

export function companionOf(
  { signal, leave, parks, person, sample, onTaken, touched }: CallOptions,
  sink?: EventSink,
): CallCompanion {
  return { signal, leave, parks, person, sample, onTaken, touched, sink }
}

/** Who makes the call, and who can be asked about it. */
export function callerOf(
  { id, threadId, agent, principal, run, mode }: CallTicket,
  { person, parks }: CallCompanion,
): CompanyCaller {
  return { callId: id, threadId, agent, principal, run, mode, person, parks }
}
