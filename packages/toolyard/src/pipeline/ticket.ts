/**
 * What a caller says of a call beside tool and arguments.
 *
 * @module
 */
import type { SampleModel, ToolEvent } from '../define/index.ts'
import type { Approver } from './ports.ts'

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
