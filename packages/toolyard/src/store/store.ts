/**
 * What outlives the process, in one place: tools and their history, agents, calls, questions to people, what people granted,
 * long results, access tokens, conversations and what was sent in them, runs, calls in the background, calendars,
 * schedules, vectors, the board, and records of any other kind. Each port
 * has an adapter in memory and one over SQL, for SQLite and PostgreSQL.
 *
 * @module
 */
import type { FileChanges } from '../host/index.ts'
import type { AgentStore } from './agents.ts'
import type { AttachmentStore } from './attachments.ts'
import type { Awaitable } from './awaitable.ts'
import type { BoardStore } from './board.ts'
import type { CalendarStore } from './calendar.ts'
import type { CallJournal } from './calls.ts'
import type { Catalogue } from './catalogue.ts'
import type { GrantStore } from './grants.ts'
import type { Inbox } from './inbox.ts'
import type { RecordStore } from './records.ts'
import type { RequestStore } from './requests.ts'
import type { ResultStore } from './results.ts'
import type { TokenStore } from './tokens.ts'
import type { RunStore } from './runs.ts'
import type { ScheduleStore } from './schedules.ts'
import type { TextIndex } from './text-index.ts'
import type { ThreadStore } from './threads.ts'
import type { VectorStore } from './vectors.ts'

export interface PruneOptions {
  /** Only what began before this time. */
  readonly before: number
  /** What is counted of calls goes only if it is from before this time; never if it is not given. */
  readonly statsBefore?: number | undefined
  /** Only counts. */
  readonly dryRun?: boolean | undefined
  /** Stops after a batch. */
  readonly signal?: AbortSignal | undefined
}

/** What was taken away, or would be. */
export interface Pruned {
  readonly calls: number
  /** Of people: approvals and questions that are over. */
  readonly requests: number
}

export interface Store {
  readonly catalogue: Catalogue
  readonly agents: AgentStore
  readonly calls: CallJournal
  readonly inbox: Inbox
  readonly grants: GrantStore
  readonly results: ResultStore
  readonly tokens: TokenStore
  /** What calls changed in files, for undo. */
  readonly changes: FileChanges
  /** What was said in conversations. */
  readonly threads: ThreadStore
  /** Pictures and files that were sent with what was said. */
  readonly attachments: AttachmentStore
  /** Each time an agent worked. */
  readonly runs: RunStore
  /** What capabilities keep that need no table of their own, such as the plans of conversations. */
  readonly records: RecordStore
  /** The events of each principal. */
  readonly calendar: CalendarStore
  /** What begins by itself, and what became of it. */
  readonly schedules: ScheduleStore
  /** Calls that are made in the background. */
  readonly requests: RequestStore
  /** What embedding models made of the texts of tools. */
  readonly vectors: VectorStore
  /** What agents and people tell each other. */
  readonly board: BoardStore
  /** Finds what is kept here by its words. */
  readonly texts: TextIndex
  /** Whether it outlives the process. */
  readonly durable: boolean
  /** Where it is, for people: without passwords. */
  readonly location: string
  /** The SQLite file that it is: jobs are kept in the same one. */
  readonly file?: string | undefined
  /** The address of the PostgreSQL that it is on, with its password: jobs are kept in the same one. */
  readonly address?: (() => string) | undefined
  /** Another number after every change of tools, agents or grants, by whichever process. */
  revision(): Awaitable<number>
  /**
   * Calls the listener after something was written through this object, at once and perhaps once for many changes. Answers how to
   * stop. A store without it is looked at again and again.
   */
  readonly onWritten?: ((listener: () => void) => () => void) | undefined
  /** Writes something small, as durably as calls are written: rejects where that can't be done now. */
  probe(): Promise<void>
  /** Takes old calls away, and what people were asked about them; what waits, runs or is `unknown` stays. In small batches. */
  prune(options: PruneOptions): Promise<Pruned>
  /** Writes what waits, and lets go. Safe to call twice. */
  close(): Promise<void>
}
