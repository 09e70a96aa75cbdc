/**
 * The port to the journal: one row for every call, refusals included.
 *
 * A call that may change something is written down before it starts (`begin`) and again when it ends (`finish`);
 * a call that only reads is written once, at its end. Rows are redacted before they come here.
 *
 * @module
 */
import type { Permission, ToolResult, ToolStatus } from '../define/index.ts'

export interface CallRecord {
  readonly id: string
  readonly tool: string
  readonly fingerprint: string
  readonly permission: Permission
  /** Arguments after repair and hooks; as they came, where they never became valid. */
  readonly input: unknown
  readonly explanation?: string | undefined
  readonly threadId?: string | undefined
  readonly agent?: string | undefined
  readonly principal: string
  /** The door through which the call came. */
  readonly origin: string
  readonly parentId?: string | undefined
  /** What was decided, by which rule, and who approved. */
  readonly decision?: string | undefined
  /** Hash of tool and arguments as they came, where the caller chose the id: tells a repeat from a mix-up. */
  readonly requestDigest?: string | undefined
  readonly startedAt: number
  /** `running` between begin and finish. */
  readonly status: ToolStatus | 'running'
  readonly durationMs: number
  /** Whether the tool was started: false for a call that was refused or stopped before. */
  readonly ran?: boolean | undefined
  readonly result?: ToolResult | undefined
}

export interface CallFilter {
  readonly tool?: string
  readonly threadId?: string
  readonly agent?: string
  readonly status?: CallRecord['status']
  /** At most this many, newest first. */
  readonly limit?: number
}

/** Methods answer at once or with a promise: an embedded store costs no turn of the event loop. */
export interface CallJournal {
  /** Writes the intent, durably where the store can. Must not throw for a full ring. */
  begin(record: CallRecord): void | Promise<void>
  finish(record: CallRecord): void | Promise<void>
  find(id: string): CallRecord | undefined | Promise<CallRecord | undefined>
  list(filter: CallFilter): readonly CallRecord[] | Promise<readonly CallRecord[]>
}
