/**
 * `BackgroundCalls`: calls that belong to the installation, not to the process that asked for them.
 *
 * @module
 */
import type { ToolEvent, ToolResult } from '../../define/index.ts'
import type { CallTerms } from '../../pipeline/index.ts'
import type { RequestState } from '../../store/index.ts'

export interface BackgroundCalls {
  /**
   * Writes the call down, durably as far as the store is, then hands it to a worker. The same request under its id answers the
   * same call. Throws `duplicate_call` if the id is another call's, `tool_not_found`, `busy`.
   */
  start(tool: string, input: unknown, terms: BackgroundTerms): Promise<BackgroundCall>
  find(callId: string): Promise<BackgroundCall | undefined>
  /** Newest first. */
  list(filter: BackgroundFilter): Promise<readonly BackgroundCall[]>
  /** What it tells, from whichever process, after event number `after`; the last event is the result. Throws `not_found`. */
  watch(callId: string, after?: number, signal?: AbortSignal): AsyncIterable<NumberedEvent>
  /** Resolves with the result when it has ended, wherever it ran. Throws `not_found`. */
  result(callId: string, signal?: AbortSignal): Promise<ToolResult>
  /** False if it has ended, or is not known. */
  cancel(callId: string, reason: string): Promise<boolean>
}

export interface BackgroundTerms extends CallTerms {
  readonly callId?: string | undefined
  /** How long it is kept after its end; a day by default. */
  readonly keepMs?: number | undefined
  /** Refuses an id that is known already, also to the same request. */
  readonly isNew?: boolean | undefined
  /** The access token that it came with: if that is revoked before the call starts, it does not start. */
  readonly tokenId?: string | undefined
  /** Who made it answers through the inbox: a person is asked there, also in an installation that asks no one else. */
  readonly isAnswered?: boolean | undefined
}

export interface BackgroundFilter {
  readonly principal?: string | undefined
  readonly agent?: string | undefined
  readonly threadId?: string | undefined
  readonly state?: RequestState | undefined
  /** 100 by default. */
  readonly limit?: number | undefined
}

export interface BackgroundCall {
  readonly id: string
  readonly tool: string
  readonly principal?: string | undefined
  readonly agent?: string | undefined
  readonly threadId?: string | undefined
  /** `waiting`: a person is asked; the approval or question of this call id is in the inbox. */
  readonly state: RequestState
  /** Once it has ended. */
  readonly result?: ToolResult | undefined
  readonly createdAt: number
  readonly updatedAt: number
  readonly endedAt?: number | undefined
  readonly keptUntil?: number | undefined
}

export interface NumberedEvent {
  readonly sequence: number
  readonly event: ToolEvent
}
