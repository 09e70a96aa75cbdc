/**
 * The port to calls that were asked for and are made in the background: what was asked, how far it has come, and its result.
 *
 * The row is the truth; jobs carry its id alone. Who makes the call claims the row first, which counts its attempts up: what an
 * earlier attempt writes later changes nothing. A call that has ended keeps its result for a while, but neither arguments nor terms.
 *
 * @module
 */
import type { ToolResult } from '../define/index.ts'
import type { Awaitable } from './awaitable.ts'

/** `waiting`: for a person, and no worker is held by it. */
export type RequestState = 'queued' | 'running' | 'waiting' | 'ended'

export interface RequestedCall {
  /** The id of the call. */
  readonly id: string
  readonly workspace: string
  /** Whose workers make it. */
  readonly queue: string
  readonly tool: string
  readonly principal?: string | undefined
  readonly agent?: string | undefined
  readonly threadId?: string | undefined
  /** JSON. Undefined once it has ended. */
  readonly input?: unknown
  /** What else the caller said; JSON. Undefined once it has ended. */
  readonly terms?: unknown
  /** Of everything that was asked for: tells a repeat from a mix-up, and a row that was changed. */
  readonly digest: string
  readonly state: RequestState
  /** How often it was claimed. */
  readonly attempt: number
  /** Why it is to be cancelled. */
  readonly cancelled?: string | undefined
  readonly result?: ToolResult | undefined
  /** How long it is kept after its end. */
  readonly keepMs: number
  readonly createdAt: number
  readonly updatedAt: number
  readonly endedAt?: number | undefined
  readonly keptUntil?: number | undefined
}

export interface RequestFilter {
  readonly workspace?: string | undefined
  readonly principal?: string | undefined
  readonly agent?: string | undefined
  readonly threadId?: string | undefined
  /** Any of these. */
  readonly states?: readonly RequestState[] | undefined
  /** Only those that did not change since. */
  readonly updatedBefore?: number | undefined
  /** Without arguments, terms and result. */
  readonly brief?: boolean | undefined
  /** 100 by default. */
  readonly limit?: number | undefined
}

/** How many calls may be open: of one principal, and in all. */
export interface RequestRoom {
  readonly perPrincipal: number
  readonly total: number
}

/** As it was seen: changes of a row that was claimed meanwhile do nothing. */
export type SeenRequest = Pick<RequestedCall, 'id' | 'attempt'>

export interface RequestStore {
  /** Durable when it resolves, as far as the store is. `taken`: the id is another's. `full`: too many are open. */
  add(call: RequestedCall, room?: RequestRoom): Awaitable<'added' | 'taken' | 'full'>
  find(id: string): Awaitable<RequestedCall | undefined>
  /** Newest first. */
  list(filter: RequestFilter): Awaitable<readonly RequestedCall[]>
  /** False if it has ended, was claimed since it was seen, or is not in `from`. */
  move(
    seen: SeenRequest,
    to: {
      readonly from?: RequestState | undefined
      readonly state: Exclude<RequestState, 'ended'>
      readonly attempt?: number | undefined
      readonly at: number
    },
  ): Awaitable<boolean>
  /** Notes that it is to be cancelled; the first reason counts. False if it has ended. */
  cancel(id: string, reason: string, at: number): Awaitable<boolean>
  /** The last change: the result comes, arguments and terms go. False if it has ended, or was claimed since it was seen. */
  end(seen: SeenRequest, end: { readonly result: ToolResult; readonly at: number }): Awaitable<boolean>
  /** Takes a call back that was never claimed. */
  remove(id: string): Awaitable<boolean>
  /** Takes away what is kept no longer; how many. */
  prune(now: number): Awaitable<number>
}
