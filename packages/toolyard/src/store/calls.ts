/**
 * The port to the journal: one row for every call, refusals included.
 *
 * A call that may change something is written down before it starts (`begin`) and again when it ends (`finish`);
 * a call that only reads is written once, at its end. Rows are redacted before they come here.
 *
 * @module
 */
import type { Permission, ToolResult, ToolStatus } from '../define/index.ts'
import type { Awaitable } from './awaitable.ts'
import type { CallNames, CallSelection, CallStats, CallStatsQuery } from './call-stats.ts'

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
  /** Hash of tool and arguments as they came, if the caller chose the id: tells a repeat from a mix-up. Without it the id is new. */
  readonly requestDigest?: string | undefined
  readonly startedAt: number
  /** `running` between begin and finish; `unknown` where the process ended in between. */
  readonly status: ToolStatus | 'running'
  readonly durationMs: number
  /** How long people were waited for, also while no process did; absent if they were not. */
  readonly waitedMs?: number | undefined
  /** `durationMs` without the part of it in which people were waited for; absent if that is all of it. */
  readonly activeMs?: number | undefined
  /** Whether the tool was started: false for a call that was refused or stopped before. */
  readonly ran?: boolean | undefined
  readonly result?: ToolResult | undefined
  /** What happened on the way beside the plain course of a call. */
  readonly steps?: readonly CallStep[] | undefined
  /** Where the tool failed by a fault of its own. Only `find` answers it, and only developers see it. */
  readonly stack?: string | undefined
  /** Where the row stands in the journal; given by the store. */
  readonly position?: number | undefined
}

/** As everybody may see it. */
export function withoutStack(record: CallRecord): CallRecord {
  const { stack: _, ...shown } = record
  return shown
}

/** Something worth telling of one call: a repair, a hook that acted, a person who was asked, a wait. */
export interface CallStep {
  /** Milliseconds since the call came in. */
  readonly at: number
  readonly step: string
  readonly text: string
}

export interface CallFilter extends CallSelection {
  readonly ids?: readonly string[] | undefined
  /** Only calls that were made inside this one. */
  readonly parentId?: string | undefined
  /** Only calls that came in at or after this time. */
  readonly since?: number | undefined
  /** Only calls that came in before this time. */
  readonly until?: number | undefined
  /** Only rows before this position: the next page. */
  readonly before?: number | undefined
  /** Only rows after this position: what has come since. */
  readonly after?: number | undefined
  /** At most this many, newest first. */
  readonly limit?: number | undefined
  /** Without what may be long: arguments, explanation, result and steps. */
  readonly brief?: boolean | undefined
}

/** What `verify` found. */
export interface JournalCheck {
  readonly rows: number
  /** Entries of the audit chain. */
  readonly entries: number
  /** Entries of chains that go on, which were taken away with their old calls. */
  readonly pruned?: number | undefined
  /** Sentences: rows that were changed, taken away or put in by others than the journal. */
  readonly problems: readonly string[]
  /** The last hash of every chain: kept elsewhere, it shows later whether the end was cut off. */
  readonly heads: readonly { readonly chain: string; readonly entries: number; readonly hash: string }[]
}

/** Methods answer at once or with a promise: an embedded store costs no turn of the event loop. */
export interface CallJournal {
  /**
   * Writes the intent, durably where the store can, and takes the id: false if a call with it runs or has run,
   * in whichever process. `again` also takes the id of a call of which it is unknown how it ended.
   */
  begin(record: CallRecord, options?: { readonly again?: boolean }): Awaitable<boolean>
  /** Writes how a call ended. Does nothing if the id belongs to another call. */
  finish(record: CallRecord): Awaitable<void>
  find(id: string): Awaitable<CallRecord | undefined>
  /** Without stacks. */
  list(filter: CallFilter): Awaitable<readonly CallRecord[]>
  /** Figures of all calls that fit: cheap, however long the journal is, where only tools, agents and statuses are told apart. */
  stats(query: CallStatsQuery): Awaitable<CallStats>
  /** Names that calls have had. */
  names(): Awaitable<CallNames>
  /** Holds every row against the audit chain. */
  verify(): Awaitable<JournalCheck>
}
